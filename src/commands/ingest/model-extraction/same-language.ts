import { detectLanguage } from '../../../indexing/detect-language.js'
import type { Language } from '../../../indexing/stop-words.js'

/** Scripts that tell texts apart. What is written in Chinese and Japanese is told apart by the language. */
const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Devanagari', /\p{Script=Devanagari}/gu],
  ['Hangul', /\p{Script=Hangul}/gu],
  ['Han or Kana', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  [
    'another',
    /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}/gu,
  ],
]

/** One sign of these says about as much as three letters. */
const DENSE = new Set(['Han or Kana', 'Hangul'])
/** A script with a smaller part of a text is that of its names. */
const TELLING = 0.3

/** The scripts that a text is written in. */
const scriptsOf = (text: string): ReadonlySet<string> => {
  const counts = SCRIPTS.map(([name, letters]) => {
    const signs = text.match(letters)?.length ?? 0
    return [name, DENSE.has(name) ? signs * 3 : signs] as const
  })
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  return new Set(counts.filter(([, count]) => count > 0 && count >= all * TELLING).map(([name]) => name))
}

export type Said = {
  /** the language that the turn, or the conversation, is taken to be in; null if unknown */
  readonly language: Language | null
  readonly content: string
}

/** What a text may be written in: the languages of what it is based on, and the scripts. */
const acceptable = (said: readonly Said[]) => {
  const languages = said.flatMap(({ content, language }) => {
    const sentences = content.slice(0, 2000).split(/(?<=[.!?。！？])\s|\n/)
    return [detectLanguage(content), ...sentences.map((sentence) => detectLanguage(sentence)), language ?? undefined]
  })
  return {
    languages: new Set(languages.filter((language) => language !== undefined)),
    scripts: new Set(said.flatMap(({ content }) => [...scriptsOf(content)])),
  }
}

/**
 * Whether a text is in another language or script than everything it is based on. Where the language of a text cannot
 * be told, its script decides.
 */
export const isForeign = (text: string, said: readonly Said[]): boolean => {
  const { languages, scripts } = acceptable(said)
  const own = scriptsOf(text)
  if (own.size > 0 && scripts.size > 0 && ![...own].some((script) => scripts.has(script))) return true
  const language = detectLanguage(text)
  return language !== undefined && languages.size > 0 && !languages.has(language)
}

/** The language that a text in the language of its turn is stored with. */
export const languageOf = (text: string, said: readonly Said[]): Language =>
  detectLanguage(text) ?? said.find(({ language }) => language !== null)?.language ?? 'en'
