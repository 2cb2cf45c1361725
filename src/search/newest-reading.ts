import { anyAlternative, knownOf, wholeWords } from '../text/languages.js'
import type { QueryAnalysis } from './query-analysis/query-analysis.js'
import { type Match, newestFirst } from './score.js'
import type { Candidates } from './search-index.js'

/** So many of the best matches are looked at for newer readings of what the best of them measure. */
const REACH = 100

const LATEST = new RegExp(wholeWords(anyAlternative(knownOf('latest').values())), 'iu')

type AnalysedQuery = { readonly text: string; readonly analysis: QueryAnalysis }

/** Whether a query asks for the latest of anything, or for an attribute that has one value at a time. */
const asksForReading = ({ text, analysis }: AnalysedQuery): boolean => {
  const { ofThePast, ofAnEvent, dates, attributes } = analysis
  if (ofThePast || ofAnEvent || dates.length > 0) return false
  return attributes.length > 0 || LATEST.test(text)
}

/** How many places candidates are wanted for, where an answer has so many: the readings of a series score all alike. */
export const placesFor = (query: AnalysedQuery, places: number): number =>
  asksForReading(query) ? Math.max(places, REACH) : places

/**
 * Readings that differ by their numbers alone, said by one party, change places where a query asks for the number as it is now:
 * the newest takes the first place that any of them has.
 */
export const newestReadingFirst = (
  matches: readonly Match[],
  query: AnalysedQuery,
  ownWords: Candidates['ownWords'],
): readonly Match[] => {
  if (!asksForReading(query)) return matches
  const best = matches.slice(0, REACH)
  const { places } = ownWords(best.map(({ id }) => id))
  const series = new Map<string, Match[]>()
  for (const match of best) {
    const key = seriesOf(match, places.get(match.id))
    if (key !== undefined) series.set(key, [...(series.get(key) ?? []), match])
  }
  const moved = new Map<Match, Match>()
  for (const readings of series.values()) {
    const byAge = readings.toSorted(newestFirst)
    for (const [i, there] of readings.entries()) moved.set(there, byAge[i] ?? there)
  }
  return matches.map((match) => moved.get(match) ?? match)
}

/** The same for readings of one series: whose they are, and their words, numbers aside. */
const seriesOf = ({ about }: Match, words: ReadonlyMap<string, unknown> = new Map()): string | undefined => {
  const lexemes = [...words.keys()]
  const others = lexemes.filter((lexeme) => !/^'-?\d/.test(lexeme)).toSorted()
  if (others.length === 0 || others.length === lexemes.length) return undefined
  return JSON.stringify([about.role, about.subject, others])
}
