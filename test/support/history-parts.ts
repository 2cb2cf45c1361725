import type { DomainEvent } from '../../src/domain/all-events.js'
import { type EpisodeOf, NO_COUNTS } from '../../src/domain/episode.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import { isRecallEvent } from '../../src/domain/recall.js'
import type { Visibility } from '../../src/domain/scope.js'
import type { UserErased } from '../../src/domain/user.js'
import { samples } from './samples.js'

export const WORDS = [
  ...(['tea', 'green', 'Lisbon', 'Anna', 'moved', 'bicycle', 'not', '42', 'violin', 'why', 'garden'] as const),
  'blue',
]

type By = MemoryOf<'MemoryStored'>['metadata'] & { readonly episodeId: string }
type OfEpisode = Omit<By, 'memoryId' | 'version'>

/** What follows from a memory of these words: it names those with a capital, and is linked to another. */
export const namesAndLinks = (
  words: readonly string[],
  other: string,
  { version: _, memoryId, ...by }: By,
): readonly DomainEvent[] => {
  const names = [...new Set(words)].filter((word) => /^\p{Lu}/u.test(word))
  const mentions = names.map((name) => ({ memoryId, said: { name, type: 'person' as const } }))
  const links = [{ from: memoryId, to: other, kind: 'similar' as const, similarity: words.length / 10 }]
  return [
    { type: 'EntitiesMentioned', metadata: by, data: { mentions } },
    { type: 'MemoriesLinked', metadata: by, data: { links } },
  ]
}

/** One of five kinds of readers. */
export const readersOf = (n: number) => {
  const visibility: readonly (Visibility | null)[] = [null, 'workspace', 'agent_only', 'restricted', null]
  return {
    workspaceId: n === 0 ? null : 'w',
    agentId: n === 0 ? null : n === 4 ? 'b' : 'a',
    visibility: visibility[n] ?? null,
    grantedTo: n === 3 ? ['b', 'c'] : [],
  }
}

type Activated = EpisodeOf<'EpisodeIngested'>['data']['activated'][number]

/** The end of an ingest whose one memory replaces another. */
export const ingested = (by: OfEpisode, one: Activated, other: string): EpisodeOf<'EpisodeIngested'> => ({
  type: 'EpisodeIngested',
  metadata: by,
  data: {
    counts: NO_COUNTS,
    memoryIds: [],
    told: [
      [1, other, { at: '2025-12-31T10:00:00.000Z' }],
      [3, other, { from: 2 }],
      [4, other],
    ],
    activated: [one],
    usage: [],
    outcomes: [{ memoryId: one.memoryId, outcome: 'stored', reason: 'late_value', replaces: [other] }],
  },
})

/** Where erased words were said: in a turn of its own episode, and in one of another. */
export const erasedIn = (own: string, other: string): MemoryOf<'MemoryErased'>['data'] => ({
  turns: [
    [own, 0],
    [other, 1],
  ],
})

/** Many at once, with a turn of the first one's episode and all of another. */
export const wiped = (by: OfEpisode, memories: [string, number][], other: string): MemoryOf<'MemoriesErased'> => ({
  type: 'MemoriesErased',
  metadata: by,
  data: {
    memories,
    pending: [],
    episodes: [
      [by.episodeId, [[1, 1]]],
      [other, null],
    ],
  },
})

/** A telling of one memory is gone, and that of another, which it does not have; where it was the first, the next has its place. */
export const toldElsewhere = (
  by: OfEpisode,
  [memoryId, other]: readonly [string, string],
  turn: number,
): MemoryOf<'TellingsRemoved'> => ({
  type: 'TellingsRemoved',
  metadata: { ...by, reason: 'requested' },
  data: {
    tellings: [
      [memoryId, by.episodeId, turn],
      [other, by.episodeId, 1],
    ],
    first: [
      {
        memoryId,
        episodeId: other,
        turns: [2, 3],
        sourceSite: 'mail',
        sessionId: 'session 2',
        observedAt: '2026-01-02T00:00:00.000Z',
        occurredOn: '2026-01-02',
      },
    ],
  },
})

export const blanked = (by: OfEpisode, pending: string[]): EpisodeOf<'EpisodesDeleted'> => ({
  type: 'EpisodesDeleted',
  metadata: by,
  data: { episodes: [[by.episodeId, [[0, 0]]]], pending },
})

/** What is worked out about an episode before its end. */
export const workedOut = (by: OfEpisode, memoryId: string, other: string): readonly DomainEvent[] => {
  const { EpisodeExtracted: extracted, EpisodeFailed: failed, FactsJudged: judged } = samples
  if (extracted?.type !== 'EpisodeExtracted' || failed?.type !== 'EpisodeFailed' || judged?.type !== 'FactsJudged')
    throw new Error('the samples have changed')
  const verdicts = judged.data.verdicts.map((verdict) => ({
    ...verdict,
    memoryId,
    judged: [[other, 1] as [string, number]],
  }))
  return [
    { ...extracted, metadata: by },
    { ...extracted, metadata: by, data: { ...extracted.data, window: 1, by: null } },
    { ...failed, metadata: by },
    { ...judged, metadata: by, data: { ...judged.data, verdicts } },
  ]
}

/** All that there is of a user goes. */
export const farewell = ({ episodeId: _, ...by }: OfEpisode): UserErased => {
  const { UserErased: sample } = samples
  if (sample?.type !== 'UserErased') throw new Error('the samples have changed')
  return { ...sample, metadata: by }
}

type Appends = readonly (readonly DomainEvent[])[]

/** The same appends, in which each farewell says which part of its user's streams it erases. */
export const withStretches = (appends: Appends): Appends => {
  const streams = new Map<string, { from: number; next: number }>()
  const streamOf = (name: string) => {
    const stream = streams.get(name) ?? { from: 0, next: 0 }
    streams.set(name, stream)
    return stream
  }
  const stretchOf = (name: string) => {
    const { from, next } = streamOf(name)
    return next === 0 ? null : { from: Math.min(from, next - 1), to: next - 1 }
  }
  return appends.map((events) =>
    events.map((event) => {
      if (!('userId' in event.metadata)) return event
      const { userId } = event.metadata
      const [bank, recalls] = [`bank ${userId}`, `recalls ${userId}`]
      const at = streamOf(isRecallEvent(event) ? recalls : bank)
      const told =
        event.type === 'UserErased'
          ? { ...event, data: { ...event.data, bank: stretchOf(bank), recalls: stretchOf(recalls) } }
          : event
      at.next += 1
      if (event.type === 'UserErased') for (const one of [at, streamOf(recalls)]) one.from = one.next
      return told
    }),
  )
}

/** What an append of a random history may do; storing thrice as often as all else. */
export const VERBS = [
  ...(['store', 'store', 'store', 'pend', 'update', 'share', 'delete', 'supersede', 'restore'] as const),
  ...(['clarify', 'erase', 'recall', 'purge', 'wipe', 'blank', 'extract', 'contest'] as const),
] as const

/** A conflict about a memory and another, and what somebody makes of it; a `late` one is resolved before it is opened. */
export const contested = (by: OfEpisode, [memoryId, other]: readonly [string, string], late: boolean) => {
  const { ConflictOpened: opened, ConflictResolved: resolved } = samples
  if (opened?.type !== 'ConflictOpened' || resolved?.type !== 'ConflictResolved')
    throw new Error('the samples have changed')
  const metadata = { ...by, conflictId: memoryId }
  const existing = { ...opened.data.existing, memoryId: other }
  const first = { ...opened, metadata, data: { ...opened.data, existing, new: { ...opened.data.new, memoryId } } }
  return late ? [{ ...resolved, metadata }, first] : [first, { ...resolved, metadata }]
}
