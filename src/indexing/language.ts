import detector from 'eld/extrasmall'

/** The languages whose words are brought to their stems, by ISO 639-1 code. A text of any other counts as English. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'] as const
export type Language = (typeof LANGUAGES)[number]

/** More of a text says no more about its language. */
const SAMPLE = 1000

detector.setLanguageSubset([...LANGUAGES])

/** The language that a text is written in, as far as its letters tell for sure. */
export const detectLanguage = (text: string): Language | undefined => {
  const found = detector.detect(text.slice(0, SAMPLE))
  return found.isReliable() ? LANGUAGES.find((language) => language === found.language) : undefined
}
