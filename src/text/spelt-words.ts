import { folded } from './fold.js'
import { lexemeOf } from './lexeme.js'
import type { Language } from './stop-words.js'
import { wordsOf } from './words.js'

/**
 * The words of a text that a misspelt word can be held against: as they are written, without accents, each once, between
 * spaces. Letters only, neither too short nor too long to be a word; no stop words.
 */
export const speltWords = (text: string, language: Language): string => {
  const spelt = new Set<string>()
  for (const written of wordsOf(text)) {
    const word = folded(written)
    if (isSpelt(word) && lexemeOf(written, language) !== null) spelt.add(word)
  }
  return [...spelt].join(' ')
}

const isSpelt = (word: string): boolean => /^[\p{L}\p{M}]{4,40}$/u.test(word)
