import { NO_COUNTS } from '../../domain/episode.js'
import { eraseLeftovers } from '../../domain/memory/erasure.js'
import type { StreamName } from '../../event-store/event-store.js'
import { abandonEpisode, type PendingEpisode } from '../abandon-episode.js'
import type { Decision, Done, Known } from '../transact.js'
import { appendParts } from './append-chunks.js'
import type { BankKnown, Ingest, PreparedFact } from './context.js'
import type { IngestParts } from './ingest-parts.js'
import { metadataOf } from './plan.js'
import type { IngestResult } from './request.js'

/** What an ingest has prepared is no longer what there is to do: it is prepared anew. */
export class Outdated extends Error {}

/** What was known before the ingest appended so many events of its own: where nobody else wrote meanwhile, it still holds. */
export type EarlierRead<State> = { readonly known: Known<State>; readonly appended: number }

type Large<State> = {
  readonly ingest: Ingest
  readonly stream: StreamName
  readonly read: (earlier?: EarlierRead<State>) => Promise<Known<State>>
  /** With the facts that are stored. Of what was written as pending, some may have been erased: it stays so. */
  readonly decide: (
    known: Known<State>,
    erased?: ReadonlySet<string>,
  ) => Decision<IngestResult> & { readonly fresh: readonly PreparedFact[] }
}

type Read<State> = { readonly state: State; readonly episode: PendingEpisode | undefined }

/**
 * An ingest of several appends. What is known already is left out before anything is written, and looked for again in the
 * decision: where a fact's twin has gone meanwhile, or somebody has given the episode up, all begins anew.
 */
export const ingestLarge = async <State extends Pick<BankKnown, 'lastAt'>>(
  parts: IngestParts,
  { ingest, stream, read, decide }: Large<State>,
): Promise<Done<IngestResult>> => {
  const { once, scope } = ingest.request
  // What is over the quota already is refused before the log is filled with its parts.
  const known = await read()
  const { fresh } = decide(known)
  const written = new Set(fresh.map(({ memoryId }) => memoryId))
  const appended = await appendParts(parts, stream, { ...ingest, facts: fresh })
  const readWith = async () => {
    const { revision, state } = await read({ known, appended: appended.events })
    return { revision, state: { state, episode: await parts.pending(scope.userId, ingest.episodeId) } }
  }
  const decideOn = ({ revision, state: { state, episode } }: Known<Read<State>>) => {
    if (episode?.ended) return endedBefore(ingest, state.lastAt, episode)
    const left = new Set(episode?.memoryIds)
    const erased = new Set([...written].filter((id) => !left.has(id)))
    const decision = decide({ revision, state }, erased)
    if (!episode || decision.fresh.some(({ memoryId }) => !written.has(memoryId))) throw new Outdated()
    return { events: decision.events, result: decision.result }
  }
  // The decision waits until the read models have taken in the parts, too.
  const signal = AbortSignal.timeout(parts.timeoutMs * (1 + appended.parts))
  try {
    const after = appended.position
    return await parts.transact({ stream, after, read: readWith, decide: decideOn, once }, signal)
  } catch (error) {
    if (error instanceof Outdated) await abandonEpisode(parts, { userId: scope.userId, episodeId: ingest.episodeId })
    throw error
  }
}

/** The episode was deleted meanwhile: nothing of it is stored, and what came after goes, too. */
const endedBefore = (ingest: Ingest, lastAt: string | null, { memoryIds }: PendingEpisode): Decision<IngestResult> => ({
  events: eraseLeftovers(memoryIds, metadataOf(ingest, lastAt)),
  result: { episodeId: ingest.episodeId, knownTurns: ingest.known, ...NO_COUNTS, memoryIds: [] },
})
