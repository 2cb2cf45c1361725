import { type Counts, NO_COUNTS } from '../../domain/episode.js'
import type { IngestOutcome, IngestRequest, IngestResult, PreparedFact } from './context.js'
import { type IngestDependencies, prepareIngest, untilCurrent } from './ingest.js'
import { recipes } from './stages.js'
import { isAlreadyKnown } from './transcript.js'

/** A fact as an ingest would find it, and what would become of it. Nothing has an id yet that the ingest would keep. */
export type PreviewedFact = Pick<PreparedFact, 'content' | 'role' | 'turns' | 'memoryType' | 'importance'> &
  Pick<IngestOutcome, 'outcome' | 'reason' | 'replaces'> & {
    /** ISO 8601 */
    readonly observedAt: string
    /** What it says of single-valued attributes. */
    readonly claims: readonly { readonly subject: string; readonly attribute: string; readonly value: string }[]
    /** The facts of the same conversation that it would replace, by their places among the facts. */
    readonly replacesFacts: readonly number[]
  }

export type IngestPreview = Counts & Pick<IngestResult, 'knownTurns'> & { readonly facts: readonly PreviewedFact[] }

/**
 * What a full ingest of this conversation would find and decide now. It runs the same stages and makes the same decision,
 * and throws its events away: nothing is written, and nobody else is held up. Throws what an ingest throws.
 */
export const createPreview = (dependencies: IngestDependencies) => {
  // What only the next model needs is not paid for.
  const recipe = recipes({ ...dependencies, secondaryModels: [], derivesFacts: false }).full
  return (request: IngestRequest): Promise<IngestPreview> =>
    untilCurrent(dependencies, request, async (before) => {
      if (isAlreadyKnown(before)) return { ...NO_COUNTS, knownTurns: before.turns.known, facts: [] }
      const { ingest, read, decideOn } = await prepareIngest(dependencies, { request, recipe, before })
      const { news, result } = decideOn('here')(await read())
      const { episodeId: _, memoryIds: __, outcomes = [], ...counted } = result
      return { ...counted, facts: factsOf(news, outcomes, ingest.extraction.observedAt) }
    })
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
    const { content, role, turns, memoryType, importance, statement } = fact
    const claims = (statement?.claims ?? []).map(({ subject, attribute, value }) => ({ subject, attribute, value }))
    return {
      ...{ content, role, turns, memoryType, importance, observedAt: fact.observedAt ?? observedAt, claims },
      ...{ outcome, reason },
      replaces: replaces.filter((id) => !placeOf.has(id)),
      replacesFacts: replaces.flatMap((id) => placeOf.get(id) ?? []),
    }
  })
}
