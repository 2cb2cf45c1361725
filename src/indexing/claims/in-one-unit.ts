import type { Token } from './tokens.js'

const FEET = /^(?:ft|feet|foot)$/
const INCHES = 12
const METRES_IN_FOOT = 0.3048

/** "5 ft 6": 1.68 m. */
export const withFeet = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) =>
      FEET.test(word) && /^\d$/.test(sentence[i - 1]?.word ?? '') && /^\d{1,2}$/.test(sentence[i + 1]?.word ?? ''),
  )
  const [feet, unit, inches] = at < 1 ? [] : sentence.slice(at - 1, at + 2)
  if (feet === undefined || unit === undefined || inches === undefined || Number(inches.word) >= INCHES) return null
  const last = /^(?:in|inch|inches)$/.test(sentence[at + 2]?.word ?? '') ? at + 2 : at + 1
  const height = ((Number(feet.word) + Number(inches.word) / INCHES) * METRES_IN_FOOT).toFixed(2)
  const whole = { ...feet, word: height, raw: height }
  const behind = { ...unit, word: 'm', raw: 'm', end: sentence[last]?.end ?? inches.end }
  return [...sentence.slice(0, at - 1), whole, behind, ...sentence.slice(last + 1)]
}

const PAYING = /^(?:pay|pays|costs?|earns?|rent)$/
const SPAN = /^(?:month|week|year|quarter)$/

/** "Pays 900 euros in rent every month": a month. */
export const perMonth = (sentence: readonly Token[]): readonly Token[] | null => {
  const at = sentence.findIndex(
    ({ word }, i) => (word === 'every' || word === 'each') && SPAN.test(sentence[i + 1]?.word ?? ''),
  )
  const every = sentence[at]
  if (at < 1 || every === undefined || !sentence.some(({ word }) => PAYING.test(word))) return null
  return [...sentence.slice(0, at), { ...every, word: 'per', raw: 'per' }, ...sentence.slice(at + 1)]
}
