import type { DomainEvent } from '../../domain/all-events.js'
import { embeddedByEach } from '../../domain/embedding.js'
import { type Counts, type FactOutcome, NO_COUNTS } from '../../domain/episode.js'
import type { ExtractionOf } from '../../domain/extraction.js'
import { mentioned } from '../../domain/memory/decisions.js'
import { AS_SAID, type Evidence, observed } from '../../domain/memory/events.js'
import { outcomeCounts, type Settlement } from '../../domain/memory/settling.js'
import type { Character, Memory } from '../../domain/memory/state.js'
import type { Neighbour } from '../../memory-index/similar-memories.js'
import type { DerivableEpisode } from '../../queries/derivable-episode.js'
import { type EpisodeMetadata, wordsOf } from '../events.js'
import { LINKS_OF_A_MEMORY, type Link, linksOf } from '../relate.js'
import { dayOf, type Embedding, type Fact, windowsInForce } from './facts.js'

type StoredFact = {
  readonly fact: Fact
  readonly by: EpisodeMetadata
  readonly embedding: Embedding
  readonly episode: DerivableEpisode
  readonly ordinal: number
  /** Whether it contradicts a memory of another agent. */
  readonly waits: boolean
}

/** The first version of a derived fact. It stands apart from the turns, so that it is no neighbour of theirs. */
export const factStored = ({ fact, by, embedding, episode, ordinal, waits }: StoredFact): readonly DomainEvent[] => {
  const { memoryId, basis, readers } = fact
  const last = basis.at(-1)
  const latest = basis.toSorted((a, b) => (a.told.instant < b.told.instant ? -1 : 1)).at(-1)
  const turns = basis.flatMap((memory) => memory.turns ?? [])
  const roles = new Set(basis.map(({ role }) => role))
  return [
    {
      type: 'MemoryStored',
      metadata: { ...by, memoryId, version: 1, reason: 'extracted_by_model' },
      data: {
        ...readers,
        status: waits ? 'needs_clarification' : 'active',
        sourceSite: episode.sourceSite,
        sessionId: episode.sessionId,
        place: { session: `${last?.session ?? episode.episodeId} ${FACTS}`, ordinal },
        ...observed(latest?.told ?? { instant: by.at, offset: null }),
        occurredOn: dayOf(fact),
        role: roles.size === 1 ? (last?.role ?? null) : null,
        turns: turns.length === 0 ? null : [Math.min(...turns), Math.max(...turns)],
        ...characterOf(fact),
      },
    },
    ...embeddedByEach(embedding, { ...by, memoryId }, { of: 1, key: memoryId, vector: fact.vector }),
  ]
}

/** What the facts of a session are told apart from its turns by. */
const FACTS = 'facts'

/** An earlier fact takes over the more precise words of a new one, and rests on the basis of both. */
export const reworded = (
  fact: Fact,
  memory: Memory | undefined,
  { by, embedding }: Pick<StoredFact, 'by' | 'embedding'>,
): readonly DomainEvent[] => {
  if (memory === undefined || memory.status !== 'active') return []
  const { memoryId, version } = memory
  const evidence = [...memory.character.evidence, ...evidenceOf(fact)]
  const metadata = { ...by, memoryId, version: version + 1, reason: 'more_precise' } as const
  return [
    { type: 'MemoryUpdated', metadata, data: { ...characterOf(fact), evidence } },
    ...embeddedByEach(embedding, { ...by, memoryId }, { of: version + 1, key: fact.memoryId, vector: fact.vector }),
    ...mentioned(fact.entities, memoryId, by),
  ]
}

const characterOf = (fact: Fact): Character => ({
  memoryType: fact.memoryType,
  network: fact.network,
  language: fact.language,
  importance: fact.importance,
  // No more than what it rests on.
  trust: fact.trust * Math.min(...fact.basis.map(({ trust }) => trust)),
  claimType: fact.claimType,
  evidence: evidenceOf(fact),
  said: {
    ...wordsOf(fact),
    ...AS_SAID,
    headline: fact.headline,
    overview: fact.overview,
    valid: fact.valid,
    metadata: {},
  },
})

/** What supports it; and without a stretch what its words come from besides, so that they go with it. */
const evidenceOf = ({ evidence, drawn }: Fact): Evidence => [
  ...evidence,
  ...drawn.map((memoryId) => ({ memoryId, start: 0, end: 0 })),
]

/** What was decided, what the facts rest on, and the memories that are most like them. */
export const linksIn = (
  stored: readonly Fact[],
  { near, found }: { readonly near: ReadonlyMap<string, readonly Neighbour[]>; readonly found: readonly Fact[] },
  { contests, repetitions }: Pick<Settlement, 'contests' | 'repetitions'>,
): Link[] => {
  const supporting = repetitions.flatMap(({ factId, target }) => {
    const fact = found.find(({ memoryId }) => memoryId === factId)
    return (fact?.basis ?? []).map(({ memoryId: to }) => ({ from: target.memoryId, to, kind: 'evidence' as const }))
  })
  const basisOf = new Map(stored.map(({ memoryId, basis }) => [memoryId, new Set(basis.map((each) => each.memoryId))]))
  const evidence = [...basisOf].flatMap(([from, basis]) =>
    [...basis].slice(0, LINKS_OF_A_MEMORY).map((to) => ({ from, to, kind: 'evidence' as const })),
  )
  const neighbours = stored.flatMap(({ memoryId }, sample) =>
    (near.get(memoryId) ?? []).filter(({ id }) => !basisOf.get(memoryId)?.has(id)).map((each) => ({ ...each, sample })),
  )
  const links = { fresh: stored, contests: [...contests, ...evidence, ...supporting] }
  return [...linksOf({ facts: stored, pairs: [] }, links, neighbours)]
}

type DerivedData = ExtractionOf<'FactsDerived'>['data']

type DecidedFacts = {
  /** The facts that are no duplicates, and of these the new memories. */
  readonly news: readonly Fact[]
  readonly stored: readonly Fact[]
  readonly settled: Settlement
  readonly beyond: readonly Fact[]
}

/** What is told of the facts of an episode: of outcomes those that are not plainly stored. */
export const tellFacts = (
  { news, stored, settled, beyond }: DecidedFacts,
  counted: { readonly links: number; readonly duplicates: number },
): Pick<DerivedData, 'counts' | 'memoryIds' | 'outcomes'> => {
  const told = outcomeCounts(news, settled)
  const counts: Counts = {
    ...NO_COUNTS,
    ...told,
    factsExtracted: told.factsExtracted + beyond.length,
    memoriesSkipped: told.memoriesSkipped + beyond.length,
    duplicates: counted.duplicates,
    linksCreated: counted.links,
  }
  return {
    counts,
    memoryIds: [...stored, ...settled.rewordings.map(({ target }) => target)].map(({ memoryId }) => memoryId),
    outcomes: [...news.flatMap(({ memoryId }) => settled.outcomes.get(memoryId) ?? []), ...beyond.map(leftOut)],
  }
}

const leftOut = ({ memoryId }: Fact): FactOutcome => ({
  memoryId,
  outcome: 'skipped',
  reason: 'too_many',
  replaces: [],
})

/** Why there is no fact, `found` having been found and said before. */
export const reasonForNone = (episode: DerivableEpisode, found: number): DerivedData['none'] => {
  if (found > 0) return 'all_known'
  if (episode.windows.length === 0) return 'nothing_left'
  const windows = windowsInForce(episode)
  if (windows.length === 0) return 'evidence_changed'
  if (windows.every(({ by }) => by === null)) return 'by_rules'
  const dropped = windows.some((window) => Object.values(window.dropped).some((number) => number > 0))
  return dropped || windows.some(({ facts }) => facts !== null && facts.length > 0) ? 'all_dropped' : 'nothing_found'
}
