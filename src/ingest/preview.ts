import type { Transact } from '../commands/transact.js'
import type { DomainEvent } from '../domain/all-events.js'
import { type Counts, type FactOutcome, NO_COUNTS } from '../domain/episode.js'
import { isErased } from '../domain/event.js'
import type { Paid } from '../domain/extraction.js'
import { isReplacing } from '../domain/memory/replacing.js'
import { isStored } from '../domain/memory/settling.js'
import { dayOf, type Moment } from '../domain/moment.js'
import { ownText } from '../domain/own-text.js'
import type { DerivableEpisode } from '../queries/derivable-episode.js'
import {
  asNew,
  type IngestOutcome,
  type IngestRequest,
  type IngestResult,
  type PreparedFact,
  type PreparedIngest,
} from './context.js'
import type { DeriveDependencies, Derived } from './facts/decide-facts.js'
import { createDerive } from './facts/derive.js'
import { type Fact, factsFound } from './facts/facts.js'
import { decideIngest, type IngestDependencies, prepareIngest, sumOf, untilCurrent } from './ingest.js'
import { readBank } from './read-bank.js'

/** A fact as an ingest would find it, and what would become of it. Nothing has an id yet that the ingest would keep. */
export type PreviewedFact = Pick<PreparedFact, 'content' | 'role' | 'turns' | 'importance'> &
  Pick<Fact, 'memoryType'> &
  Pick<IngestOutcome, 'outcome' | 'reason' | 'replaces'> & {
    readonly moment: Moment
    /** The facts of the same conversation that it would replace, by their places among the facts. */
    readonly replacesFacts: readonly number[]
  }

export type IngestPreview = Counts &
  Pick<IngestResult, 'knownTurns' | 'usage' | 'none'> & { readonly facts: readonly PreviewedFact[] }

/**
 * What a full ingest of this conversation would find and decide now. It takes the same steps and makes the same decision,
 * and throws its events away: nothing is written, and nobody else is held up. Throws what an ingest throws.
 */
export const previewIngest = (
  parts: IngestDependencies & DeriveDependencies,
  request: IngestRequest,
): Promise<IngestPreview> =>
  untilCurrent(parts, request, async (before) => {
    const mode = 'full'
    // What only the next model needs is not paid for.
    const ingest = await prepareIngest({ ...parts, secondaryModels: [] }, request, { before, mode })
    const known = await readBank(parts, { ingest, before })
    const { news, result } = decideIngest(parts, { ingest, before, mode }, { known, material: 'here' })
    const { outcomes = news.map(({ memoryId }) => asNew(memoryId)) } = result
    const told = { ...countedIn(result), facts: factsOf(news, outcomes, ingest.extraction.moment) }
    if (parts.facts === undefined || news.length === 0) return told
    const turns = turnsOf(ingest, news, known.state.trust)
    return withDerived(told, news, await previewFacts(parts, turns))
  })

const countedIn = (result: IngestResult) => {
  const {
    episodeId: _,
    memoryIds: __,
    awaits: ___,
    conflicts: ____,
    outcomes: _____,
    gaveWay: ______,
    ids: _______,
    ...counted
  } = result
  return counted
}

/** There is an outcome for each fact, in the same order. */
const factsOf = (
  news: readonly PreparedFact[],
  outcomes: readonly IngestOutcome[],
  now: Moment,
): readonly PreviewedFact[] => {
  const placeOf = new Map(news.map(({ memoryId }, place) => [memoryId, place]))
  return outcomes.flatMap(({ outcome, reason, replaces }, i) => {
    const fact = news[i]
    if (fact === undefined) return []
    const { content, role, turns, memoryType, importance } = fact
    return {
      content,
      role,
      turns,
      memoryType,
      importance,
      moment: fact.given ?? now,
      outcome,
      reason,
      ...replacing(replaces, placeOf),
    }
  })
}

/** Facts of the same conversation have no ids yet: they are told by their places. */
const replacing = (
  replaced: readonly string[],
  placeOf: ReadonlyMap<string, number>,
): Pick<PreviewedFact, 'replaces' | 'replacesFacts'> => ({
  replaces: replaced.filter((id) => !placeOf.has(id)),
  replacesFacts: replaced.flatMap((id) => placeOf.get(id) ?? []),
})

/** The turns as the memories that they would be. */
const turnsOf = (
  { request, episodeId, readers, extraction, now }: PreparedIngest,
  news: readonly PreparedFact[],
  trust: number,
) => ({
  scope: request.scope,
  episodeId,
  sourceSite: request.sourceSite,
  sessionId: request.sessionId ?? null,
  recordedAt: now,
  memories: news.map((fact, ordinal) => ({
    memoryId: fact.memoryId,
    version: 1,
    status: 'active' as const,
    asSaid: true,
    turns: fact.turns,
    readers,
    isReplacing: isReplacing(fact.replacement),
    said: saidIn(extraction, fact),
    text: ownText(fact),
    speaker: fact.speaker,
    role: fact.role,
    language: fact.language,
    occurredOn: dayOf(fact.given ?? extraction.moment),
    told: fact.given ?? extraction.moment,
    session: request.sessionId ?? episodeId,
    // They would be stored behind all that is there.
    ordinal: Number.MAX_SAFE_INTEGER - news.length + ordinal,
    trust: trust * fact.trust,
    network: fact.network,
  })),
})

/** Its turns, where they came as messages. */
const saidIn = ({ said }: PreparedIngest['extraction'], { turns: [first, last] }: PreparedFact) =>
  said.slice(first, last + 1).flatMap((turn, i) => (turn.role === null ? [] : { ...turn, turn: first + i }))

/** Turns and the facts that would be derived of them. */
const withDerived = (
  told: IngestPreview,
  news: readonly PreparedFact[],
  { counts, usage, none, facts }: Awaited<ReturnType<typeof previewFacts>>,
): IngestPreview => {
  const ids = [...news.map(({ memoryId }) => memoryId), ...facts.map(({ fact }) => fact.memoryId)]
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const derived = facts.map(({ fact, outcome: { outcome, reason, replaces } }): PreviewedFact => {
    const { content, memoryType, importance, basis } = fact
    const turns = basis.flatMap((memory) => memory.turns ?? [])
    return {
      content,
      memoryType,
      importance,
      outcome,
      reason,
      role: basis[0]?.role ?? null,
      turns: [Math.min(...turns), Math.max(...turns)],
      moment: basis.at(-1)?.told ?? { instant: '', offset: null },
      ...replacing(replaces, placeOf),
    }
  })
  return { ...told, ...sumOf(told, counts), usage, none, facts: [...told.facts, ...derived] }
}

/** Turns that are not stored, as the memories that they would be. */
type Turns = Pick<DerivableEpisode, 'scope' | 'episodeId' | 'sourceSite' | 'sessionId' | 'recordedAt' | 'memories'>

/**
 * Derives facts of turns as it would be done after these were stored, by the same steps: what they would write is kept in
 * memory, and thrown away. Each comes with what would become of it. The model is asked and paid for. Throws what deriving throws.
 */
const previewFacts = async (parts: DeriveDependencies, turns: Turns) => {
  let episode = unwritten(turns)
  let found = episode
  const transact: Transact = async ({ read, decide }) => {
    const { events, result } = decide(await read())
    found = episode
    episode = events.reduce(after, episode)
    return { result, position: 'start' }
  }
  const derive = createDerive({ ...parts, transact, episode: async () => episode, secondaryModels: [] })
  const { scope, episodeId } = turns
  const { result } = await derive({ userId: scope.userId, episodeId, answer: (derived) => derived })
  const facts = factsFound(found)
  const outcomeOf = outcomesIn(result, facts)
  return {
    ...result,
    facts: facts.flatMap((fact) => {
      const outcome = outcomeOf(fact.memoryId)
      return outcome === undefined ? [] : [{ fact, outcome }]
    }),
  }
}

const unwritten = (turns: Turns): DerivableEpisode => ({
  ...turns,
  awaits: 'model',
  counts: NO_COUNTS,
  outcomes: [],
  derived: null,
  attempts: 0,
  windows: [],
  elsewhere: [],
  paid: [],
})

/** The episode after an event, as the read models would have it. */
const after = (episode: DerivableEpisode, event: DomainEvent): DerivableEpisode => {
  if (event.type === 'EpisodeExtracted') {
    const { said, by, ...window } = event.data
    const facts = isErased(said) ? null : said.facts
    const paid: readonly Paid[] = by === null ? [] : [{ stage: 'extract', ...by, ...window.usage }]
    const shown = [...window.context, ...window.known].map(([memoryId, version]) => ({ memoryId, version }))
    return {
      ...episode,
      windows: [...episode.windows, { ...window, by, facts }],
      paid: [...episode.paid, ...paid],
      elsewhere: [...episode.elsewhere, ...shown],
    }
  }
  return episode
}

/**
 * What is told of a fact itself or, where it becomes no memory, of the one that it is about, which may be another
 * of these facts with an outcome of its own. Nothing of a duplicate.
 */
const outcomesIn = ({ memoryIds, outcomes }: Derived, facts: readonly Fact[]) => {
  const stored = new Set(memoryIds)
  const factOf = new Map(facts.map((fact) => [fact.memoryId, fact]))
  return (memoryId: string): IngestOutcome | undefined => {
    if (stored.has(memoryId))
      return outcomes.find((each) => each.memoryId === memoryId && isStored(each)) ?? asNew(memoryId)
    const target = factOf.get(memoryId)?.about[0]?.memoryId ?? memoryId
    const isOwn = (each: FactOutcome) => factOf.has(target) && isStored(each)
    return outcomes.find(
      (each) => each.memoryId === memoryId || (each.memoryId === target && each.outcome !== 'stored' && !isOwn(each)),
    )
  }
}
