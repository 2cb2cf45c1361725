import { withoutEscapes } from './fold.js'
import { allWordsOf, anyAlternative, knownOf, wholeWords } from './languages.js'

const { en: FUNCTION = '', ...FOREIGN } = Object.fromEntries(knownOf('functionWords'))

/** English function words. */
export const FUNCTION_WORDS = allWordsOf([FUNCTION])

/** Function words of other languages; applied to keywords only if they outnumber the English ones in a text. */
const FOREIGN_FUNCTION_WORDS = allWordsOf(Object.values(FOREIGN))

/** Fillers: greetings, thanks, assent, laughter. Turns of these alone are not stored. */
export const FILLERS = allWordsOf(knownOf('fillers').values())

/** Words that deny, in any language. */
export const NEGATIONS = allWordsOf([...knownOf('contradictions').values()].map(({ negations }) => negations))

/** Idle phrases whose words would count as content elsewhere ("nice to meet you", "good night"). */
const IDLE_PHRASES = new RegExp(wholeWords(anyAlternative(knownOf('pleasantries').values())), 'giu')

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}]{1,20})*/gu
/** Lengthened words of speech ("soooo", "hahahaha", "yeaaah"). */
const DRAWN_OUT = new RegExp(`^(?:${anyAlternative(knownOf('drawnOut').values())})$`)
/** Idle phrases are short; a longer text has other content. */
const IDLE_LENGTH = 200

export const tokensOf = (text: string): readonly string[] => withoutEscapes(text).match(TOKEN) ?? []

const empty = (word: string): boolean =>
  FUNCTION_WORDS.has(word) || FILLERS.has(word) || (word.length < 60 && DRAWN_OUT.test(word))

/** Whether a token has content: letters or digits, and neither a function word nor a filler. */
export const isContent = (token: string): boolean => {
  const word = token.toLowerCase()
  if (empty(word)) return false
  return !/['’]/.test(word) || word.split(/['’]/).some((part) => part.length > 1 && !empty(part))
}

const NOBODY: ReadonlySet<string> = new Set()

/** Whether a text has a content word or number. After a filler, `people` (lower case) do not count: "Thanks, Ana!" */
export const hasContent = (text: string, people: ReadonlySet<string> = NOBODY): boolean => {
  const spoken = text.length <= IDLE_LENGTH ? text.replace(/’/g, "'").replace(IDLE_PHRASES, ' ') : text
  let first = true
  let greeted = false
  for (const [token] of spoken.matchAll(TOKEN)) {
    if (first) greeted = FILLERS.has(token.toLowerCase())
    first = false
    if (isContent(token) && !(greeted && people.has(token.toLowerCase()))) return true
  }
  return false
}

const LIMIT = 12
/** Longer runs of letters are data (base64, hashes). */
const LONGEST = 40
const READ = 4000
/** One letter says little, but one Han character may be a word. */
const SINGLE_LETTER = /^(?!\p{Script=Han})\p{L}$/u
/** Scripts that write without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const GENERIC = allWordsOf(knownOf('generic').values())

const words = (text: string): readonly string[] => {
  const read = text.slice(0, READ)
  if (!UNSPACED.test(read)) return tokensOf(read)
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
  return [...segmenter.segment(read.slice(0, 600))].filter((part) => part.isWordLike).map((part) => part.segment)
}

/** Whether most function words of a text are in a language other than English. */
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
