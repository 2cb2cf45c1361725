import { diffArrays } from 'diff'
import type { BankDependencies } from '../commands/decide-in-bank.js'
import type { KeyedHashes } from '../commands/master-key.js'
import { inTurns } from '../concurrency/steps.js'
import { readerGroup, readersOf } from '../domain/scope.js'
import type { Revision } from '../event-store/event-store.js'
import { type Database, readUser } from '../postgres/database.js'
import { bankState } from '../queries/bank-state.js'
import { type MadeOfTurn, type StoredTurns, storedTurns } from '../queries/known-turns.js'
import { chainOf } from '../text/text-hash.js'
import type { IngestRequest, NewTurns } from './context.js'
import { type Keyed, keyedTurns } from './keyed-turns.js'

/** Without a session a few turns are known for so long, in milliseconds: a request is sent again, not said again. */
const SENT_AGAIN_WITHIN = 3_600_000

/** What a look-up of known turns needs. */
export type TranscriptDependencies = Pick<BankDependencies, 'streams' | 'now' | 'reading'> & {
  readonly keyedHashes: KeyedHashes
}

/** What of a request was ingested before, as of a revision of its user's stream. */
export type KnownBefore = {
  readonly keyed: Keyed | undefined
  readonly turns: KnownTurns
  readonly revision: Revision
  /** The time of the last event of then, ISO 8601. */
  readonly lastAt: string | null
}

export const knownBefore = async (parts: TranscriptDependencies, request: IngestRequest): Promise<KnownBefore> => {
  const { scope } = request
  const { userId } = scope
  const keyed = await inTurns(keyedTurns(parts.keyedHashes, request, readerGroup(readersOf(scope, request))))
  return readUser(parts.reading, userId, async (db) =>
    keyed === undefined
      ? { keyed, ...(await bankState(db, parts.streams.bank(userId))), turns: NOTHING_KNOWN }
      : lookUp(db, parts, { userId, keyed }),
  )
}

/** The same as of another revision. */
export const knownAsOf = async (
  db: Database,
  parts: TranscriptDependencies,
  { userId, before, revision }: { readonly userId: string; readonly before: KnownBefore; readonly revision: Revision },
): Promise<KnownBefore> => {
  const { keyed } = before
  if (keyed === undefined || revision === before.revision) return before
  return { ...(await lookUp(db, parts, { userId, keyed })), revision }
}

const lookUp = async (
  db: Database,
  { streams, now }: TranscriptDependencies,
  { userId, keyed }: { readonly userId: string; readonly keyed: Keyed },
): Promise<KnownBefore> => {
  const { id, keys, isDocument, inSession, messages } = keyed
  const { stored, ...asOf } = await storedTurns(db, userId, {
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
  return { keyed, ...asOf, turns: knownAmong(keyed, stored) }
}

/** Whether what is new of the request is still the same, and what it edits. */
export const isStillNew = ({ turns }: KnownBefore, now: KnownBefore): boolean => nameOf(turns) === nameOf(now.turns)

const nameOf = ({ places, start, edited }: KnownTurns): string =>
  JSON.stringify([[...places].toSorted((a, b) => a - b), start.turns, edited])

/** Whether all of its turns were ingested before. */
export const isAlreadyKnown = ({ keyed, turns }: KnownBefore): boolean =>
  keyed !== undefined && turns.episodeId !== null && newPlaces(keyed, turns).length === 0

const newPlaces = ({ keys, at, least }: Keyed, { places }: KnownTurns): readonly number[] =>
  keys.flatMap((_, place) => (places.has(place) || (at[place] ?? 0) < least ? [] : place))

/**
 * What is left of the turns when these are known: `from` is the message or line with which it begins, `leftOut` those of known
 * turns behind that.
 */
export const newIn = ({ keyed, turns }: KnownBefore): NewTurns => {
  if (keyed === undefined) return { knownTurns: 0, transcript: null, from: 0, leftOut: new Set(), edited: [] }
  const { id, keys, at, least } = keyed
  const { start, places, episodeId, edited } = turns
  const [first] = newPlaces(keyed, turns)
  const begin = Math.max(start.turns, at.filter((place) => place < least).length)
  return {
    knownTurns: places.size,
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

/** The turns of a request that were ingested before. */
export type KnownTurns = {
  readonly places: ReadonlySet<number>
  /** How many turns at the beginning are the beginning of a transcript, and the name of that; null: as far as the request says. */
  readonly start: { readonly turns: number; readonly end: string | null }
  /** The episode with the last of them. */
  readonly episodeId: string | null
  /** Messages that say something else now, and what was made of them. */
  readonly edited: readonly { readonly place: number; readonly made: readonly MadeOfTurn[] }[]
}

const NOTHING_KNOWN: KnownTurns = {
  places: new Set(),
  start: { turns: 0, end: null },
  episodeId: null,
  edited: [],
}

/** Without a session so few turns are known for a short time only: any conversation may begin or end so. */
const FEW = 4

/** Of an edited document so many lines are changed at most: more of them would hold up others. */
const MOST_EDITS = 500
/** Of the lines of a document so many are still there, or it is another one. */
const KEPT = 0.5

/**
 * Which turns were ingested before: the longest beginning of a transcript, and the longest run of two or more that ends with
 * the last turn of one, wherever it stands. Of an edited document all lines that are as they were. Where a message has an id
 * that is known, that decides alone.
 */
export const knownAmong = (keyed: Keyed, { end, begun, tails, messages }: StoredTurns): KnownTurns => {
  const run = longestRun(keyed, tails)
  const document = keyed.isDocument ? tails.find(({ isLatest }) => isLatest) : undefined
  const kept = document === undefined ? [] : keptLines(document.keys, keyed.keys)
  const places = new Set([...upTo(0, begun?.turns ?? 0), ...upTo(run?.first ?? 0, run?.end ?? 0), ...kept])
  const storedById = new Map(messages.map((message) => [message.id, message]))
  const edited: KnownTurns['edited'][number][] = []
  let episodeId = run?.tail.episodeId ?? begun?.episodeId ?? (kept.length > 0 ? document?.episodeId : undefined) ?? null
  for (const { place, id } of keyed.messages) {
    const stored = storedById.get(id)
    if (stored === undefined) continue
    if (stored.isEdited) {
      places.delete(place)
      edited.push({ place, made: stored.made })
    } else {
      places.add(place)
      episodeId ??= stored.episodeId
    }
  }
  const firstNew = keyed.keys.findIndex((_, place) => !places.has(place))
  const most = firstNew < 0 ? keyed.keys.length : firstNew
  const goesOn = run?.first === 0 && run.end > (begun?.turns ?? 0) && run.end <= most
  const isNew = places.size === 0 && !keyed.isDocument
  const start = goesOn
    ? { turns: run.end, end: run.tail.end }
    : { turns: Math.min(begun?.turns ?? 0, most), end: isNew ? end : null }
  return { places, start, episodeId, edited }
}

const upTo = (first: number, end: number): readonly number[] => Array.from({ length: end - first }, (_, i) => first + i)

type Run = { readonly first: number; readonly end: number; readonly tail: StoredTurns['tails'][number] }

const longestRun = ({ keys }: Keyed, tails: StoredTurns['tails']): Run | undefined => {
  let longest: Run | undefined
  for (const tail of tails)
    for (const [place, key] of keys.entries()) {
      if (key !== tail.keys.at(-1)) continue
      let length = 1
      while (length <= place && keys[place - length] === tail.keys.at(-1 - length)) length++
      const least = Math.max(1, longest === undefined ? 0 : longest.end - longest.first, tail.isRecent ? 0 : FEW)
      if (length > least) longest = { first: place + 1 - length, end: place + 1, tail }
    }
  return longest
}

/** The places of the lines that both versions have in common (E. W. Myers, An O(ND) difference algorithm, 1986). */
const keptLines = (before: readonly string[], keys: readonly string[]): readonly number[] => {
  const parts = diffArrays([...before], [...keys], { maxEditLength: MOST_EDITS }) ?? []
  const kept: number[] = []
  let place = 0
  for (const { added, removed, count } of parts) {
    if (removed) continue
    if (!added) kept.push(...upTo(place, place + count))
    place += count
  }
  return kept.length < before.length * KEPT ? [] : kept
}
