import type { Language } from '../stop-words.js'
import { ENGLISH_FOLLOW_UPS } from './english/follow-ups.js'
import { ENGLISH } from './english/grammar.js'
import { ENGLISH_MARKS } from './english/marks.js'
import { type FollowUps, followUpsOf } from './follow-up.js'
import { type Marks, marksOf } from './marks.js'
import { type Reader, readerOf } from './relation.js'
import type { Token } from './tokens.js'

/** What is needed to read a language. */
export type Voice = { readonly reader: Reader; readonly marks: Marks; readonly followUps: FollowUps }

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const english = once<Voice>(() => ({
  reader: readerOf(ENGLISH),
  marks: marksOf(ENGLISH_MARKS),
  followUps: followUpsOf(ENGLISH_FOLLOW_UPS),
}))

const ENGLISH_WORDS = new Set('the is my i am of and it are has have was that for with not to we our no a'.split(' '))
const GERMAN_WORDS = new Set(
  'der die das ist mein meine ich bin von und es sind hat habe nicht mit zu wir unser den dem ein eine'.split(' '),
)

/**
 * The voice of a text: by its small words, since the language of a short text with many names is often taken for another.
 * Undefined for languages that are not read.
 */
export const voiceOf = (tokens: readonly Token[], language: Language): Voice | undefined => {
  let [en, de] = [0, 0]
  for (const { word } of tokens) {
    if (ENGLISH_WORDS.has(word)) en++
    if (GERMAN_WORDS.has(word)) de++
  }
  if (en === 0 && de === 0) return language === 'en' ? english() : undefined
  return en >= de ? english() : undefined
}
