import { anyAlternative, knownOf, wholeWords } from '../../text/languages.js'
import { type Search, stage } from './context.js'
import { type Match, newestFirst } from './score.js'

/** So many of the best matches are looked at for newer readings of what the best of them measure. */
const REACH = 100

const LATEST = new RegExp(wholeWords(anyAlternative(knownOf('latest').values())), 'iu')

type Asking = Pick<Search, 'analysis' | 'request'>

/** Whether a query asks for the latest of anything, or for an attribute that has one value at a time. */
const asksForReading = ({ analysis, request }: Asking): boolean => {
  const { ofThePast, ofAnEvent, dates, attributes } = analysis
  if (ofThePast || ofAnEvent || dates.length > 0) return false
  return attributes.length > 0 || LATEST.test(request.query)
}

/** How many places candidates are wanted for, where an answer has so many: the readings of a series score all alike. */
export const placesFor = (search: Asking, places: number): number =>
  asksForReading(search) ? Math.max(places, REACH) : places

/**
 * Readings that differ by their numbers alone, said by one party, change places where a query asks for the number as it is now:
 * the newest takes the first place that any of them has.
 */
export const newestReading = stage('readings', (search) => ({
  ...search,
  matches: newestInFront(search, search.matches),
}))

export const newestInFront = (search: Search, matches: readonly Match[]): readonly Match[] => {
  if (!asksForReading(search)) return matches
  const best = matches.slice(0, REACH)
  const { places } = search.ownWords(best.map(({ id }) => id))
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
