import detector from 'eld/extrasmall'
import { isStopWord, LANGUAGES, type Language, wordsOf } from './words.js'

/** More text does not improve the detection. */
const SAMPLE = 1000

detector.setLanguageSubset([...LANGUAGES])

/** How much higher another language must score than English where the stop words do not decide. */
const CLEARLY = 1.25

/** The language by letters and stop words: English with foreign names ("Marta lives in Porto") stays English. */
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

/** Whether more of the words are stop words of this language than of English. */
const speaksRather = (language: Language, words: readonly string[]): boolean =>
  words.filter((word) => isStopWord(word, language)).length > words.filter((word) => isStopWord(word)).length
