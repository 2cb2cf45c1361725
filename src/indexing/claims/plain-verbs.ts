import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

/** In tokens, in front of the verb. */
const LONGEST = 9

/** "X is a river that flows into Y": "X flows into Y". */
export const withoutKind = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }, i) => i > 0 && word === 'is' && /^an?$/.test(sentence[i + 1]?.word ?? ''))
  if (at < 0 || at > LONGEST) return null
  const that = sentence.findIndex(({ word }, i) => i > at + 2 && /^(?:that|which|who)$/.test(word))
  const said = sentence.slice(at + 2, Math.max(at + 2, that))
  if (said.length === 0 || said.length > 2 || said.some(({ word, proper }) => proper || word === ',')) return null
  // "There is a chance that X is Y" says nothing of X.
  const named =
    sentence.slice(0, at).some(({ proper }, i) => proper && i > 0) ||
    (sentence[1]?.word === 'is' && sentence[0]?.proper === true)
  if (
    !named ||
    /^(?:there|it|this|that)$/.test(sentence[0]?.word ?? '') ||
    !/^[a-z]+s$/.test(sentence[that + 1]?.raw ?? '')
  )
    return null
  return [...sentence.slice(0, at), ...sentence.slice(that + 1)]
}

/** "X has to be done by B": "X is due by B". */
export const asDue = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) => /^(?:has|have|must)$/.test(word) && /^(?:to|be)$/.test(sentence[i + 1]?.word ?? ''),
  )
  const be = sentence.findIndex(({ word }, i) => i > at && i < at + 3 && word === 'be')
  const [done, by] = sentence.slice(be + 1)
  if (at < 1 || be < 0 || done === undefined || by === undefined || !DONE.has(done.word) || by.word !== 'by')
    return null
  return [...sentence.slice(0, at), { ...done, word: 'is' }, { ...done, word: 'due' }, ...sentence.slice(be + 2)]
}
const DONE = words('paid settled done finished ready completed complete delivered submitted in')

/** "X will be released on B": "X is released on B". */
export const asPlanned = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(({ word }, i) => word === 'will' && sentence[i + 1]?.word === 'be')
  const be = sentence[at + 1]
  if (at < 1 || be === undefined || !/^(?:released|launched|published|held)$/.test(sentence[at + 2]?.word ?? ''))
    return null
  // "Will be released under the MIT licence": no day, and not yet.
  if (/^(?:under|as|with|to|for)$/.test(sentence[at + 3]?.word ?? '')) return null
  return [...sentence.slice(0, at), { ...be, word: 'is' }, ...sentence.slice(at + 2)]
}

const HANDING = words('hand deliver submit finish complete')

/** "We have to hand in X by B": "X is due by B". */
export const asHandedIn = (sentence: readonly Token[]): readonly Token[] | null => {
  const [who, have, to, verb, ...more] = sentence
  if (who === undefined || !/^(?:we|they|i|you)$/.test(who.word) || !/^(?:have|need)$/.test(have?.word ?? ''))
    return null
  if (to === undefined || verb === undefined || to.word !== 'to' || !HANDING.has(verb.word)) return null
  const said = more[0]?.word === 'in' ? more.slice(1) : more
  const by = said.findLastIndex(({ word }) => word === 'by')
  if (by < 1) return null
  return [...said.slice(0, by), { ...to, word: 'is' }, { ...verb, word: 'due' }, ...said.slice(by)]
}

const HALVES = new Map([
  ['morning', 'am'],
  ['afternoon', 'pm'],
  ['evening', 'pm'],
])

/** "8:40 in the evening" is 8:40 pm. */
export const withHalfOfDay = (sentence: readonly Token[]): readonly Token[] => {
  const at = sentence.findIndex(({ word }, i) => i > 2 && HALVES.has(word))
  const half = at < 0 ? undefined : sentence[at]
  const sign = HALVES.get(half?.word ?? '')
  if (half === undefined || sign === undefined || sentence[at - 1]?.word !== 'the' || sentence[at - 2]?.word !== 'in')
    return sentence
  if (!/^\d{1,2}(?::\d\d)?$/.test(sentence[at - 3]?.word ?? '')) return sentence
  return [...sentence.slice(0, at - 2), { ...half, word: sign, raw: sign, proper: false }, ...sentence.slice(at + 1)]
}
