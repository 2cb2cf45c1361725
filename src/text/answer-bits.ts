import { isStandingInstruction } from './assistant.js'
import { folded } from './fold.js'
import { allWordsOf, knownOf, wholeWords } from './languages.js'

/** The kinds of answer that a text may hold. A stored format: the numbers never change. */
export const ANSWERS = { time: 1, place: 2, number: 4, name: 8, instruction: 16 } as const

const known = [...knownOf('answers').values()]
const anyOf = (part: 'times' | 'places' | 'numbers'): string => known.map((own) => own[part]).join('|')
const time = new RegExp(String.raw`\b(?:\d{4}|${anyOf('times')})\b`, 'i')
const place = new RegExp(String.raw`\b(?:${anyOf('places')})\s+\p{Lu}\p{Ll}`, 'u')
const number = new RegExp(String.raw`\b(?:\d+|${anyOf('numbers')})\b`, 'i')
const quotation = /["“][^"”]{2,60}["”]/
const capitalised = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}'’]+/gu
const noName = allWordsOf(known.map(({ notNames }) => notNames))

/**
 * The kinds of answer in a text, a sum of `ANSWERS` (a quotation counts as a name). Only instructions are multilingual.
 * `subject` (lower case): the speaker or person meant. It counts as no name, and a leading label with it as no text.
 */
export const answerBits = (text: string, subject: string | null): number => {
  const own = withoutLabel(text, subject)
  return (
    (time.test(own) ? ANSWERS.time : 0) |
    (place.test(own) ? ANSWERS.place : 0) |
    (number.test(own) ? ANSWERS.number : 0) |
    (quotation.test(own) || namesSomething(own, subject) ? ANSWERS.name : 0) |
    (isStandingInstruction(own) ? ANSWERS.instruction : 0)
  )
}

const numerals = [...knownOf('numerals').values()].flatMap(({ ones, tens, more }) => [
  ...`${ones} ${tens}`.split(' ').filter((word) => word !== '-'),
  ...more.map(([word]) => word),
])
const digitOrNumeral = new RegExp(String.raw`[\p{N}一二三四五六七八九十百千万]|${wholeWords(numerals.join('|'))}`, 'iu')

/** Whether a text holds a number, in digits or in words of any known language. */
export const holdsNumber = (text: string): boolean => digitOrNumeral.test(folded(text))

const withoutLabel = (text: string, subject: string | null): string => {
  const colon = text.indexOf(':')
  return subject !== null && text.slice(0, colon).trim().toLowerCase() === subject ? text.slice(colon + 1) : text
}

/** Whether a capitalised word after the first is no weekday, no month and not the subject. */
const namesSomething = (text: string, subject: string | null): boolean => {
  const own = new Set(subject?.split(/\s+/))
  for (const { 0: found, index } of text.matchAll(capitalised)) {
    const word = found.toLowerCase().replaceAll('’', "'")
    if (!noName.has(word) && !own.has(word) && !own.has(word.replace(/'s$/, '')) && !startsSentence(text, index)) {
      return true
    }
  }
  return false
}

/** Whether `index` starts the text, or follows a quotation mark or the white space after a sentence or a label. */
const startsSentence = (text: string, index: number): boolean => {
  const before = text.slice(0, index)
  const said = before.trimEnd()
  // At the start both are empty, and so in either list.
  return '"“”'.includes(before.slice(-1)) || (said.length < index && '.!?:'.includes(said.slice(-1)))
}

const ASKED = /[?？؟][\s"'“”‘’«»\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Mn}\p{Me}\p{Cf}]*$/u

/** Whether a text ends with a question mark (Latin, full-width, Arabic), ignoring white space, quotes and emoji. */
export const isQuestion = (text: string): boolean => ASKED.test(text.slice(-TAIL))

/** So far back the question mark is searched for, in UTF-16 units: longer trailing decoration does not occur in practice. */
const TAIL = 200
