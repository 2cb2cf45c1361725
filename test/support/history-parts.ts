import type { DomainEvent } from '../../src/domain/all-events.js'
import type { EpisodeOf } from '../../src/domain/episode.js'
import type { MemoryOf } from '../../src/domain/memory/events.js'
import type { Visibility } from '../../src/domain/scope.js'
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

export { NO_COUNTS as NONE } from '../../src/domain/episode.js'

/** Where erased words were said: in all of its own episode, or in a turn of that and in one of another. */
export const erasedIn = (whole: boolean, own: string, other: string): MemoryOf<'MemoryErased'>['data'] =>
  whole
    ? { whole, turns: [] }
    : {
        whole,
        turns: [
          [own, 0],
          [other, 1],
        ],
      }

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
