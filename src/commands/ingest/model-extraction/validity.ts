import { type Day, dayFrom } from '../../../indexing/dates/day.js'
import { lineOf, type RawFact } from './answer.js'
import { findQuote } from './quotes.js'
import type { ReadTurn } from './read-window.js'

export type Validity = {
  /** YYYY-MM-DD, the first and the last day; null: unknown, or still */
  readonly validFrom: Day | null
  readonly validTo: Day | null
  /** the words that say so, as said */
  readonly validWords: string | null
}

const MOST_WORDS = 120

const dayIn = (text: string | null | undefined): Day | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text?.trim() ?? '') ?? []
  return dayFrom(Number(year), Number(month), Number(day))
}

const quoted = (words: string, turns: readonly ReadTurn[]): string | undefined => {
  for (const { normal, content } of turns) {
    const [first] = findQuote(normal, words)
    if (first) return content.slice(first.start, first.end).slice(0, MOST_WORDS)
  }
  return undefined
}

/**
 * When a fact is true, as far as its turns say so: a day of the model stands only where rules find the same day, as the
 * first or the last of a date that was said. Nothing is taken from the day of the turn by itself.
 */
export const validityOf = (raw: RawFact, turns: readonly ReadTurn[]): Validity => {
  const dates = turns.flatMap((turn) => turn.dates)
  const said = (day: Day | undefined) => dates.find(({ from, to }) => from === day || to === day)
  const [from, to] = [dayIn(raw.valid_from), dayIn(raw.valid_to)]
  const [start, end] = [said(from), said(to)]
  const ordered = !(start && end && from !== undefined && to !== undefined && from > to)
  const validFrom = ordered && start && from ? from : null
  const validTo = ordered && end && to ? to : null
  const words = lineOf(raw.valid_words, MOST_WORDS)
  const named = validFrom === null ? (validTo === null ? undefined : end?.text) : start?.text
  return { validFrom, validTo, validWords: (words === '' ? undefined : quoted(words, turns)) ?? named ?? null }
}
