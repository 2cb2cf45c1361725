import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as hindi } from '@orama/stopwords/indian'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as russian } from '@orama/stopwords/russian'
import { lowerComposed } from './fold.js'
import { knownOf } from './languages.js'

/** The languages with stemming, by ISO 639-1 code. A text in any other language is treated as English. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

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
