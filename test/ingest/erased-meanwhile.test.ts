import { describe, expect, test } from 'vitest'
import { NO_COUNTS } from '../../src/domain/episode.js'
import { decideAfterChunks, Outdated } from '../../src/ingest/ingest-in-chunks.js'
import { plan } from '../../src/ingest/plan.js'
import type { PendingEpisode } from '../../src/queries/visible-episodes.js'
import { fact, ingestOf } from './an-ingest.js'

const ingest = ingestOf([fact('The pond is deep.'), fact('The parrot speaks.')])
const [pond = '', parrot = ''] = ingest.facts.map(({ memoryId }) => memoryId)
const known = {
  revision: 7n,
  state: { lastAt: null, neighbours: [], trust: 1 },
}

/** What the ingest's last append would hold, when its episode is found like this; and what it decided without. */
const decided = (episode: PendingEpisode) => {
  const without: string[] = []
  const decision = decideAfterChunks(ingest, known, {
    episode,
    written: new Map([
      [pond, undefined],
      [parrot, undefined],
    ]),
    decide: (state, erased = new Set()) => {
      without.push(...erased)
      const { fresh, counts, memoryIds, events } = plan(ingest, state, { material: 'pending', erased })
      return { events, fresh, result: { episodeId: ingest.episodeId, knownTurns: 0, ...counts, memoryIds } }
    },
  })
  return { ...decision, without }
}

describe('an ingest whose episode was deleted meanwhile', () => {
  test('stores nothing, and drops what came after', () => {
    const { events, result } = decided({ state: 'ended', memoryIds: [parrot] })
    expect(result).toEqual({ episodeId: ingest.episodeId, knownTurns: 0, ...NO_COUNTS, memoryIds: [] })
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['MemoriesErased', { memories: [], pending: [parrot], episodes: [] }],
    ])
  })
  test('writes nothing where nothing came after', () =>
    expect(decided({ state: 'ended', memoryIds: [] }).events).toEqual([]))
})

describe('an ingest whose user was erased meanwhile', () => {
  test('is to begin anew', () => expect(() => decided({ state: 'gone', memoryIds: [parrot] })).toThrow(Outdated))
})

describe('an ingest of which a pending memory was erased meanwhile', () => {
  test('leaves that one out, and what only says the same', () => {
    const { events, result, without } = decided({ state: 'recorded', memoryIds: [pond] })
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
