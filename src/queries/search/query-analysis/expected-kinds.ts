import { ANSWERS } from '../../../indexing/answer-bits.js'
import { knownOf } from '../../../text/languages.js'

const { en: inEnglish = '', ...inOthers } = Object.fromEntries(knownOf('asksAssistant'))
const ENGLISH = new RegExp(inEnglish, 'i')
const OTHERS = new RegExp(Object.values(inOthers).join('|'), 'iu')

/** Whether a query asks for what the machine side recommended, suggested or answered. */
export const asksAssistant = (query: string): boolean => {
  const asked = query.slice(0, 1000).replace(/’/g, "'")
  return ENGLISH.test(asked) || OTHERS.test(asked)
}

/** A kind of answer that a query asks for, and what a memory that holds it gains. */
export type ExpectedKind = { readonly bit: number; readonly weight: number }

const time =
  /^(?:when|since when|what (?:date|day|month|year|time)|which (?:date|day|month|year)|in (?:what|which) (?:year|month)|how long ago)|\bwhen did\b/i
const place =
  /^(?:where\b|(?:(?:in|from|to) )?(?:which|what) (?:country|countries|city|cities|states?|places?|town|location|areas?)\b)/i
const number = /^(?:how (?:many|much|long|old|often)|what (?:number|age))|\bhow many (?:times|years|months|weeks|days)/i
const name =
  /\b(?:called|named|names?|titled?)\b|^(?:what|which) (?:books?|movies?|films?|songs?|bands?|games?|artists?|authors?|company|shows?|series|brand|team)\b/i

const kinds: readonly (ExpectedKind & { readonly asked: RegExp })[] = [
  { asked: time, bit: ANSWERS.time, weight: 0.1 },
  { asked: place, bit: ANSWERS.place, weight: 0.1 },
  { asked: number, bit: ANSWERS.number, weight: 0.05 },
  { asked: name, bit: ANSWERS.name, weight: 0.1 },
]

/** The kinds of answer that an English query asks for: a time, a place, a number, a name; none in other languages. */
export const expectedKinds = (query: string): readonly ExpectedKind[] => {
  const text = query.trimStart()
  return kinds.flatMap(({ asked, bit, weight }) => (asked.test(text) ? [{ bit, weight }] : []))
}

/** The weights of the kinds that a memory's answer bits meet, added up. */
export const answerScore = (asked: readonly ExpectedKind[], answerBits: number): number =>
  asked.reduce((sum, { bit, weight }) => ((answerBits & bit) === 0 ? sum : sum + weight), 0)
