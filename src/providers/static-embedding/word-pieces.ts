const UNKNOWN = [100] as const
const LONGEST_WORD = 100
const LONGEST_CACHED_WORD = 32
const CACHED_WORDS = 20_000

type Pieces = {
  readonly first: ReadonlyMap<string, number>
  readonly later: ReadonlyMap<string, number>
  readonly longest: number
}

const piecesOf = (vocabulary: readonly string[]): Pieces => {
  const first = new Map<string, number>()
  const later = new Map<string, number>()
  let longest = 0
  vocabulary.forEach((token, id) => {
    longest = Math.max(longest, token.length)
    if (token.startsWith('##')) later.set(token.slice(2), id)
    else first.set(token, id)
  })
  return { first, later, longest }
}

/** Greedy, the longest piece first, from the left (step 5 of `tokenisation` in models/static-en/model.json). */
const split = (word: string, { first, later, longest }: Pieces): readonly number[] => {
  const ids: number[] = []
  for (let start = 0; start < word.length; ) {
    const pieces = start === 0 ? first : later
    let end = Math.min(word.length, start + longest)
    let id = pieces.get(word.slice(start, end))
    while (id === undefined && --end > start) id = pieces.get(word.slice(start, end))
    if (id === undefined) return UNKNOWN
    ids.push(id)
    start = end
  }
  return ids
}

/** A word cut from a text keeps the whole text in memory; a copy does not. */
const detached = (word: string): string => ` ${word}`.slice(1)

const isTooLong = (word: string): boolean =>
  word.length > LONGEST_WORD && (word.length > 2 * LONGEST_WORD || [...word].length > LONGEST_WORD)

/**
 * Word to WordPiece token ids, for the words of `basicWords`. Remembers the latest words, at most twice CACHED_WORDS:
 * when the newer half is full it becomes the older one, so that words in use stay.
 */
export const wordPieces = (vocabulary: readonly string[]): ((word: string) => readonly number[]) => {
  const pieces = piecesOf(vocabulary)
  let newer = new Map<string, readonly number[]>()
  let older = newer
  const remember = (word: string, ids: readonly number[]) => {
    if (newer.size >= CACHED_WORDS) {
      older = newer
      newer = new Map()
    }
    newer.set(word, ids)
    return ids
  }
  return (word) => {
    const known = newer.get(word)
    if (known) return known
    if (isTooLong(word)) return UNKNOWN
    const ids = older.get(word) ?? split(word, pieces)
    return word.length > LONGEST_CACHED_WORD ? ids : remember(detached(word), ids)
  }
}
