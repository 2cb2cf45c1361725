import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as hindi } from '@orama/stopwords/indian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as russian } from '@orama/stopwords/russian'
import { lowerComposed, withoutEscapes } from './fold.js'
import { allWordsOf, knownOf } from './languages.js'

/** The languages with stemming, by ISO 639-1 code. A text in any other language is treated as English. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a code (ISO 639-1); English for one that is not known. */
export const languageOf = (code: string): Language => LANGUAGES.find((each) => each === code) ?? 'en'

/** Written without spaces, or with articles and particles that cling to a word. */
export const CLINGING: ReadonlySet<string> = new Set(['zh', 'ja', 'ko', 'ar', 'hi'])

const list = (words: string | readonly string[]): ReadonlySet<string> =>
  new Set((typeof words === 'string' ? words.trim().split(/\s+/) : words).map(lowerComposed))

/**
 * English is the list of Postgres' `english` text search. The packaged lists of Spanish and Arabic contain words that people
 * search for (to work, to take, brother).
 */
const own = (language: Language) => list(knownOf('stopWords').get(language) ?? '')

const stopWords: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  en: own('en'),
  de: list(german),
  es: own('es'),
  fr: list(french),
  pt: list(portuguese),
  it: list(italian),
  nl: list(dutch),
  ru: list(russian),
  ar: own('ar'),
  hi: list(hindi),
}

/** Whether a word (composed, lower case) is a stop word of this language. */
export const isStopWord = (word: string, language: Language = 'en'): boolean => stopWords[language]?.has(word) ?? false

const notAscii = /[^\p{ASCII}]/u
const clitics = [...allWordsOf(knownOf('clitics').values())].join('|')
const asciiClitic = new RegExp(`'(?:${clitics})(?![a-z0-9])`, 'g')
const asciiWord = /[a-z0-9]+/g
const clitic = new RegExp(String.raw`['’](?:${clitics})(?![\p{L}\p{M}\p{N}])`, 'gu')
/** Soft hyphens, joiners and Arabic lengthening: they change the look of a word, not its identity. */
const typesetting = /\u00ad|\u0640|\u200c|\u200d|\u2060/g
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const unspacedRun =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu

/**
 * The words of a text, in order and with repetition: composed (NFC), in lower case, without English clitics ("don't"
 * gives "don", "Anna's" gives "anna"). Scripts without spaces, and Korean, whose particles attach to nouns, give
 * overlapping pairs of characters. The write side and the read side both use this function, so their words agree.
 */
export const wordsOf = (written: string): readonly string[] => {
  const text = withoutEscapes(written)
  if (!notAscii.test(text)) return text.toLowerCase().replace(asciiClitic, ' ').match(asciiWord) ?? []
  const words = withoutClitics(text).match(word) ?? []
  return unspaced.test(text) ? words.flatMap(pairs) : words
}

/** The text in lower case and composed, with English clitics blanked out and typesetting marks inside words removed. */
export const withoutClitics = (text: string): string =>
  lowerComposed(text.replace(typesetting, '')).replace(clitic, ' ')

/** The distinct words that are not English stop words, in order of first appearance. */
export const contentWords = (text: string): readonly string[] => [
  ...new Set(wordsOf(text).filter((each) => !isStopWord(each))),
]

const pairs = (token: string): readonly string[] =>
  unspaced.test(token) ? (token.match(unspacedRun) ?? []).flatMap(wordsOfRun) : [token]

/** Of a run in scripts without spaces the pairs; of another its words, without marks of the character before it. */
const wordsOfRun = (run: string): readonly string[] => {
  if (!unspaced.test(run)) return run.match(word) ?? []
  if (!/[\p{L}\p{N}]/u.test(run)) return []
  const characters = [...run]
  if (characters.length === 1) return [run]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}
