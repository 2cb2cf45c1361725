import { NEGATIONS } from '../text/content-words.js'
import { allWordsOf, knownOf } from '../text/languages.js'
import { CALENDAR, tokensOf } from '../text/one-place.js'
import type { FoundMemory } from './answer.js'
import { bestOf, type FoundMemories } from './read-found.js'
import type { Match } from './score.js'
import type { Candidates } from './search-index.js'

/** The first places of an answer are never taken for being said before: a caller may show no more. */
const FIRST = 5
/** So many matches are looked at at most: as many again as the answer has places. */
const MOST = 100
/** Of its words a better memory holds so many, and its vector is so near. */
const SAME_WORDS = 0.6
const SAME_MEANING = 0.75

/** In characters. What is longer says more than one thing. */
const LONGEST = 1000

/** How many matches are wanted for an answer of so many places. */
export const variedAmong = (places: number): number =>
  places <= FIRST ? places : Math.max(places, Math.min(MOST, 2 * places))

/** Reads the best of the matches. */
type ReadBest = (best: readonly Match[]) => Promise<FoundMemories>

/**
 * Behind the fifth place of an answer what a better memory says already comes after what says something else, which may come from
 * as many places behind the last one. The others are read only where there is such a repetition.
 */
export const varied = async (
  found: FoundMemories,
  { limit, ownWords, read }: Pick<Candidates, 'ownWords'> & { readonly limit: number; readonly read: ReadBest },
): Promise<FoundMemories> => {
  const { memories, matches } = found
  if (memories.length <= FIRST || repeatsIn(memories, matches, ownWords).size === 0) return found
  const all = await read(bestOf(matches, variedAmong(limit)))
  const repeats = repeatsIn(all.memories, all.matches, ownWords)
  const order = [
    ...all.memories.filter(({ id }) => !repeats.has(id)),
    ...all.memories.filter(({ id }) => repeats.has(id)),
  ]
  const byId = new Map(all.matches.map((match) => [match.id, match]))
  const ordered = new Set(order.map(({ id }) => id))
  return {
    memories: order.slice(0, limit),
    details: all.details,
    matches: [...order.flatMap(({ id }) => byId.get(id) ?? []), ...all.matches.filter(({ id }) => !ordered.has(id))],
  }
}

/** The ids, behind the fifth place, of what a better memory says. */
const repeatsIn = (
  memories: readonly FoundMemory[],
  matches: readonly Match[],
  ownWords: Candidates['ownWords'],
): ReadonlySet<string> => {
  const { places, directions } = ownWords(memories.map(({ id }) => id))
  const byId = new Map(matches.map((match) => [match.id, match]))
  const short = memories.filter(({ content }) => content.length <= LONGEST)
  const inLowerCase = new Set(short.flatMap(({ content }) => content.match(LOWER) ?? []))
  const firstFive = new Set(memories.slice(0, FIRST))
  const statements = short.flatMap((memory) => {
    const { id, content } = memory
    const match = byId.get(id)
    const words = [...(places.get(id)?.keys() ?? [])]
    if (match === undefined || words.length === 0) return []
    const marks = marksOf(content, inLowerCase)
    return [{ id, match, words, marks, direction: directions.get(id), isFirst: firstFive.has(memory) }]
  })
  return new Set(
    statements.flatMap((statement, place) =>
      !statement.isFirst && statements.slice(0, place).some((better) => saysAgain(better, statement))
        ? [statement.id]
        : [],
    ),
  )
}

type Statement = {
  readonly match: Match
  readonly marks: string
  readonly words: readonly string[]
  readonly direction: Int16Array | undefined
}

/** Whether a statement says what a better one says: the same party, marks and days, most of its words, and a vector near to it. */
const saysAgain = (better: Statement, statement: Statement): boolean => {
  const [a, b] = [better.match.about, statement.match.about]
  if (a.role !== b.role || a.subject !== b.subject || a.named_days !== b.named_days) return false
  if (better.marks !== statement.marks) return false
  const known = new Set(better.words)
  const common = statement.words.filter((word) => known.has(word)).length
  return (
    common >= SAME_WORDS * statement.words.length && cosineOf(better.direction, statement.direction) >= SAME_MEANING
  )
}

/** Of two directions of one length. */
const cosineOf = (a: Int16Array | undefined, b: Int16Array | undefined): number => {
  if (a === undefined || b === undefined || a.length !== b.length) return 0
  let [dot, left, right] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    dot += x * y
    left += x * x
    right += y * y
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : 0
}

const LOWER = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}]*/gu
const DENYING: ReadonlySet<string> = new Set([
  ...NEGATIONS,
  ...allWordsOf([...knownOf('sameClaim').values()].map(({ negative }) => negative)),
])

/** What two statements that say the same have in common, to the letter: numbers, names, days, and whether they deny. */
const marksOf = (content: string, inLowerCase: ReadonlySet<string>): string => {
  const tokens = tokensOf(content)
  const isName = (text: string, key: string) => text !== key && text.length > 1 && !inLowerCase.has(key)
  const marks = tokens.flatMap(({ text, key }) =>
    /\p{N}/u.test(key) || CALENDAR.has(key) || isName(text, key) ? [key] : [],
  )
  const denies = tokens.some(({ key }) => DENYING.has(key) || key.endsWith("n't"))
  return JSON.stringify([denies, ...[...new Set(marks)].toSorted()])
}
