import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** Of these one is the next at a time, on a day that is known. */
export const NEXT_ONES: readonly string[] =
  `release renewal inspection service payment review audit delivery instalment installment appointment meeting session exam hearing
  shipment maintenance vaccination election edition issue checkup check-up test update upgrade sprint milestone invoice rotation
  check calibration training cleaning restock order visit match game show concert class`
    .split(/\s+/)
    .filter((word) => word !== '')
const NEXT = new Set(NEXT_ONES)

/** One word for the next one, which is told apart from the one that was. */
const merged = (next: Token, noun: Token): Token => ({
  ...noun,
  word: `next-${noun.word}`,
  raw: `next-${noun.raw}`,
  start: next.start,
  proper: false,
})

/** In tokens, of the name between: "the next Grey Heron release". */
const LONGEST_NAME = 3

const OF = words('of for')

/** Where a phrase for its day begins in front of "the next": "the date of the next …". */
const dateStart = (sentence: readonly Token[], the: number): number => {
  const [day, of] = sentence.slice(the - 2, the)
  if (the < 2 || !OF.has(of?.word ?? '') || !/^(?:date|day|time)$/.test(day?.word ?? '')) return the
  return sentence[the - 3]?.word === 'the' ? the - 3 : the - 2
}

/** "The date of the next Wren release is …": "the next-release of Wren is …". */
export const withNextOne = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }) => word === 'next')
  const next = sentence[at]
  if (next === undefined) return null
  let noun = at + 1
  while (noun <= at + LONGEST_NAME && sentence[noun]?.proper === true && !NEXT.has(sentence[noun]?.word ?? '')) noun++
  const one = sentence[noun]
  if (one === undefined || one.proper || !NEXT.has(one.word)) return null
  const the = sentence[at - 1]?.word === 'the' ? at - 1 : at
  const from = the < at ? dateStart(sentence, the) : at
  const dated = sentence[noun + 1]?.word === 'date' ? noun + 2 : noun + 1
  const name = sentence.slice(at + 1, noun)
  const article = sentence[the]
  const head = name.length > 0 || from < the ? sentence.slice(0, from) : sentence.slice(0, at)
  const token = merged(next, one)
  if (name.length === 0) {
    const articles = from < the && article !== undefined ? [article] : []
    return [...head, ...articles, token, ...sentence.slice(dated)]
  }
  if (article === undefined || the === at) return null
  return [...head, article, token, { ...token, word: 'of', raw: 'of' }, ...name, ...sentence.slice(dated)]
}
