import { FOREIGN_FUNCTION_WORDS, FUNCTION_WORDS } from './stop-words.js'
import { isContent, tokensOf } from './tokens.js'

const LIMIT = 12
/** Longer strings of letters are data (base64, hashes), no words. */
const LONGEST = 40
const READ = 4000
/** One letter says little, but one Han character may be a word. */
const SINGLE_LETTER = /^(?!\p{Script=Han})\p{L}$/u
/** Scripts that write without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const GENERIC = new Set(
  'go goes going went gone get gets getting gotten make makes making made take takes taking took come came coming want wants wanted need needs needed use used using try tried feel felt time day people way new old big small first last next today yesterday tomorrow something anything everything someone back keep look looking talk told tell said says put give gave start started'.split(
    ' ',
  ),
)

const words = (text: string): readonly string[] => {
  const read = text.slice(0, READ)
  if (!UNSPACED.test(read)) return tokensOf(read)
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  return [...segmenter.segment(read.slice(0, 600))].filter((part) => part.isWordLike).map((part) => part.segment)
}

/** Whether the little words of a text are mostly those of a language other than English. */
export const isForeign = (tokens: readonly string[]): boolean => {
  let balance = 0
  for (const token of tokens.slice(0, 200)) {
    const word = token.toLowerCase()
    balance += Number(FOREIGN_FUNCTION_WORDS.has(word)) - Number(FUNCTION_WORDS.has(word))
  }
  return balance > 0
}

/** At most 12 content words, most telling first: names and numbers, then long and repeated words, then the order of the text. */
export const keywordsOf = (text: string): string => {
  const all = words(text)
  const foreign = isForeign(all)
  const scores = new Map<string, number>()
  for (const [index, token] of all.entries()) {
    const word = token.toLowerCase().replace(/['’]s$/, '')
    if (
      word.length > LONGEST ||
      SINGLE_LETTER.test(word) ||
      !isContent(token) ||
      (foreign && FOREIGN_FUNCTION_WORDS.has(word))
    )
      continue
    const named = index > 0 && /^\p{Lu}/u.test(token) ? 1 : 0
    const digits = /\p{N}/u.test(token) ? 0.5 : 0
    const first = Math.min(word.length, 12) / 10 + named + digits - (GENERIC.has(word) ? 1.5 : 0)
    scores.set(word, scores.has(word) ? (scores.get(word) ?? 0) + 0.3 : first)
  }
  const ranked = [...scores].sort(([, a], [, b]) => b - a)
  return ranked
    .slice(0, LIMIT)
    .map(([word]) => word)
    .join(' ')
}
