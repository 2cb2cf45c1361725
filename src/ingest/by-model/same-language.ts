import { detectLanguage } from '../../text/detect-language.js'
import { isStopWord, type Language } from '../../text/words.js'

/** Scripts that tell texts apart. Chinese and Japanese are told apart by the language. */
const OF_LETTERS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari']
/** One sign of these says about as much as three letters. */
const DENSE = ['Hangul', 'Han Hiragana Katakana']
const lettersOf = (scripts: readonly string[]): string =>
  `[${scripts.flatMap((names) => names.split(' ').map((name) => `\\p{Script=${name}}`)).join('')}]`
const SCRIPTS = [
  ...OF_LETTERS.map((name) => ({ name, worth: 1, letters: new RegExp(lettersOf([name]), 'gu') })),
  ...DENSE.map((name) => ({ name, worth: 3, letters: new RegExp(lettersOf([name]), 'gu') })),
  { name: 'another', worth: 1, letters: new RegExp(`(?!${lettersOf([...OF_LETTERS, ...DENSE])})\\p{L}`, 'gu') },
]
/** A script with a smaller part of a text is that of its names. */
const TELLING = 0.3

/** The scripts that a text is written in. */
const scriptsOf = (text: string): ReadonlySet<string> => {
  const counts = SCRIPTS.map(({ name, worth, letters }) => [name, worth * (text.match(letters)?.length ?? 0)] as const)
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return new Set(counts.filter(([, count]) => count > 0 && count >= all * TELLING).map(([name]) => name))
}

export type Said = {
  /** the language that the turn, or the conversation, is taken to be in; null if unknown */
  readonly language: Language | null
  readonly content: string
}

/** The languages that a text may be written in: those of what it is based on. */
const languagesOf = (said: readonly Said[]): ReadonlySet<Language> => {
  const found = said.flatMap(({ content, language }) => {
    const sentences = content.slice(0, 2000).split(/(?<=[.!?。！？])\s|\n/)
    return [detectLanguage(content), ...sentences.map((sentence) => detectLanguage(sentence)), language ?? undefined]
  })
  return new Set(found.filter((language) => language !== undefined))
}

/** So many letters tell a word of the same stem. */
const STEM = 4
const writtenWords = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []

/** Words without names and numbers that were said: those are the same in every language. */
const ownWords = (text: string, saidWords: ReadonlySet<string>): readonly string[] =>
  writtenWords(text).filter((word) => !(/^[\p{Lu}\p{N}]/u.test(word) && saidWords.has(word.toLowerCase())))

/** Whether a word is a stop word of a language, and of no other that it may be. */
const saysSo = (words: readonly string[], language: Language, others: ReadonlySet<Language>): boolean =>
  words
    .map((word) => word.toLowerCase())
    .some((word) => isStopWord(word, language) && ![...others].some((other) => isStopWord(word, other)))

/** Whether half of the words that tell something were said: what a short text seems to be is no matter then. */
const repeats = (words: readonly string[], saidWords: ReadonlySet<string>, language: Language): boolean => {
  const stems = new Set([...saidWords].map((word) => word.slice(0, STEM)))
  const telling = words.filter((word) => /^\p{Ll}/u.test(word) && !isStopWord(word, language) && !isStopWord(word))
  const known = telling.filter((word) => saidWords.has(word) || (word.length > STEM && stems.has(word.slice(0, STEM))))
  return known.length > 0 && 2 * known.length >= telling.length
}

/**
 * Whether a text is in another language or script than everything it is based on. Where the language of a text cannot
 * be told, its script decides.
 */
export const isForeign = (text: string, said: readonly Said[]): boolean => {
  const own = scriptsOf(text)
  const scripts = new Set(said.flatMap(({ content }) => [...scriptsOf(content)]))
  if (own.size > 0 && scripts.size > 0 && ![...own].some((script) => scripts.has(script))) return true
  const saidWords = new Set(said.flatMap(({ content }) => writtenWords(content.toLowerCase())))
  const words = ownWords(text, saidWords)
  const language = detectLanguage(words.join(' ')) ?? detectLanguage(text)
  const languages = languagesOf(said)
  if (language === undefined || languages.size === 0 || languages.has(language)) return false
  return saysSo(words, language, languages) || !repeats(words, saidWords, language)
}

/** The language that a text in the language of its turn is stored with. */
export const languageOf = (text: string, said: readonly Said[]): Language => {
  const languages = languagesOf(said)
  const language = detectLanguage(text)
  if (language !== undefined && (languages.size === 0 || languages.has(language))) return language
  return said.find((each) => each.language !== null)?.language ?? [...languages][0] ?? 'en'
}
