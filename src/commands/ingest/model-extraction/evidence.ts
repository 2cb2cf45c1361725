import type { RawFact } from './answer.js'
import type { Quoted } from './claims.js'
import { findQuote, normalText } from './quotes.js'
import type { ReadTurn, ReadWindow } from './read-window.js'

/** Where a fact was said: a turn of the window by its place, and offsets into the content there. */
export type Place = { readonly row: number; readonly start: number; readonly end: number }

/** A model counts badly: a quote is looked for in the turn that it names, and then in those beside it. */
const NEAR = 2
/** A quote of so many characters cannot be meant for another turn, however far it is. */
const TELLING = 24
const MOST_QUOTES = 8
const LONGEST_QUOTE = 2_000

const locate = ({ turns }: ReadWindow, named: number, quote: string): readonly Place[] => {
  const telling = normalText(quote).text.length >= TELLING
  const rows = [...turns.keys()]
    .filter((row) => telling || Math.abs(row - named) <= NEAR)
    .toSorted((a, b) => Math.abs(a - named) - Math.abs(b - named))
  for (const row of rows) {
    const turn = turns[row]
    const found = turn ? findQuote(turn.normal, quote) : []
    if (found.length > 0) return found.map((stretch) => ({ row, ...stretch }))
  }
  return []
}

/** The places of all quotes that are in the window, in its order. A model numbers turns from 1 on. */
export const placesOf = (window: ReadWindow, evidence: RawFact['evidence']): readonly Place[] => {
  const found = evidence
    .slice(0, MOST_QUOTES)
    .flatMap(({ turn, quote }) => locate(window, turn - 1, quote.slice(0, LONGEST_QUOTE)))
  const byKey = new Map(found.map((place) => [`${place.row} ${place.start} ${place.end}`, place]))
  return [...byKey.values()].toSorted((a, b) => a.row - b.row || a.start - b.start || a.end - b.end)
}

export const quotedIn = ({ turns }: ReadWindow, places: readonly Place[]): readonly Quoted[] =>
  places.flatMap(({ row, start, end }) => {
    const turn = turns[row]
    return turn ? [{ turn, words: turn.content.slice(start, end) }] : []
  })

const SENTENCE_END = /[.!?。！？\n]/

/** The sentences that a quote is taken from. */
export const sentencesAround = ({ content }: ReadTurn, { start, end }: Pick<Place, 'start' | 'end'>): string => {
  let from = start
  while (from > 0 && !SENTENCE_END.test(content[from - 1] ?? '')) from--
  let to = Math.max(start, end - 1)
  while (to < content.length && !SENTENCE_END.test(content[to] ?? '')) to++
  return content.slice(from, to + 1).trim()
}
