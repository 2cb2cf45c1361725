import type { StreamName } from '../../event-store/event-store.js'
import { abandonEpisode } from '../abandon-episode.js'
import type { Decision, Done, Known } from '../transact.js'
import type { Ingest, PreparedFact } from './context.js'
import type { IngestParts } from './ingest-parts.js'
import { appendParts } from './parts.js'
import type { IngestResult } from './request.js'

/** What an ingest has prepared is no longer what there is to do: it is prepared anew. */
export class Outdated extends Error {}

type Large<State> = {
  readonly ingest: Ingest
  readonly stream: StreamName
  readonly read: () => Promise<Known<State>>
  /** With the facts that are stored. */
  readonly decide: (known: Known<State>) => Decision<IngestResult> & { readonly fresh: readonly PreparedFact[] }
}

/**
 * An ingest of several appends. What is known already is left out before anything is written, and looked for again in the
 * decision: where a fact's twin has gone meanwhile, or somebody has given the episode up, all begins anew.
 */
export const ingestLarge = async <State>(
  parts: IngestParts,
  { ingest, stream, read, decide }: Large<State>,
): Promise<Done<IngestResult>> => {
  const { once, scope } = ingest.request
  // What is over the quota already is refused before the log is filled with its parts.
  const { fresh } = decide(await read())
  const written = new Set(fresh.map(({ memoryId }) => memoryId))
  const appended = await appendParts(parts, stream, { ...ingest, facts: fresh })
  const readWith = async () => {
    const { revision, state } = await read()
    return { revision, state: { state, pending: (await parts.pending(scope.userId, ingest.episodeId)) !== undefined } }
  }
  const decideOn = ({ revision, state: { state, pending } }: Known<{ state: State; pending: boolean }>) => {
    const decision = decide({ revision, state })
    if (!pending || decision.fresh.some(({ memoryId }) => !written.has(memoryId))) throw new Outdated()
    return { events: decision.events, result: decision.result }
  }
  // The decision waits until the read models have taken in the parts, too.
  const signal = AbortSignal.timeout(parts.timeoutMs * (1 + appended))
  try {
    return await parts.transact({ stream, read: readWith, decide: decideOn, once }, signal)
  } catch (error) {
    if (error instanceof Outdated) await abandonEpisode(parts, { userId: scope.userId, episodeId: ingest.episodeId })
    throw error
  }
}
