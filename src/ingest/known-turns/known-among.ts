import { diffArrays } from 'diff'
import type { MadeOfTurn } from '../context.js'
import type { Keyed } from './keyed-turns.js'

/** What is stored of the transcripts that a request may send again. */
export type StoredTurns = {
  /** Where the transcript that was ingested last ends; null where there is none. */
  readonly end: string | null
  /** The longest beginning that the request shares with one. */
  readonly begun: { readonly turns: number; readonly episodeId: string } | null
  /** Transcripts whose last turn stands in the request, the latest first; for a document also the latest. */
  readonly tails: readonly {
    readonly episodeId: string
    readonly end: string
    /** The last turns, as many as the request may hold. */
    readonly keys: readonly string[]
    /** Whether it counts also where no more than a few turns are shared. */
    readonly isRecent: boolean
    readonly isLatest: boolean
  }[]
  /** Messages with ids of the request that were said before, compared with how they were said last. */
  readonly messages: readonly {
    readonly id: string
    readonly isEdited: boolean
    readonly episodeId: string
    /** What is in force of the turn, where it was edited. */
    readonly made: readonly MadeOfTurn[]
  }[]
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

export const NOTHING_KNOWN: KnownTurns = {
  places: new Set(),
  start: { turns: 0, end: null },
  episodeId: null,
  edited: [],
}

/** Without a session so few turns are known for a short time only: any conversation may begin or end so. */
export const FEW = 4

/** Of an edited document so many lines are changed at most: more of them would hold up others. */
export const MOST_EDITS = 500
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
