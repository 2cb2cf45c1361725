/** An episode of a transcript: its turns, and the chain names of the conversation up to each of them. */
export type Episode = {
  readonly id: string
  readonly base: string
  readonly keys: readonly string[]
  readonly prefixes: readonly string[]
  /** Whether nothing goes on where it ends. */
  readonly isEnd: boolean
  /** Whether nothing was ingested behind it in its transcript. */
  readonly isLast: boolean
  /** Whether it was not recorded before what is known from the beginning. */
  readonly isLater: boolean
}

/** The turns of a request. */
export type Turns = {
  readonly keys: readonly string[]
  /** Whether these are whole turns: of lines only a run from the first one on is known. */
  readonly whole: boolean
  /** Whether the transcript is one conversation. */
  readonly inSession: boolean
  /** Whether the turn at a place says more than any other may say, too, as thanks do not. */
  readonly isTelling: (place: number) => boolean
  /** Whether it may stand for turns that the client has dropped. */
  readonly isSummary: (place: number) => boolean
}

type Asked = Turns & {
  /** The chain names of the first turns, which are known, and the episode with the last of these. */
  readonly known: readonly string[]
  readonly knownIn: string | undefined
}

export type LastKnown = {
  /** Its place in the request. */
  readonly place: number
  /** The chain name up to it. */
  readonly end: string
  readonly episodeId: string
  /** Whether all turns before it were ingested just before it, in this order. */
  readonly isRun: boolean
}

/** So many turns in a row are of a conversation, though it went on in another way behind them. */
const IN_A_ROW = 3
/** So many turns at the end of one conversation of many are no coincidence. */
const AT_AN_END = 4
/** What stands before so many in a row may be longer ago than what is looked at. */
const AS_IF_WHOLE = 256
/** A summary and its acknowledgement. */
const IN_PLACE = 2
/** The first so many places of a turn that comes again and again, such as an empty line of code, are looked at. */
const PLACES = 64

/** A turn and the chain name before it, by the chain name up to it. */
type Ingested = ReadonlyMap<string, { readonly key: string; readonly before: string }>

/**
 * The last turn of a request, behind those that are known from its beginning, up to which it tells what was ingested: all
 * behind it is said anew. It is the one that was ingested last (`episodes`, the last first), because what is told anew
 * stands behind that, and more must speak for it than its own words:
 *
 * - the request begins with a run of at least two turns, up to it, with which a transcript ends;
 * - in a session, it ends the transcript, and the turn before it there stands before it here, too; or three turns in a row
 *   end with it, and it is not the last one here. One of these turns tells something: greetings and thanks come again;
 * - in a session, nothing was ingested behind it, it tells something, and stands right behind what is known from the
 *   beginning, or with a summary in between;
 * - without a session, where one transcript is many conversations, four turns in a row with which one ends.
 */
export const lastKnownTurn = (episodes: readonly Episode[], asked: Asked): LastKnown | undefined => {
  const turns = turnsOf(episodes, asked)
  const places = placesOf(asked)
  // Nothing that was ingested before what is known from the beginning may follow on it.
  for (const episode of episodes.filter(({ isLater }) => isLater)) {
    for (const [i, end] of [...episode.prefixes.entries()].toReversed()) {
      if (end === asked.known.at(-1)) return undefined
      const at = places.get(episode.keys[i] ?? '') ?? []
      const isEnd = episode.isEnd && i === episode.keys.length - 1
      const placed = { end, isEnd, isLast: isEnd && episode.isLast, places: at }
      const found = at.length === 0 ? undefined : standing(turns, asked, placed)
      if (found !== undefined)
        return { place: found.place, isRun: found.run === found.place + 1, end, episodeId: episode.id }
    }
    if (episode.id === asked.knownIn) return undefined
  }
  return undefined
}

export const ingestedIn = (episodes: readonly Episode[]): Ingested =>
  new Map(
    episodes.flatMap(({ base, keys, prefixes }) =>
      prefixes.map((end, i) => [end, { key: keys[i] ?? '', before: prefixes[i - 1] ?? base }] as const),
    ),
  )

const turnsOf = (episodes: readonly Episode[], { keys, known }: Asked): Ingested =>
  new Map([
    ...ingestedIn(episodes),
    ...known.map((end, i) => [end, { key: keys[i] ?? '', before: known[i - 1] ?? '' }] as const),
  ])

/** Where each turn behind the known ones stands in the request. */
const placesOf = ({ keys, known }: Asked): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>()
  for (const [place, key] of keys.entries()) {
    const own = places.get(key) ?? []
    if (place >= known.length && own.length < PLACES) places.set(key, [...own, place])
  }
  return places
}

type Ending = { readonly end: string; readonly isEnd: boolean; readonly isLast: boolean }
type Placed = Ending & { readonly places: readonly number[] }

/** Where it stands in the request: where the longest run of turns ends with it, the first of these. */
const standing = (turns: Ingested, asked: Asked, { places, ...ending }: Placed): Found | undefined => {
  const { keys, whole, inSession } = asked
  const { end, isEnd } = ending
  if (!isEnd && !(whole && inSession)) return undefined
  const most = isEnd ? keys.length : IN_A_ROW
  const found = places
    .map((place) => ({
      ...ending,
      place,
      run: runTo(turns, keys.slice(Math.max(0, place + 1 - most), place + 1), end),
    }))
    .filter((each) => counts(turns, asked, each))
  return found.toSorted((a, b) => b.run - a.run || a.place - b.place)[0]
}

/** How many of these turns, from the last one back, were ingested in a row, from this one back. */
const runTo = (turns: Ingested, keys: readonly string[], end: string): number => {
  let run = 0
  for (let turn = turns.get(end); turn !== undefined && turn.key === keys.at(-1 - run); run++)
    turn = turns.get(turn.before)
  return run
}

type Found = Ending & { readonly place: number; readonly run: number }

const counts = (turns: Ingested, asked: Asked, { place, run, end, isEnd, isLast }: Found): boolean => {
  const { keys, whole, inSession, isTelling } = asked
  if (isEnd && (run >= AS_IF_WHOLE || (run >= 2 && run === place + 1))) return true
  if (!whole) return false
  if (!inSession) return isEnd && run >= AT_AN_END
  if (isLast && isKeptAlone(asked, place)) return true
  const before = keys.slice(0, place).lastIndexOf(turns.get(turns.get(end)?.before ?? '')?.key ?? '')
  const inRow = run >= IN_A_ROW && place < keys.length - 1
  const isBehind = isEnd && before >= 0
  return (inRow || isBehind) && [...placesTo(place, run), ...(isBehind ? [before] : [])].some(isTelling)
}

/** The places of the last so many turns up to this one. */
const placesTo = (place: number, run: number): readonly number[] => Array.from({ length: run }, (_, i) => place - i)

/** Whether it tells something by itself, and comes right behind what is known from the beginning, or a summary. */
const isKeptAlone = ({ keys, known, isTelling, isSummary }: Asked, place: number): boolean => {
  const before = keys.map((_, i) => i).slice(known.length, place)
  return isTelling(place) && before.length <= IN_PLACE && (before.length === 0 || before.some(isSummary))
}
