import { createSecretKey, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { encode } from '../../../src/event-store/codec.js'
import type { Recorded } from '../../../src/event-store/event-store.js'
import { type FoundKeys, nameOf } from '../../../src/event-store/sealing/key-ref.js'
import { openEvent } from '../../../src/event-store/sealing/open-events.js'
import { keysFor, sealEvent, toSeal } from '../../../src/event-store/sealing/seal-events.js'
import { samples } from '../../support/samples.js'

const STREAM = 'test-bank-1'
const sample = samples.EpisodeRecorded ?? expect.unreachable()

/** A conversation of so many turns of so many characters, as stored and as sealed, with its keys. */
const conversation = (turns: number, length: number) => {
  const said = Array.from({ length: turns }, (_, i) => ({
    role: 'user',
    name: null,
    content: `${i}é`.padEnd(length, 'x'),
  }))
  const [event = expect.unreachable()] = encode([sample], 4n)
  const data = { ...Object(event.data), said: { ...Object(event.data).said, turns: said } }
  const [sealing = expect.unreachable()] = toSeal([{ ...event, data }], 4n)
  const keys = new Map(
    keysFor([sealing]).map((ref, i) => [nameOf(ref), createSecretKey(new Uint8Array(32).fill(i + 1))]),
  )
  const recorded: Recorded = { ...sealEvent(STREAM, sealing, keys), stream: STREAM, revision: 5n, position: 6n }
  return { data, recorded, keys }
}

test('conversations of any length that are sealed one after the other are opened to what they were', () => {
  const all = [
    [3, 10],
    [40, 100],
    [2, 200_000],
    [300, 700],
    [1, 0],
    [3, 10],
  ].map(([turns = 0, length = 0]) => conversation(turns, length))
  for (const { recorded, keys, data } of all) expect(openEvent(recorded, keys).data).toEqual(data)
})

test('turns whose keys are destroyed before they are sealed stand empty among the others', () => {
  const { data, keys } = conversation(3, 20)
  const [event = expect.unreachable()] = encode([sample], 4n)
  const [sealing = expect.unreachable()] = toSeal([{ ...event, data }], 4n)
  const [, second = ''] = keysFor([sealing]).map(nameOf)
  const destroyed: FoundKeys = new Map<string, KeyObject | 'destroyed'>([...keys, [second, 'destroyed']])
  const sealed = { ...sealEvent(STREAM, sealing, destroyed), stream: STREAM, revision: 5n, position: 6n } as const
  const { turns } = (openEvent(sealed, keys).data as { said: { turns: readonly unknown[] } }).said
  const before = data.said.turns as readonly unknown[]
  expect(turns).toEqual([before[0], { role: null, name: null, content: '' }, before[2]])
})
