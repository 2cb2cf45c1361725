import type { Counts } from '../domain/episode.js'
import { ownText } from '../domain/memory/events.js'
import {
  asNew,
  type Ingest,
  type IngestOutcome,
  type IngestRequest,
  type IngestResult,
  type PreparedFact,
} from './context.js'
import type { FactPreview, FactsPreview } from './facts/preview-facts.js'
import { type IngestDependencies, ofKnownTurns, prepareIngest, untilCurrent } from './ingest.js'
import { isAlreadyKnown } from './known-turns/transcript.js'
import { recipes } from './stages.js'
import { sumOf } from './with-facts.js'

/** A fact as an ingest would find it, and what would become of it. Nothing has an id yet that the ingest would keep. */
export type PreviewedFact = Pick<PreparedFact, 'content' | 'role' | 'turns' | 'importance'> &
  Pick<FactPreview['fact'], 'memoryType'> &
  Pick<IngestOutcome, 'outcome' | 'reason' | 'replaces'> & {
    /** ISO 8601 */
    readonly observedAt: string
    /** The facts of the same conversation that it would replace, by their places among the facts. */
    readonly replacesFacts: readonly number[]
  }

export type IngestPreview = Counts &
  Pick<IngestResult, 'knownTurns' | 'usage' | 'none'> & { readonly facts: readonly PreviewedFact[] }

/**
 * What a full ingest of this conversation would find and decide now. It runs the same stages and makes the same decision,
 * and throws its events away: nothing is written, and nobody else is held up. Throws what an ingest throws.
 */
export const createPreview = (dependencies: IngestDependencies) => {
  // What only the next model needs is not paid for.
  const recipe = recipes({ ...dependencies, secondaryModels: [], derivesFacts: dependencies.facts !== undefined }).full
  return (request: IngestRequest): Promise<IngestPreview> =>
    untilCurrent(dependencies, request, async (before) => {
      if (isAlreadyKnown(before)) {
        const { read, decide } = ofKnownTurns(dependencies, { request, recipe, before })
        return { ...countedIn(decide(await read(true)).result), facts: [] }
      }
      const { ingest, read, decideOn } = await prepareIngest(dependencies, { request, recipe, before })
      const known = await read(true)
      const { news, result } = decideOn('here')(known)
      const { outcomes = news.map(({ memoryId }) => asNew(memoryId)) } = result
      const told = { ...countedIn(result), facts: factsOf(news, outcomes, ingest.extraction.observedAt) }
      if (dependencies.facts === undefined) return told
      const turns = turnsOf({ ...ingest, trust: known.state.trust }, news)
      return withDerived(told, news, await dependencies.facts.preview(turns))
    })
}

const countedIn = (result: IngestResult) => {
  const { episodeId: _, memoryIds: __, awaits: ___, conflicts: ____, outcomes: _____, ...counted } = result
  return counted
}

/** There is an outcome for each fact, in the same order. */
const factsOf = (
  news: readonly PreparedFact[],
  outcomes: readonly IngestOutcome[],
  observedAt: string,
): readonly PreviewedFact[] => {
  const placeOf = new Map(news.map(({ memoryId }, place) => [memoryId, place]))
  return outcomes.flatMap(({ outcome, reason, replaces }, i) => {
    const fact = news[i]
    if (fact === undefined) return []
    const { content, role, turns, memoryType, importance } = fact
    return {
      ...{ content, role, turns, memoryType, importance, observedAt: fact.observedAt ?? observedAt },
      ...{ outcome, reason },
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
const turnsOf = ({ request, episodeId, readers, trust, extraction, now }: Ingest, news: readonly PreparedFact[]) => ({
  ...{ scope: request.scope, episodeId, sourceSite: request.sourceSite, sessionId: request.sessionId ?? null },
  recordedAt: now,
  memories: news.map((fact, ordinal) => ({
    ...{ memoryId: fact.memoryId, version: 1, status: 'active' as const, asSaid: true, turns: fact.turns, readers },
    isReplacing: fact.replacement !== undefined,
    said: saidIn(extraction, fact),
    ...{ text: ownText(fact), speaker: fact.speaker, role: fact.role, language: fact.language },
    occurredOn: fact.observedAt?.slice(0, 10) ?? extraction.observedOn,
    observedAt: fact.observedAt ?? extraction.observedAt,
    session: request.sessionId ?? episodeId,
    // They would be stored behind all that is there.
    ordinal: Number.MAX_SAFE_INTEGER - news.length + ordinal,
    ...{ trust: trust * fact.trust, network: fact.network },
  })),
})

/** Its turns, where they came as messages. */
const saidIn = ({ said }: Ingest['extraction'], { turns: [first, last] }: PreparedFact) =>
  said.slice(first, last + 1).flatMap((turn, i) => (turn.role === null ? [] : { ...turn, turn: first + i }))

/** Turns and the facts that would be derived of them. */
const withDerived = (
  told: IngestPreview,
  news: readonly PreparedFact[],
  { counts, usage, none, turns, facts }: FactsPreview,
): IngestPreview => {
  const ids = [...news.map(({ memoryId }) => memoryId), ...facts.map(({ fact }) => fact.memoryId)]
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const judged = told.facts.map((turn, place): PreviewedFact => {
    const ruled = turns.get(ids[place] ?? '')
    if (ruled === undefined) return turn
    const { outcome, reason, replaces } = ruled
    return { ...turn, outcome, reason, ...replacing(replaces, placeOf) }
  })
  const derived = facts.map(({ fact, outcome: { outcome, reason, replaces } }): PreviewedFact => {
    const { content, memoryType, importance, basis } = fact
    const turns = basis.flatMap((memory) => memory.turns ?? [])
    return {
      ...{ content, memoryType, importance, outcome, reason },
      role: basis[0]?.role ?? null,
      turns: [Math.min(...turns), Math.max(...turns)],
      observedAt: basis.at(-1)?.observedAt ?? '',
      ...replacing(replaces, placeOf),
    }
  })
  return { ...told, ...sumOf(told, counts), ...{ usage, none }, facts: [...judged, ...derived] }
}
