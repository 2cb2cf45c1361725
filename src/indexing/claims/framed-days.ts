import { dateOf } from './periods.js'
import type { Token } from './tokens.js'
import { words } from './vocabulary.js'

type Day = { readonly value: string; readonly start: number; readonly end: number }

const DATED = words('is ist begins beginnt starts startet ends endet expires')
/** A month or more of a date, or a day of the week. */
const DATE = /^\d\d$|^(?:\d{4}-)?\d\d-\d\d$|^\d{4}-\d\d$|day$|tag$|woch$/u

/** "is Friday", "is on 3 March", "is every Friday". */
export const dayIn = (rest: readonly Token[], lemma: string): Day | null => {
  const start = rest.findIndex(({ word }) => !/^(?:on|every|at|am|der|den|the|in|im)$/.test(word))
  const said = DATED.has(lemma) ? rest.slice(Math.max(start, 0)) : []
  const value = said.some(({ word }) => /[^\d.]/.test(word)) ? dateOf(said) : null
  return value === null || !DATE.test(value) ? null : { value, start: Math.max(start, 0), end: rest.length }
}
