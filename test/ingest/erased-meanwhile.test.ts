import { describe, expect, test } from 'vitest'
import type { PendingEpisode } from '../../src/commands/abandon-episode.js'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { NO_COUNTS } from '../../src/domain/episode.js'
import { type ChunkDependencies, ingestInChunks, Outdated } from '../../src/ingest/ingest-in-chunks.js'
import { plan } from '../../src/ingest/plan.js'
import { plainStreams } from '../support/prefix.js'
import { fact, ingestOf } from './an-ingest.js'

const ingest = ingestOf([fact('The pond is deep.'), fact('The parrot speaks.')])
const [pond = '', parrot = ''] = ingest.facts.map(({ memoryId }) => memoryId)
const known = {
  revision: 7n,
  state: { lastAt: null, neighbours: [], claiming: [], naming: [], composites: [], trust: 1 },
}

/** What the ingest's last append would hold, when its episode is found like this; and what it decided without. */
const decided = async (episode: PendingEpisode, events: DomainEvent[] = []) => {
  const without: string[] = []
  const parts = {
    store: { append: async () => ({ revision: 7n, position: 7n }) },
    bank: async () => ({ revision: 7n, state: null }),
    streams: plainStreams('test'),
    now: () => '2026-01-01T00:00:00.000Z',
    newId: () => 'another command',
    pending: async () => episode,
    maxAppendBytes: 1 << 20,
    timeoutMs: 1000,
    transact: async ({ read, decide }: Parameters<ChunkDependencies['transact']>[0]) => {
      const decision = decide(await read())
      events.push(...decision.events)
      return { result: decision.result, position: 8n }
    },
  } as unknown as ChunkDependencies // an ingest of several appends asks for no more
  const { result } = await ingestInChunks(parts, {
    ingest,
    stream: 'palimpsest-bank-u' as never, // any name will do
    read: async () => known,
    decide: (state, erased = new Set()) => {
      without.push(...erased)
      const { fresh, counts, memoryIds, events: planned } = plan(ingest, state, { material: 'pending', erased })
      return { events: planned, fresh, result: { episodeId: ingest.episodeId, knownTurns: 0, ...counts, memoryIds } }
    },
  })
  return { events, result, without }
}

describe('an ingest whose episode was deleted meanwhile', () => {
  test('stores nothing, and drops what came after', async () => {
    const { events, result } = await decided({ state: 'ended', memoryIds: [parrot] })
    expect(result).toEqual({ episodeId: ingest.episodeId, knownTurns: 0, ...NO_COUNTS, memoryIds: [] })
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['MemoriesErased', { memories: [], pending: [parrot], episodes: [] }],
    ])
  })
  test('writes nothing where nothing came after', async () =>
    expect((await decided({ state: 'ended', memoryIds: [] })).events).toEqual([]))
})

describe('an ingest whose user was erased meanwhile', () => {
  test('is to begin anew, and drops what came after', async () => {
    const decisions: DomainEvent[] = []
    const gone = decided({ state: 'gone', memoryIds: [parrot] }, decisions)
    await expect(gone).rejects.toThrow(Outdated)
    expect(decisions.map(({ type, data }) => [type, data])).toEqual([
      ['MemoriesErased', { memories: [], pending: [parrot], episodes: [] }],
    ])
  })
})

describe('an ingest of which a pending memory was erased meanwhile', () => {
  test('leaves that one out, and what only says the same', async () => {
    const { events, result, without } = await decided({ state: 'recorded', memoryIds: [pond] })
    expect(without).toEqual([parrot])
    expect(result).toMatchObject({ memoriesStored: 1, duplicates: 0, memoryIds: [pond] })
    expect(events.find(({ type }) => type === 'EpisodeIngested')?.data).toMatchObject({
      activated: [{ memoryId: pond }],
    })
  })
  test('takes the turns that say it again', () => {
    const repeats = [{ turns: [5, 6] as const, of: parrot }]
    const { events, counts } = plan({ ...ingest, repeats }, known, {
      material: 'pending',
      erased: new Set([parrot]),
    })
    expect(counts).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    const [erased] = events.filter(({ type }) => type === 'MemoriesErased')
    expect(JSON.stringify(erased?.data)).toContain('[5,6]')
  })
})
