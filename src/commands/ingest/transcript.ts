import { inTurns } from '../../concurrency/steps.js'
import { readerGroup, readersOf } from '../../domain/scope.js'
import type { Revision, StreamName, Streams } from '../../event-store/event-store.js'
import type { KeyedHashes } from '../store-secrets.js'
import type { Known } from '../transact.js'
import type { IngestRequest, NewTurns } from './context.js'
import { type Keyed, keyedTurns } from './keyed-turns.js'

/** What a request shares with what was taken in before: its first so many turns, and some of those behind them. */
type KnownTurns = {
  readonly known: number
  /** The name of the conversation up to there. */
  readonly end: string
  /** The episode with the last of all known turns. */
  readonly episodeId: string | null
  /** The known turns behind the first, by their places; between them stand new ones. */
  readonly later: readonly number[]
}

type Transcript = Pick<Keyed, 'id' | 'keys' | 'whole' | 'inSession' | 'isTelling' | 'isSummary' | 'saidAt'> & {
  readonly stream: StreamName
  /** ISO 8601 */
  readonly now: string
}

/**
 * Which of these turns were ingested before: the first ones from the beginning of the transcript on, and those that stand
 * before the last one of it. Of a single turn none is known; it goes on where the transcript ends. Of an exchange that is
 * told anew none is known, either. With the revision of the read models before that was read.
 */
type FindKnownTurns = (
  userId: string,
  transcript: Transcript,
) => Promise<Pick<Known<unknown>, 'revision'> & { readonly turns: KnownTurns }>

/** Where what is new of a request begins, and what behind that is not. */
type News = {
  readonly transcript: NewTurns
  readonly from: number
  /** The messages or lines of known turns behind the first new one. */
  readonly leftOut: ReadonlySet<number>
}

/** What is left of the turns when these are known; `from` is the message or line with which it begins. */
const newTurns = (keyed: Keyed, { known, end, episodeId, later }: KnownTurns): News => {
  const { id, keys, at, least } = keyed
  const context = at.filter((place) => place < least).length
  const base = Math.max(known, context)
  const isKnown = new Set(later)
  const places = keys.map((_, place) => place)
  const first = places.find((place) => place >= base && !isKnown.has(place)) ?? keys.length
  return {
    transcript: {
      ...{ id, base: end, continues: episodeId },
      keys: first === keys.length ? [] : keys.slice(base),
    },
    from: first === 0 ? 0 : (at[first] ?? Number.MAX_SAFE_INTEGER),
    leftOut: new Set(later.filter((place) => place > first).flatMap((place) => linesOf(keyed, place))),
  }
}

/** Up to where the next turn begins. */
const linesOf = ({ at, end }: Keyed, place: number): readonly number[] => {
  const first = at[place] ?? 0
  return Array.from({ length: (at[place + 1] ?? end) - first }, (_, i) => first + i)
}

/** What a look-up of known turns needs. */
export type TranscriptDependencies = {
  readonly keyedHashes: KeyedHashes
  readonly streams: Streams
  /** ISO 8601 */
  readonly now: () => string
  readonly bank: (stream: string) => Promise<Known<string | null>>
  readonly knownTurns: FindKnownTurns
}

/** What of a request was ingested before, as of a revision of its user's stream. */
export type KnownBefore = {
  readonly keyed: Keyed | undefined
  readonly turns: KnownTurns
  readonly revision: Revision
}

const NONE: KnownTurns = { known: 0, end: '', episodeId: null, later: [] }

/** The revision is read first, so what is known is never older than it. */
export const knownBefore = async (
  dependencies: TranscriptDependencies,
  request: IngestRequest,
): Promise<KnownBefore> => {
  const { scope } = request
  const keyed = await inTurns(keyedTurns(dependencies.keyedHashes, request, readerGroup(readersOf(scope, request))))
  const stream = dependencies.streams.bank(scope.userId)
  if (keyed === undefined) return { keyed, revision: (await dependencies.bank(stream)).revision, turns: NONE }
  return { keyed, ...(await dependencies.knownTurns(scope.userId, { stream, now: dependencies.now(), ...keyed })) }
}

/** The same as of another revision. */
export const knownAsOf = async (
  dependencies: TranscriptDependencies,
  { scope: { userId } }: IngestRequest,
  { before, revision }: { readonly before: KnownBefore; readonly revision: Revision },
): Promise<KnownBefore> => {
  const { keyed } = before
  if (keyed === undefined || revision === before.revision) return before
  const stream = dependencies.streams.bank(userId)
  const { turns } = await dependencies.knownTurns(userId, { stream, now: dependencies.now(), ...keyed })
  return { keyed, revision, turns }
}

/** Whether what is new of the request is still the same. A single turn is always new. */
export const isStillNew = ({ keyed, turns }: KnownBefore, now: KnownBefore): boolean =>
  keyed === undefined || keyed.keys.length === 1 || nameOf(turns) === nameOf(now.turns)

const nameOf = ({ known, end, later }: KnownTurns): string => JSON.stringify([known, end, later])

/** Whether all of its turns were ingested before. */
export const isAlreadyKnown = ({ keyed, turns }: KnownBefore): boolean =>
  keyed !== undefined && turns.episodeId !== null && newTurns(keyed, turns).transcript.keys.length === 0

/** How many of its turns were ingested before. */
export const countKnown = ({ known, later }: KnownTurns): number => known + later.length

export const newIn = ({
  keyed,
  turns,
}: KnownBefore): { readonly transcript: NewTurns | null } & Pick<News, 'from' | 'leftOut'> =>
  keyed === undefined ? { transcript: null, from: 0, leftOut: NOTHING } : newTurns(keyed, turns)
const NOTHING: ReadonlySet<number> = new Set()
