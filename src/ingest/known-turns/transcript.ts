import type { KeyedHashes } from '../../commands/store-secrets.js'
import type { Known } from '../../commands/transact.js'
import { inTurns } from '../../concurrency/steps.js'
import { readerGroup, readersOf } from '../../domain/scope.js'
import type { Revision, StreamName, Streams } from '../../event-store/event-store.js'
import { chainOf } from '../../text/text-hash.js'
import type { EditedMessage, IngestRequest, NewTurns } from '../context.js'
import { type Keyed, keyedTurns } from './keyed-turns.js'
import { FEW, type KnownTurns, knownAmong, MOST_EDITS, NOTHING_KNOWN, type StoredTurns } from './known-among.js'

/** Without a session a few turns are known for so long, in milliseconds: a request is sent again, not said again. */
const SENT_AGAIN_WITHIN = 3_600_000

/** What is looked up of a request. */
type TurnsAsked = Pick<Keyed, 'id' | 'keys' | 'isDocument' | 'messages'> & {
  readonly stream: StreamName
  /** The names of its beginnings, as `chainOf` gives them. */
  readonly chain: readonly string[]
  /** Up to `few` turns count where the transcript was recorded since then (ISO 8601). */
  readonly since: string | null
  readonly few: number
  /** So many of the last turns of a transcript are compared. */
  readonly most: number
}

/** What a look-up of known turns needs. */
export type TranscriptDependencies = {
  readonly keyedHashes: KeyedHashes
  readonly streams: Streams
  /** ISO 8601 */
  readonly now: () => string
  readonly bank: (stream: string) => Promise<Known<string | null>>
  /** With the revision of the read models as of which it was read. */
  readonly storedTurns: (
    userId: string,
    asked: TurnsAsked,
  ) => Promise<Pick<Known<unknown>, 'revision'> & { readonly stored: StoredTurns }>
}

/** What of a request was ingested before, as of a revision of its user's stream. */
export type KnownBefore = {
  readonly keyed: Keyed | undefined
  readonly turns: KnownTurns
  readonly revision: Revision
}

export const knownBefore = async (
  dependencies: TranscriptDependencies,
  request: IngestRequest,
): Promise<KnownBefore> => {
  const { scope } = request
  const keyed = await inTurns(keyedTurns(dependencies.keyedHashes, request, readerGroup(readersOf(scope, request))))
  if (keyed !== undefined) return lookUp(dependencies, scope.userId, keyed)
  const { revision } = await dependencies.bank(dependencies.streams.bank(scope.userId))
  return { keyed, revision, turns: NOTHING_KNOWN }
}

/** The same as of another revision. */
export const knownAsOf = async (
  dependencies: TranscriptDependencies,
  { scope: { userId } }: IngestRequest,
  { before, revision }: { readonly before: KnownBefore; readonly revision: Revision },
): Promise<KnownBefore> =>
  before.keyed === undefined || revision === before.revision
    ? before
    : { ...(await lookUp(dependencies, userId, before.keyed)), revision }

const lookUp = async (
  { storedTurns, streams, now }: TranscriptDependencies,
  userId: string,
  keyed: Keyed,
): Promise<KnownBefore> => {
  const { id, keys, isDocument, inSession, messages } = keyed
  const { revision, stored } = await storedTurns(userId, {
    id,
    keys,
    isDocument,
    stream: streams.bank(userId),
    chain: chainOf(id, keys),
    since: inSession ? null : new Date(Date.parse(now()) - SENT_AGAIN_WITHIN).toISOString(),
    few: FEW,
    most: keys.length + MOST_EDITS,
    messages,
  })
  return { keyed, revision, turns: knownAmong(keyed, stored) }
}

/** Whether what is new of the request is still the same, and what it edits. */
export const isStillNew = ({ turns }: KnownBefore, now: KnownBefore): boolean => nameOf(turns) === nameOf(now.turns)

const nameOf = ({ places, start, edited }: KnownTurns): string =>
  JSON.stringify([[...places].toSorted((a, b) => a - b), start.turns, edited])

/** Whether all of its turns were ingested before. */
export const isAlreadyKnown = ({ keyed, turns }: KnownBefore): boolean =>
  keyed !== undefined && turns.episodeId !== null && newPlaces(keyed, turns).length === 0

/** How many of its turns were ingested before. */
export const countKnown = ({ places }: KnownTurns): number => places.size

const newPlaces = ({ keys, at, least }: Keyed, { places }: KnownTurns): readonly number[] =>
  keys.flatMap((_, place) => (places.has(place) || (at[place] ?? 0) < least ? [] : place))

/** Where what is new of a request begins, and what behind that is not. */
type News = {
  readonly transcript: NewTurns | null
  readonly from: number
  /** The messages or lines of known turns behind the first new one. */
  readonly leftOut: ReadonlySet<number>
  readonly edited: readonly EditedMessage[]
}

/** What is left of the turns when these are known; `from` is the message or line with which it begins. */
export const newIn = ({ keyed, turns }: KnownBefore): News => {
  if (keyed === undefined) return { transcript: null, from: 0, leftOut: new Set(), edited: [] }
  const { id, keys, at, least } = keyed
  const { start, places, episodeId, edited } = turns
  const [first] = newPlaces(keyed, turns)
  const begin = Math.max(start.turns, at.filter((place) => place < least).length)
  return {
    transcript: {
      id,
      base: start.end ?? chainOf(id, keys.slice(0, start.turns)).at(-1) ?? id,
      keys: first === undefined ? [] : keys.slice(begin),
      continues: episodeId,
      messages: keyed.messages.map(({ place, ...names }) => ({ ...names, at: at[place] ?? 0 })),
    },
    from: first === 0 ? 0 : (at[first ?? keys.length] ?? Number.MAX_SAFE_INTEGER),
    leftOut: new Set([...places].filter((place) => place > (first ?? 0)).flatMap((place) => linesOf(keyed, place))),
    edited: edited.map(({ place, made }) => ({ at: at[place] ?? 0, made })),
  }
}

/** Up to where the next turn begins. */
const linesOf = ({ at, end }: Keyed, place: number): readonly number[] => {
  const first = at[place] ?? 0
  return Array.from({ length: (at[place + 1] ?? end) - first }, (_, i) => first + i)
}
