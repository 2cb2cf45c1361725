import type { Known } from '../commands/transact.js'
import type { DomainEvent } from '../domain/all-events.js'
import { type Counts, type EpisodeEvent, NO_COUNTS } from '../domain/episode.js'
import { type Metadata, notBefore } from '../domain/event.js'
import { eraseAll } from '../domain/memory/erasure.js'
import type { MemoryOf } from '../domain/memory/events.js'
import type { Revision } from '../event-store/event-store.js'
import { asNew, type BankKnown, type Ingest, type IngestOutcome, type PreparedFact } from './context.js'
import { materialHere } from './events.js'
import type { OpenedConflict } from './judging/clash.js'
import { clashesByWords } from './judging/contest.js'
import { type Contradictions, contested, openConflicts, toldOf } from './judging/open-conflicts.js'
import { isStored, outcomeCounts, type Settlement, settle } from './judging/settle.js'
import { observedLessons } from './observed-lessons.js'
import { relate } from './relating/relate.js'
import { judgeReplacements, outOfForce, type Replacements } from './replacing/judge-replacements.js'
import { bySample, duplicatesOf } from './same-claim.js'

export type Plan = {
  readonly events: readonly DomainEvent[]
  readonly counts: Counts
  readonly memoryIds: readonly string[]
  /** The facts that are no duplicates, and what became of each. */
  readonly news: readonly PreparedFact[]
  readonly outcomes: readonly IngestOutcome[]
  /** The facts that are stored. */
  readonly fresh: readonly PreparedFact[]
  readonly conflicts: readonly OpenedConflict[]
}

/** Where the raw material of a large ingest is: in this append itself, or pending since earlier ones. */
export type Material = 'here' | 'pending'

type How = {
  readonly material: Material
  /** Whether facts are compared with what other agents say. */
  readonly contests: boolean
  /** How long a conflict stays open, in milliseconds. */
  readonly expiryMs?: number
}

const HERE: How = { material: 'here', contests: false }

/**
 * How far apart the first places of two ingests are at least: more than an ingest has memories. So a later ingest stands
 * behind an earlier one, also where that one's memories came into the log long before its decision.
 */
const PLACES = 4096

/** The place of the first memory that is decided on what was known at a revision. */
export const firstOrdinalAt = (revision: Revision): number =>
  revision === 'no-stream' ? 0 : (Number(revision) + 1) * PLACES

/** Facts × neighbours → events and counts. Pure: the same knowledge gives the same plan. */
export const plan = (
  ingest: Ingest,
  known: Known<BankKnown>,
  { material, contests, expiryMs = 0 }: How = HERE,
): Plan => {
  const by = metadataOf(ingest, known.state.lastAt)
  const { replaced, duplicates, news, settled } = decidedOn(ingest, known.state, { by, contests })
  const fresh = news.filter(({ memoryId }) => isStored(settled.outcomes.get(memoryId)))
  const deciding = { by, fresh, duplicates, settled, expiryMs, ...replaced }
  const contradictions = contradictionsIn(ingest, deciding, known.state)
  const { waiting } = contradictions
  const firstOrdinal = firstOrdinalAt(known.revision)
  const related = relate(ingest, { by, fresh, settled, waiting, ordinal: firstOrdinal + fresh.length }, known.state)
  const counts = { ...countsOf(ingest, news, settled), ...related.counts }
  const memoryIds = fresh.map(({ memoryId }) => memoryId)
  const raw = material === 'pending' ? [] : materialHere(ingest, fresh, { by, ordinal: firstOrdinal, waiting })
  const activated = material === 'pending' ? activatedOf(fresh, { firstOrdinal, waiting }) : []
  const { lessons = {}, earlier } = known.state
  const outcomes = [...settled.outcomes.values()]
  const told = turnsSaidBefore(ingest, duplicates)
  return {
    events: [
      ...raw,
      ...related.made,
      ...judged(settled, by),
      ...editedAway(ingest, { fresh, waiting, duplicates }, by),
      ingested(by, { counts, memoryIds, told, activated, usage: [], outcomes }),
      ...replaced.updates,
      ...outOfForce(settled, known.state.replacements, by),
      ...contested(standingOf(replaced), contradictions, by),
      ...contradictions.events,
      ...observedLessons(ingest, fresh, { met: lessons, by, contradictions, earlier }),
      ...erasedAgain(ingest, by),
    ],
    ...{ counts, memoryIds, news, fresh, conflicts: contradictions.conflicts.map(toldOf) },
    outcomes: news.map(({ memoryId }) => settled.outcomes.get(memoryId) ?? asNew(memoryId)),
  }
}

/** What each fact is already or comes to. */
const decidedOn = (
  ingest: Ingest,
  known: BankKnown,
  { by, contests }: Pick<How, 'contests'> & { readonly by: Metadata },
) => {
  const near = bySample(known.neighbours)
  const ruled = contests ? clashesByWords(ingest, near) : []
  const worded = new Map(ruled.map((each) => [each.fact.memoryId, each]))
  const replaced = judgeReplacements({ ...ingest, by, worded }, known.replacements)
  const duplicates = ingest.facts.map(({ memoryId, replacement, ...fact }, index) =>
    replacement
      ? [replaced.knownAs.get(memoryId) ?? []].flat()
      : duplicatesOf(fact, ingest.readers, near.get(index) ?? []),
  )
  const news = ingest.facts.filter(({ memoryId }, i) => duplicates[i]?.length === 0 && !ingest.erased.has(memoryId))
  const ofWords = news.flatMap(({ memoryId, replacement }) => (replacement ? [] : (worded.get(memoryId) ?? [])))
  return { replaced, duplicates, news, settled: settle([...replaced.ruled, ...ofWords]) }
}

const standingOf = ({ standing }: Pick<Replacements, 'standing'>) =>
  [...standing].map(([memoryId, version]) => ({ memoryId, version }))

type Deciding = Pick<Replacements, 'knownAs' | 'standing' | 'deferred'> & {
  readonly by: Metadata
  readonly fresh: readonly PreparedFact[]
  /** Of each fact the memories that say the same. */
  readonly duplicates: readonly (readonly string[])[]
  readonly settled: Settlement
  readonly expiryMs: number
}

const contradictionsIn = (
  ingest: Ingest,
  { by, fresh, duplicates, settled, expiryMs, knownAs, standing, deferred }: Deciding,
  { trustOf: trust, earlier }: BankKnown,
): Contradictions => {
  const gone = new Set(settled.closings.map(({ memoryId }) => memoryId))
  return openConflicts(settled, {
    ...{ by, trust, expiryMs, deferred, stored: [...fresh, ...standingOf({ standing })] },
    earlier: (earlier?.waiting ?? []).filter(({ memoryId }) => !gone.has(memoryId)),
    agreeing: ingest.facts.map((fact, i) => ({ said: saidIn(ingest, fact), with: duplicates[i] ?? [] })),
    saidBy: (id) => {
      const fact = ingest.facts.find(({ memoryId }) => (knownAs.get(memoryId) ?? memoryId) === id)
      return fact && { ...saidIn(ingest, fact), memoryId: id, version: (standing.get(id) ?? 0) + 1 }
    },
  })
}

/** What a fact says, to be held against what its agent has waiting. */
const saidIn = (ingest: Ingest, fact: PreparedFact) => {
  const { memoryId, content, speaker } = fact
  return { memoryId, version: 1, content, speaker, readers: ingest.readers, subject: null }
}

const activatedOf = (
  fresh: readonly PreparedFact[],
  { firstOrdinal, waiting }: { readonly firstOrdinal: number; readonly waiting: ReadonlySet<string> },
) =>
  fresh.map(({ memoryId }, i) => ({
    ...{ memoryId, ordinal: firstOrdinal + i },
    ...(waiting.has(memoryId) ? { waits: true as const } : {}),
  }))

type By = Metadata & { readonly episodeId: string }

const judged = ({ verdicts }: Settlement, by: By): readonly DomainEvent[] =>
  verdicts.length === 0 ? [] : [{ type: 'FactsJudged', metadata: by, data: { by: 'rules', verdicts } }]

/** What was made of a message that was edited is superseded by what is made of it now, unless that says the same. */
const editedAway = (
  { edited, extraction: { places = [] }, facts }: Ingest,
  { fresh, waiting, duplicates }: Pick<Deciding, 'fresh' | 'duplicates'> & { readonly waiting: ReadonlySet<string> },
  by: By,
): readonly DomainEvent[] => {
  const stillSaid = new Set(duplicates.flat())
  const gone = edited.flatMap(({ at, made }) => {
    const turn = places.indexOf(at)
    const isOfTurn = ({ turns: [first, last] }: PreparedFact) => first <= turn && turn <= last
    const successor = fresh.find((fact) => isOfTurn(fact) && !waiting.has(fact.memoryId))?.memoryId
    const same = facts.flatMap((fact, i) => (isOfTurn(fact) ? (duplicates[i] ?? []) : []))[0]
    return made.flatMap(({ memoryId, version, isComposite }): MemoryOf<'MemorySuperseded'>[] => {
      if (stillSaid.has(memoryId)) return []
      const metadata = { ...by, memoryId, version: version + 1, reason: isComposite ? 'withdrawn' : 'edited' } as const
      return [{ type: 'MemorySuperseded', metadata, data: { by: isComposite ? null : (successor ?? same ?? null) } }]
    })
  })
  return [...new Map(gone.map((event) => [event.metadata.memoryId, event])).values()]
}

/** Who, when and of which episode; the time never runs backwards within the bank. */
export const metadataOf = (ingest: Ingest, lastAt: string | null): Metadata & { readonly episodeId: string } => ({
  commandId: ingest.commandId,
  userId: ingest.request.scope.userId,
  at: notBefore(lastAt, ingest.now),
  actor: ingest.request.actor,
  episodeId: ingest.episodeId,
})

/** Which turns said what is said by a memory that was not made of them. */
const turnsSaidBefore = (
  { facts, repeats, erased }: Ingest,
  duplicates: readonly (readonly string[])[],
): [number, string][] => {
  const saidBy = new Map(
    facts.map(({ memoryId }, i) => [
      memoryId,
      duplicates[i]?.length ? duplicates[i] : erased.has(memoryId) ? [] : [memoryId],
    ]),
  )
  const told = [
    ...facts.map(({ turns }, i) => ({ turns, by: duplicates[i] ?? [] })),
    ...repeats.map(({ turns, of }) => ({ turns, by: saidBy.get(of) ?? [] })),
  ]
  return told.flatMap(({ turns: [first, last], by }) =>
    by.flatMap((id) => Array.from({ length: last - first + 1 }, (_, i): [number, string] => [first + i, id])),
  )
}

/** Duplicates are counted in none of the outcomes. */
const countsOf = (ingest: Ingest, news: readonly PreparedFact[], settled: Settlement): Counts => ({
  ...NO_COUNTS,
  ...outcomeCounts(news, settled),
  duplicates: ingest.repeats.length + ingest.facts.length - news.length - saidByErased(ingest).length,
})

/** The facts that were erased meanwhile, and those that only say the same. */
const saidByErased = ({ facts, repeats, erased }: Ingest): readonly Pick<PreparedFact, 'turns'>[] => [
  ...facts.filter(({ memoryId }) => erased.has(memoryId)),
  ...repeats.filter(({ of }) => erased.has(of)),
]

/** Where the same was said again, it goes as well. */
const erasedAgain = (ingest: Ingest, by: Metadata & { readonly episodeId: string }): readonly DomainEvent[] => {
  const said = saidByErased(ingest).map(({ turns }) => ({ episodeId: by.episodeId, turns }))
  return eraseAll({ memories: [], said, pending: [], conversations: [] }, by)
}

const ingested = (
  by: Metadata & { readonly episodeId: string },
  data: Extract<EpisodeEvent, { type: 'EpisodeIngested' }>['data'],
): EpisodeEvent => ({ type: 'EpisodeIngested', metadata: by, data })
