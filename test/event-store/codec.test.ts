import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type DomainEvent, events } from '../../src/domain/all-events.js'
import { decode, encode, FaultyEvent, UnfitEvent } from '../../src/event-store/codec.js'
import type { StoredEvent } from '../../src/event-store/event-store.js'
import { samples } from '../support/samples.js'

const golden = join(import.meta.dirname, 'golden')
const read = (file: string): StoredEvent => JSON.parse(readFileSync(join(golden, file), 'utf8'))
const first = (event: DomainEvent | undefined): StoredEvent => {
  const [stored] = event ? encode([event], 'no-stream') : []
  if (!stored) throw new Error('nothing was encoded')
  return stored
}

describe('the golden files', () => {
  test('hold every version of every event type', () => {
    const names = readdirSync(golden)
    for (const { version, schema } of events)
      for (let v = 1; v <= version; v++) expect(names).toContain(`${schema.shape.type.value}.v${v}.json`)
  })

  test.each(readdirSync(golden))('%s can still be read', (file) => {
    const { type } = read(file)
    expect(decode(read(file)).type).toBe(type)
  })

  test.each(Object.keys(samples))('%s is still written as it was', (name) => {
    const version = events.find(({ schema }) => schema.shape.type.value === samples[name]?.type)?.version
    const [type, form] = name.split('.')
    const file = `${type}.v${version}${form ? `.${form}` : ''}.json`
    expect(existsSync(join(golden, file)), `${file} is missing`).toBe(true)
    expect(first(samples[name])).toEqual(read(file))
    expect(decode(read(file))).toEqual(samples[name])
  })
})

describe('event ids', () => {
  const deleted = samples.MemoryDeleted as DomainEvent
  const ids = (expected: bigint | 'no-stream' | 'any', event = deleted) =>
    encode([event, event], expected).map(({ id }) => id)

  test('are the same for the identical retry', () => expect(ids(4n)).toEqual(ids(4n)))
  test('are new for a new decision at another revision', () => expect(ids(5n)).not.toEqual(ids(4n)))
  test('differ within an append', () => expect(new Set(ids(4n)).size).toBe(2))
  test('of parts with any revision differ by part', () => {
    const part = (n: number): DomainEvent => ({ ...deleted, metadata: { ...deleted.metadata, part: n } }) as DomainEvent
    expect(ids('any', part(0))).not.toEqual(ids('any', part(1)))
    expect(ids('any', part(1))).toEqual(ids('any', part(1)))
  })
})

describe('the codec', () => {
  const stored = () => first(samples.MemoryStored)
  const withContent = (content: string): DomainEvent => {
    const event = structuredClone(samples.MemoryStored) as DomainEvent & { data: { said: { content: string } } }
    event.data.said.content = content
    return event
  }

  test('tells where an event stands in its append', () =>
    expect(
      encode([samples.MemoryDeleted as DomainEvent, samples.MemoryErased as DomainEvent], 1n).map(
        ({ metadata }) => metadata.append,
      ),
    ).toEqual([
      { index: 0, count: 2 },
      { index: 1, count: 2 },
    ]))
  test.each(['a\0b', 'a\ud800b', 'a\udc00'])('refuses to write %j', (text) =>
    expect(() => encode([withContent(text)], 'any')).toThrow(UnfitEvent),
  )
  test.each(['\\u0000', '\\ud800 written out', '👩‍👩‍👧', '\u2028'])('writes %j as it is', (text) =>
    expect(decode(first(withContent(text)))).toMatchObject({ data: { said: { content: text } } }),
  )
  test('refuses to write what does not fit the schema, without quoting it', () => {
    const unfit = { ...samples.MemoryDeleted, metadata: { secret: 'words' } } as unknown as DomainEvent
    expect(() => encode([unfit], 'any')).toThrow(UnfitEvent)
    expect(() => encode([unfit], 'any')).not.toThrow(/words/)
  })
  test.each([
    ['an unknown type', { type: 'MemoryImagined' }],
    ['a schema from the future', { metadata: { ...stored().metadata, schema: 99 } }],
    ['data of another shape', { data: { content: 1 } }],
  ])('finds fault with %s', (_what, change) => expect(() => decode({ ...stored(), ...change })).toThrow(FaultyEvent))
})

describe('an event of an old version', () => {
  const clarified = first(samples.MemoryClarified)
  const ofVersion = (schema: number, data: object): StoredEvent => ({
    ...clarified,
    data,
    metadata: { ...clarified.metadata, schema },
  })
  const renaming = (from: string, to: string) => (event: StoredEvent) => ({
    ...event,
    data: { [to]: Reflect.get(Object(event.data), from) },
  })
  const chain = {
    'MemoryClarified@-1': renaming('ended', 'result'),
    'MemoryClarified@0': renaming('result', 'outcome'),
  }

  test.each([
    [-1, { ended: 'active' }],
    [0, { result: 'active' }],
    [1, { outcome: 'active' }],
  ])('is read through every version since: %i', (schema, data) =>
    expect(decode(ofVersion(schema, data), chain)).toEqual(samples.MemoryClarified),
  )
  test('is faulty where the chain does not lead from it', () => {
    expect(() => decode(ofVersion(-2, {}), chain)).toThrow(FaultyEvent)
    expect(() => decode(ofVersion(0, { result: 'active' }))).toThrow(FaultyEvent)
  })
})
