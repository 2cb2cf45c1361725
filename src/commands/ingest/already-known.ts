import { inTurns } from '../../concurrency/steps.js'
import { readerGroup, readersOf } from '../../domain/scope.js'
import type { Revision } from '../../event-store/event-store.js'
import type { IngestRequest, NewTurns } from './context.js'
import type { IngestDependencies } from './ingest-parts.js'
import { type Keyed, type KnownTurns, keyedTurns, newTurns } from './transcript.js'

/** What of a request was told before, as of a revision of its user's stream. */
export type KnownBefore = {
  readonly keyed: Keyed | undefined
  readonly turns: KnownTurns
  readonly revision: Revision
}

const NONE: KnownTurns = { known: 0, end: '', episodeId: null }

/** The revision is read first, so what is known is never older than it. */
export const knownBefore = async (parts: IngestDependencies, request: IngestRequest): Promise<KnownBefore> => {
  const { scope } = request
  const keyed = await inTurns(keyedTurns(parts.keyedHashes, request, readerGroup(readersOf(scope, request))))
  const { revision } = await parts.bank(parts.streams.bank(scope.userId))
  return { keyed, revision, turns: keyed ? await parts.knownTurns(scope.userId, keyed) : NONE }
}

/** The same as of another revision. */
export const knownAsOf = async (
  parts: IngestDependencies,
  { scope: { userId } }: IngestRequest,
  { before, revision }: { readonly before: KnownBefore; readonly revision: Revision },
): Promise<KnownBefore> => {
  const { keyed } = before
  if (keyed === undefined || revision === before.revision) return before
  return { keyed, revision, turns: await parts.knownTurns(userId, keyed) }
}

/** Whether what is new of the request is still the same. A single turn is always new. */
export const isStillNew = ({ keyed, turns }: KnownBefore, now: KnownBefore): boolean =>
  keyed === undefined || keyed.keys.length === 1 || (turns.known === now.turns.known && turns.end === now.turns.end)

/** Whether all of its turns were told before. */
export const isAlreadyKnown = ({ keyed, turns }: KnownBefore): boolean =>
  keyed !== undefined && turns.episodeId !== null && newTurns(keyed, turns).transcript.keys.length === 0

export const newIn = ({
  keyed,
  turns,
}: KnownBefore): { readonly transcript: NewTurns | null; readonly from: number } =>
  keyed === undefined ? { transcript: null, from: 0 } : newTurns(keyed, turns)
