import detector from 'eld/extrasmall'
import { isStopWord, LANGUAGES, type Language } from './stop-words.js'
import { wordsOf } from './words.js'

/** More of a text says no more about its language. */
const SAMPLE = 1000

detector.setLanguageSubset([...LANGUAGES])

/** How much more a text has to look like another language than like English, where its little words do not tell. */
const CLEARLY = 1.25

/**
 * The language that a text is written in, as far as its letters and its little words tell: an English sentence with
 * names from elsewhere ("Marta lives in Porto") stays English.
 */
export const detectLanguage = (text: string): Language | undefined => {
  const sample = text.slice(0, SAMPLE)
  const found = detector.detect(sample)
  const language = LANGUAGES.find((each) => each === found.language)
  if (language === undefined || !/\p{Script=Latin}/u.test(sample)) return language
  if (!found.isReliable()) return undefined
  const scores = found.getScores()
  const clear = (scores[language] ?? 0) >= CLEARLY * (scores.en ?? 0)
  return language === 'en' || clear || speaksRather(language, wordsOf(sample)) ? language : undefined
}

/** More of the words are little words of this language than of English. */
const speaksRather = (language: Language, words: readonly string[]): boolean =>
  words.filter((word) => isStopWord(word, language)).length > words.filter((word) => isStopWord(word)).length
