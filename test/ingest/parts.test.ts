import { describe, expect, test } from 'vitest'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore, StoredEvent } from '../../src/event-store/event-store.js'
import { compositeOf } from '../../src/ingest/composites.js'
import type { PreparedIngest } from '../../src/ingest/context.js'
import { appendChunks, isLarge } from '../../src/ingest/ingest-in-chunks.js'
import { plan } from '../../src/ingest/plan.js'
import { fact, ingestOf } from './an-ingest.js'

const LIMIT = 1 << 20
const vector = Float32Array.from({ length: 256 }, (_, i) => Math.sin(i))
const facts = (count: number, length = 150) =>
  Array.from({ length: count }, (_, i) => fact(`Fact number ${i} `.padEnd(length, 'x'), { vector }))

const bytesOf = (events: readonly StoredEvent[]) =>
  events.reduce(
    (sum, { data, metadata }) => sum + Buffer.byteLength(JSON.stringify(data) + JSON.stringify(metadata)),
    0,
  )

/** What would be appended: each part, as it goes to the log. */
const partsOf = async (ingest: PreparedIngest, maxAppendBytes = LIMIT) => {
  const appends: (readonly StoredEvent[])[] = []
  const append: EventStore['append'] = async (_, expected, events) => {
    expect(expected).toBe('any')
    appends.push(events)
    return { revision: 0n, position: 1n }
  }
  await appendChunks({ store: { append }, maxAppendBytes }, 'x-store', { ingest, trust: 1, lastAt: null })
  return appends
}

const LONGEST_ID = '"\u{1F3BB}\u{1F3BB}\u{1F3BB}'.repeat(39)
const longIds = (ingest: PreparedIngest): PreparedIngest => ({
  ...ingest,
  request: {
    ...ingest.request,
    scope: { kind: 'user', userId: LONGEST_ID },
    actor: { key: 'standard', agentId: LONGEST_ID },
    sessionId: LONGEST_ID,
  },
})

describe('an ingest goes in parts', () => {
  test.each([
    [0, 0, false],
    [10, 150, false],
    [10, 40_000, true],
    [1000, 150, true],
  ])('where it hardly fits one append: %s facts of %s characters: %s', (count, length, is) => {
    const model = { model: 'test', dimensions: 256 }
    expect(isLarge(ingestOf(facts(count, length), { model }), LIMIT)).toBe(is)
  })

  test.each<[string, (ingest: PreparedIngest) => PreparedIngest]>([
    ['plain ids', (ingest) => ingest],
    ['the longest ids', longIds],
  ])('of which each fits, with %s', async (_, change) => {
    const appends = await partsOf(change(ingestOf(facts(1000))))
    expect(appends.length).toBeGreaterThan(2)
    expect(appends.filter((events) => bytesOf(events) > LIMIT)).toEqual([])
  })

  test('that hold everything once, in order, and decide nothing', async () => {
    const ingest = ingestOf(facts(600))
    const events = (await partsOf(ingest)).flat()
    expect(events[0]?.type).toBe('EpisodeRecorded')
    const stored = events.filter(({ type }) => type === 'MemoryStored')
    expect(stored.map(({ metadata }) => metadata.memoryId)).toEqual(ingest.facts.map(({ memoryId }) => memoryId))
    expect(stored.every(({ data }) => Reflect.get(Object(data), 'status') === 'pending')).toBe(true)
    expect(events.filter(({ type }) => type === 'MemoryEmbedded')).toHaveLength(600)
    expect(events.filter(({ type }) => /Ingested|Linked/.test(type))).toEqual([])
  })

  test('whose events have ids of their own, the same in a retry', async () => {
    const ingest = ingestOf(facts(600))
    const ids = (await partsOf(ingest)).flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await partsOf(ingest)).flat().map(({ id }) => id)).toEqual(ids)
  })

  test('of which the largest single memory is one', async () => {
    const ingest = ingestOf([fact('\u0001'.repeat(100_000), { vector })])
    const appends = await partsOf(ingest)
    expect(appends.filter((events) => bytesOf(events) > LIMIT)).toEqual([])
  })

  test('after which even the largest decision fits', () => {
    const many = facts(2000)
    const pairs = many
      .slice(1)
      .map(({ memoryId }, i) => ({ from: many[i]?.memoryId ?? '', to: memoryId, similarity: 0.9123 }))
    const ingest = longIds(ingestOf(many, { pairs }))
    const composites = [0, 3, 6].flatMap((first) => {
      const parts = many.slice(first, first + 3).map((part) => ({
        ...{ ...part, content: 'ſ'.repeat(400) },
      }))
      return compositeOf(ingest.commandId, { parts, about: 'x'.repeat(60) }) ?? []
    })
    expect(composites).toHaveLength(3)
    const { events } = plan(
      { ...ingest, composites },
      {
        revision: 2n ** 40n,
        state: { lastAt: null, neighbours: [], trust: 1 },
      },
      { material: 'pending' },
    )
    expect(bytesOf(encode(events, 2n ** 40n))).toBeLessThanOrEqual(LIMIT)
  })
})
