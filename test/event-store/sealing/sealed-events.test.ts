import { createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { decode, encode, FaultyEvent } from '../../../src/event-store/codec.js'
import { isAnonymous, pseudonymOf, type Recorded, type StoredEvent } from '../../../src/event-store/event-store.js'
import { type FoundKeys, nameOf } from '../../../src/event-store/sealing/key-ref.js'
import { keysIn, openEvent } from '../../../src/event-store/sealing/open-events.js'
import {
  keysFor,
  roomToSeal,
  sealEvent,
  toSeal,
  withSealedNames,
} from '../../../src/event-store/sealing/seal-events.js'
import { recallKey } from '../../../src/event-store/sealing/sealed-parts.js'
import { samples } from '../../support/samples.js'

const STREAM = 'test-bank-1'
const keyed = (names: readonly string[]): FoundKeys =>
  new Map(names.map((name, i) => [name, createSecretKey(new Uint8Array(32).fill(i + 1))]))

/** An event of a sample, as it is stored, and its keys. */
const sealedOf = (name: string) => {
  const open = encode([samples[name] ?? expect.unreachable(name)], 4n)
  const [sealing] = toSeal(open, 4n)
  if (sealing === undefined) throw new Error('nothing to seal')
  const keys = keyed(keysFor([sealing]).map(nameOf))
  return { open: recorded(sealing.event), stored: recorded(sealEvent(STREAM, sealing, keys)), keys }
}
const recorded = (event: StoredEvent): Recorded => ({ ...event, stream: STREAM, revision: 5n, position: 6n })

const isWorded = (name: string) => keysFor(toSeal(encode([samples[name] ?? expect.unreachable()], 4n), 4n)).length > 0
const worded = Object.keys(samples).filter(isWorded)

const KEY = {
  ref: { owner: '01234567-89ab-4def-8123-456789abcdef', part: 0 },
  key: createSecretKey(new Uint8Array(32).fill(9)),
}

describe.each(Object.keys(samples).filter((name) => 'userId' in (samples[name]?.metadata ?? {})))(
  'a %s whose names are sealed',
  (name) => {
    const encoded = encode([samples[name] ?? expect.unreachable(name)], 4n)
    const isFarewell = name === 'UserErased'
    const stored = withSealedNames(STREAM, encoded, KEY).map(recorded)
    const openedWith = (key: KeyObject | 'destroyed') =>
      stored.map((event) => openEvent(event, new Map([[nameOf(KEY.ref), key]])))

    test('is opened to what it was, unless it erases its user', () => {
      expect(keysIn(stored)).toEqual(isFarewell ? [] : [KEY.ref])
      if (isFarewell) expect(openedWith(KEY.key)).toEqual(stored)
      else expect(openedWith(KEY.key)).toEqual(encoded.map(recorded))
    })

    test('fits its schema when its key is destroyed, and says that it names nobody', () => {
      for (const event of openedWith('destroyed')) {
        expect(decode(event)).toMatchObject({ type: event.type, metadata: { userId: pseudonymOf(STREAM) } })
        expect(isAnonymous(event)).toBe(!isFarewell)
      }
    })

    test('is a faulty event for whoever has no keys, and in another stream', () => {
      if (isFarewell) return
      for (const event of stored) {
        expect(() => decode(event)).toThrow(FaultyEvent)
        const moved = openEvent({ ...event, stream: 'test-bank-2' }, new Map([[nameOf(KEY.ref), KEY.key]]))
        expect(() => decode(moved)).toThrow(/changed or moved/)
      }
    })
  },
)

describe.each(worded)('a sealed %s', (name) => {
  const { open, stored, keys } = sealedOf(name)

  test('is opened to what it was, with the keys that it names', () => {
    expect(openEvent(stored, keys)).toEqual(open)
    expect(keysIn([stored]).map(nameOf).sort()).toEqual([...keys.keys()].sort())
  })

  test('is a faulty event for whoever has no keys', () => {
    expect(() => decode(stored)).toThrow(FaultyEvent)
    const unopened = openEvent(stored, new Map())
    expect(() => decode(unopened)).toThrow(/key of a sealed part is missing/)
    const unfit = openEvent(stored, new Map([...keys.keys()].map((key) => [key, 'unfit'] as const)))
    expect(() => decode(unfit)).toThrow(/does not fit the store's secret key/)
  })

  test('whose keys are destroyed fits its schema still, without a word', () => {
    const gone = openEvent(stored, new Map([...keys.keys()].map((key) => [key, 'destroyed'] as const)))
    expect(decode(gone).type).toBe(stored.type)
    expect(JSON.stringify(gone.data).length).toBeLessThanOrEqual(JSON.stringify(open.data).length)
    const [again] = toSeal(encode([decode(gone)], 4n), 4n)
    // What there is left to seal are a turn that says nothing, and nothing else.
    expect(again?.parts.filter(({ form }) => form !== 'turns')).toEqual([])
  })

  test.each<[string, (event: Recorded) => Recorded]>([
    ['in another stream', (event) => ({ ...event, stream: 'test-bank-2' })],
    ['under another id', (event) => ({ ...event, id: 'a8b8a1ae-0000-4000-8000-000000000000' })],
    ['under another type', (event) => ({ ...event, type: 'MemoryDeleted' })],
    ['with one bit flipped', (event) => ({ ...event, data: flipped(event.data) })],
    ['cut off', (event) => ({ ...event, data: changed(event.data, (bytes) => bytes.subarray(0, bytes.length - 5)) })],
    ['of a later version', (event) => ({ ...event, metadata: { ...event.metadata, sealed: 2 } })],
  ])('does not open %s', (_, change) => {
    const tried = openEvent(change(stored), keys)
    expect(tried.data).not.toEqual(open.data)
    expect(() => decode(tried)).toThrow(FaultyEvent)
    expect(() => decode(tried)).toThrow(/sealed/)
  })
})

const changed = (data: unknown, change: (bytes: Buffer) => Uint8Array): unknown =>
  JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    key === 'sealed' ? Buffer.from(change(Buffer.from(String(value), 'base64'))).toString('base64') : value,
  )
const flipped = (data: unknown) =>
  changed(data, (bytes) => {
    const last = bytes.length - 20
    bytes[last] = (bytes[last] ?? 0) ^ 1
    return bytes
  })

test('two turns of an episode cannot be given for each other, and each has a key of its own', () => {
  const { stored, keys, open } = sealedOf('EpisodeRecorded')
  const [first = '', second = ''] = keysIn([stored]).map(nameOf)
  const one = openEvent(stored, new Map([...keys, [second, 'destroyed']]))
  const { turns } = (one.data as { said: { turns: readonly unknown[] } }).said
  const before = (open.data as { said: { turns: readonly unknown[] } }).said.turns
  expect(turns).toEqual([before[0], { role: null, name: null, content: '' }, ...before.slice(2)])
  const swapped = new Map([...keys, [first, keys.get(second) ?? 'unfit'], [second, keys.get(first) ?? 'unfit']])
  expect(() => decode(openEvent(stored, swapped))).toThrow(/changed or moved/)
})

test('an event of which nothing is sealed is read as it is', () => {
  const { open } = sealedOf('MemoryStored')
  expect(openEvent(open, new Map())).toBe(open)
  expect(keysIn([open])).toEqual([])
})

test('what was sealed by the first version of the format is opened for ever', () => {
  const golden: { stored: Recorded; keys: Record<string, string>; open: unknown } = JSON.parse(
    readFileSync(join(import.meta.dirname, 'sealed.v1.json'), 'utf8'),
    (key, value: unknown) => (key === 'revision' || key === 'position' ? BigInt(String(value)) : value),
  )
  const keys = new Map(Object.entries(golden.keys).map(([name, hex]) => [name, createSecretKey(hex, 'hex')]))
  expect(openEvent(golden.stored, keys).data).toEqual(golden.open)
})

test('what is counted as room for an append is enough for what is sealed in it', () => {
  for (const name of worded) {
    const { open, stored } = sealedOf(name)
    const [before, after] = [open, stored].map(({ data, metadata }) => JSON.stringify([data, metadata]).length)
    expect(after, name).toBeLessThanOrEqual((before ?? 0) + 500)
  }
  expect(roomToSeal(1 << 20)).toBeGreaterThan(700_000)
})

test('searches of one millisecond have keys of their own, and those of one day one owner', () => {
  const msecs = Date.parse('2026-05-08T12:00:00.000Z')
  const keys = Array.from({ length: 16 }, (_, seq) => recallKey('ana', v7({ msecs, seq: 1000 + seq })))
  expect(new Set(keys.map(nameOf)).size).toBe(16)
  expect(new Set(keys.map(({ owner }) => owner)).size).toBe(1)
  expect(recallKey('ben', v7({ msecs })).owner).not.toBe(keys[0]?.owner)
  expect(recallKey('ana', v7({ msecs: msecs + 86_400_000 })).owner).not.toBe(keys[0]?.owner)
})
