import type { DomainEvent } from '../../domain/all-events.js'
import { type Counts, type FactOutcome, NO_COUNTS } from '../../domain/episode.js'
import type { Metadata } from '../../domain/event.js'
import type { ExtractionOf, KnownVerdict } from '../../domain/extraction.js'
import { withdraw } from '../../domain/memory/restoring.js'
import type { Memory } from '../../domain/memory/state.js'
import { entitiesOf } from '../ingest/events.js'
import type { Neighbour } from '../ingest/find-neighbours.js'
import type { Ruled } from '../ingest/judging/ruling.js'
import { closed, isStored, outcomeCounts, type Settlement, settle } from '../ingest/judging/settle.js'
import type { Link } from '../ingest/relating/links.js'
import { sayingTheSame } from './candidates.js'
import type { Candidate, DerivableEpisode } from './episode.js'
import { factStored, linksOfFact, reworded } from './fact-events.js'
import type { Fact, Facts } from './facts.js'

/** What the facts of an episode are decided on, all of one moment. */
export type FactsKnown = {
  readonly episode: DerivableEpisode
  readonly near: ReadonlyMap<string, readonly Neighbour[]>
  /** Of the memories that were judged, those in force, by id. */
  readonly judged: ReadonlyMap<string, Candidate>
  /** Of the memories that are to be reworded. */
  readonly states: ReadonlyMap<string, Memory>
  /** Of memories that may be closed or reworded: what is composed of them. */
  readonly composites: readonly { readonly memoryId: string; readonly version: number; readonly of: string }[]
  /** The ordinal of the first of the new memories. */
  readonly firstOrdinal: number
}

export type FactsPlan = {
  readonly events: readonly DomainEvent[]
  readonly derived: ExtractionOf<'FactsDerived'>['data']
  /** Verdicts on memories that have changed since. */
  readonly outdated: readonly KnownVerdict[]
}

export type Deciding = Facts & {
  readonly verdicts: readonly KnownVerdict[]
  readonly unjudged: boolean
  readonly usage: ExtractionOf<'FactsDerived'>['data']['usage']
  readonly by: Metadata & { readonly episodeId: string }
}

/**
 * What becomes of the facts of an episode. Pure. A fact whose basis has changed is void; one that a memory says already
 * is a duplicate; a verdict on a memory that has changed since adds its fact beside it.
 */
export const planFacts = (deciding: Deciding, known: FactsKnown): FactsPlan => {
  const standing = deciding.facts.filter((fact) => restsOnWhatItDid(fact, known.episode))
  const news = standing.filter((fact) => sayingTheSame(fact, known.near).length === 0)
  const versions = versionsOf(known, news)
  const holds = ({ judged }: KnownVerdict) => judged.every(([id, version]) => versions.get(id) === version)
  const settled = settle(rulings(news, deciding.verdicts.filter(holds)))
  const stored = news.filter(({ memoryId }) => isNewMemory(memoryId, settled))
  const links = linksIn(stored, known, settled)
  const duplicates = deciding.repeated + standing.length - news.length
  const derived = {
    counts: countsOf(news, { settled, links: links.length, duplicates, beyond: deciding.beyond.length }),
    memoryIds: [...stored, ...settled.rewordings.map(({ target }) => target)].map(({ memoryId }) => memoryId),
    usage: [...deciding.usage],
    outcomes: [...settled.outcomes.values(), ...deciding.beyond.map(leftOut)],
    unjudged: deciding.unjudged,
    none: news.length > 0 ? null : reasonForNone(known.episode, standing.length + deciding.repeated),
  }
  const events = eventsOf({ stored, news, links, derived, settled }, { deciding, known })
  return { events, derived, outdated: deciding.verdicts.filter((verdict) => !holds(verdict)) }
}

type Planned = Pick<FactsPlan, 'derived'> & {
  readonly stored: readonly Fact[]
  readonly news: readonly Fact[]
  readonly links: Link[]
  readonly settled: Settlement
}

const eventsOf = (
  { stored, news, links, derived, settled }: Planned,
  { deciding, known }: { readonly deciding: Deciding; readonly known: FactsKnown },
): readonly DomainEvent[] => {
  const { by } = deciding
  const rewordings = settled.rewordings.flatMap(({ target, factId }) => {
    const fact = news.find(({ memoryId }) => memoryId === factId)
    const memory = known.states.get(target.memoryId)
    return fact === undefined ? [] : reworded({ fact, memory, by, embedding: deciding })
  })
  const changed = new Set(
    [...settled.closings, ...settled.rewordings.map(({ target }) => target)].map(({ memoryId }) => memoryId),
  )
  const storing = { by, embedding: deciding, episode: known.episode }
  return [
    ...stored.flatMap((fact, i) => factStored({ fact, ...storing, ordinal: known.firstOrdinal + i })),
    ...rewordings,
    ...entitiesOf(stored, by),
    ...(links.length === 0 ? [] : [{ type: 'MemoriesLinked', metadata: by, data: { links } } as const]),
    { type: 'FactsDerived', metadata: by, data: derived },
    ...closed(settled, by),
    ...withdraw(
      known.composites.filter(({ of }) => changed.has(of)),
      by,
    ),
  ]
}

/** All of its basis is in force, in the versions that were read. */
const restsOnWhatItDid = ({ basis }: Fact, { memories }: DerivableEpisode): boolean =>
  basis.every(({ memoryId, version }) =>
    memories.some((now) => now.memoryId === memoryId && now.version === version && now.status === 'active'),
  )

const versionsOf = ({ judged }: FactsKnown, news: readonly Fact[]): ReadonlyMap<string, number> =>
  new Map([
    ...[...judged.values()].map(({ memoryId, version }) => [memoryId, version] as const),
    ...news.map(({ memoryId }) => [memoryId, 1] as const),
  ])

const rulings = (news: readonly Fact[], verdicts: readonly KnownVerdict[]): readonly Ruled[] => {
  const byFact = new Map(verdicts.map((verdict) => [verdict.memoryId, verdict]))
  return news.map((fact) => {
    const verdict = byFact.get(fact.memoryId)
    const [target] = verdict?.judged ?? []
    if (verdict === undefined || target === undefined) return { fact, rulings: [], takesBack: false }
    const { memoryId: _, judged: __, ...found } = verdict
    const [memoryId, version] = target
    return { fact, rulings: [{ target: { memoryId, version }, ...found }], takesBack: verdict.applied === 'retract' }
  })
}

const isNewMemory = (memoryId: string, { outcomes, rewordings }: Settlement): boolean =>
  isStored(outcomes.get(memoryId)) && !rewordings.some(({ factId }) => factId === memoryId)

const linksIn = (stored: readonly Fact[], { near }: FactsKnown, { contests }: Settlement): Link[] => [
  ...contests.map((contest): Link => ({ ...contest, similarity: null })),
  ...stored.flatMap((fact) => linksOfFact(fact, near.get(fact.memoryId) ?? [])),
]

const leftOut = ({ memoryId }: Fact): FactOutcome => ({
  memoryId,
  outcome: 'skipped',
  reason: 'too_many',
  replaces: [],
})

type Counted = {
  readonly settled: Settlement
  readonly links: number
  readonly duplicates: number
  readonly beyond: number
}

const countsOf = (news: readonly Fact[], { settled, links, duplicates, beyond }: Counted): Counts => {
  const told = outcomeCounts(news, settled)
  return {
    ...NO_COUNTS,
    ...told,
    factsExtracted: told.factsExtracted + beyond,
    memoriesSkipped: told.memoriesSkipped + beyond,
    ...{ duplicates, linksCreated: links },
  }
}

const reasonForNone = ({ windows }: DerivableEpisode, found: number): FactsPlan['derived']['none'] => {
  if (found > 0) return 'all_known'
  if (windows.length === 0) return 'nothing_left'
  if (windows.every(({ by }) => by === null)) return 'by_rules'
  const dropped = windows.some((window) => Object.values(window.dropped).some((number) => number > 0))
  return dropped || windows.some(({ facts }) => facts !== null && facts.length > 0) ? 'all_dropped' : 'nothing_found'
}
