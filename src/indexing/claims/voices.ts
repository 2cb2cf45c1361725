import type { Language } from '../stop-words.js'
import { ENGLISH_FOLLOW_UPS } from './english/follow-ups.js'
import { ENGLISH } from './english/grammar.js'
import { ENGLISH_MARKS } from './english/marks.js'
import { type FollowUps, type FollowUpWords, followUpsOf } from './follow-up.js'
import { GERMAN_FOLLOW_UPS } from './german/follow-ups.js'
import { GERMAN } from './german/grammar.js'
import { GERMAN_MARKS } from './german/marks.js'
import { hintsOf, mayClaim } from './hints.js'
import { type Marks, type MarkWords, marksOf } from './marks.js'
import { type Grammar, type Reader, readerOf } from './relation.js'
import type { Token } from './tokens.js'

/** What is needed to read a language. */
export type Voice = {
  readonly reader: Reader
  readonly marks: Marks
  readonly followUps: FollowUps
  /** See `mayClaim`. */
  readonly hints: ReadonlySet<string>
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Words = { readonly grammar: Grammar; readonly marks: MarkWords; readonly followUps: FollowUpWords }

const voiceFrom = ({ grammar, marks, followUps: phrases }: Words): Voice => {
  const reader = readerOf(grammar)
  const followUps = followUpsOf(phrases)
  const hints = hintsOf(reader.patterns, reader.nouns.next.keys(), followUps.words)
  return { reader, marks: marksOf(marks), followUps, hints }
}

const english = once(() => voiceFrom({ grammar: ENGLISH, marks: ENGLISH_MARKS, followUps: ENGLISH_FOLLOW_UPS }))
const german = once(() => voiceFrom({ grammar: GERMAN, marks: GERMAN_MARKS, followUps: GERMAN_FOLLOW_UPS }))

/** Whether a text may make a claim in one of the languages that are read. */
export const mayClaimAnything = (text: string): boolean => mayClaim(text, [english().hints, german().hints])

const ENGLISH_WORDS = new Set('the is my i of and it are has have was that for with not to we our no a'.split(' '))
const GERMAN_WORDS = new Set(
  'der die das ist mein meine ich bin von und es sind hat habe nicht mit zu wir unser den dem ein eine wurde wird sich nach aus für auf bei endete'.split(
    ' ',
  ),
)

const tellingIn = (tokens: readonly Token[], hints: ReadonlySet<string>): number =>
  tokens.filter(({ word, proper }, at) => (!proper || at === 0) && hints.has(word)).length

/** "Ursula von der Leyen", which is no German. */
const isInName = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.word
  if (word !== 'von' && word !== 'der' && word !== 'den') return false
  const before = tokens[at - 1]
  const [next, second] = tokens.slice(at + 1)
  const particle = word === 'von' ? before?.proper : before?.word === 'von' || before?.word === 'van'
  return particle === true && (next?.proper === true || (next?.word === 'der' && second?.proper === true))
}

/**
 * The voice of a text: by its small words, since the language of a short text with many names is often taken for another.
 * Undefined for languages that are not read.
 */
export const voiceOf = (tokens: readonly Token[], language: Language): Voice | undefined => {
  let [en, de] = [0, 0]
  for (const [at, { word }] of tokens.entries()) {
    if (ENGLISH_WORDS.has(word)) en++
    // "The bin collection".
    const noVerb = word === 'bin' && !tokens.some((each) => each.word === 'ich')
    if (GERMAN_WORDS.has(word) && !noVerb && !isInName(tokens, at)) de++
  }
  if (en === de) {
    // "Anna wohnt in Graz": no small word, and a telling one.
    const [inEnglish, inGerman] = [english(), german()].map(({ hints }) => tellingIn(tokens, hints))
    if (inEnglish !== inGerman) return (inEnglish ?? 0) > (inGerman ?? 0) ? english() : german()
    return language === 'de' ? german() : en > 0 || language === 'en' ? english() : undefined
  }
  return en > de ? english() : german()
}
