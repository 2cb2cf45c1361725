import { type Search, stage } from './context.js'
import { newestFirst } from './order.js'
import type { Match } from './score.js'

/** So many of the best matches are looked at for newer readings of what the best of them measure. */
const REACH = 100

const LATEST =
  /(?<![\p{L}\p{N}])(?:current|currently|latest|newest|most recent|last|now|right now|today's|these days|aktuelle?[rnms]?|derzeit(?:ige[rnms]?)?|jetzt|neueste[rnms]?|letzte[rnms]?|zuletzt|actual(?:es)?|últim[oa]s?|actuelle?s?|derni(?:er|ère)s?)(?![\p{L}\p{N}])/iu

type Asking = Pick<Search, 'analysis' | 'request'>

/** Whether a query asks for a number as it is now: the latest of anything, or an attribute that is told by a number. */
const asksForReading = ({ analysis, request }: Asking): boolean => {
  const { ofThePast, ofAnEvent, dates, attributes } = analysis
  if (ofThePast || ofAnEvent || dates.length > 0) return false
  return attributes.some(({ needsNumber }) => needsNumber) || LATEST.test(request.query)
}

/** How many places candidates are wanted for, where an answer has so many: the readings of a series score all alike. */
export const placesFor = (search: Asking, places: number): number =>
  asksForReading(search) ? Math.max(places, REACH) : places

/**
 * Readings that differ by their numbers alone, said by one party, change places where a query asks for the number as it is now:
 * the newest takes the first place that any of them has.
 */
export const newestReading = stage('readings', async (search) => ({
  ...search,
  matches: await newestInFront(search, search.matches),
}))

export const newestInFront = async (search: Search, matches: readonly Match[]): Promise<readonly Match[]> => {
  if (!asksForReading(search)) return matches
  const best = matches.slice(0, REACH)
  const { places } = await search.index.ownWords(best.map(({ id }) => id))
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
