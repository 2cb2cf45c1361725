import { quoted } from '../../indexing/search-vector.js'
import { type Search, stage } from './context.js'
import { type About, type Match, newestFirst } from './score.js'
import type { OwnWords } from './search-index.js'
import { idf, type Term } from './term-statistics.js'

/** How many places are put in order: to reach for memories behind them cost what had been found. */
const PLACES = 10
/** From this share of what the query's words weigh, of those that one or the other holds, both match the same words. */
const SAME_QUERY_WORDS = 0.7
/** From this share of what the own words of the shorter weigh, both say the same. */
const SAME_OWN_WORDS = 0.5
/** A number stands for a word of the query when there are at most so many places between them. */
const BESIDE = 5
/** So many of the query's words have to stand by another number here and there. */
const WORDS_OF_A_NUMBER = 2

/**
 * Puts the later before the earlier among the best that say the same: memories of one party that match the same words of
 * the query, and either share most of their own words or give another number for them. They keep the places that they have
 * together. What a query asks of the past, or of a date, is left as it is. The last stage before reading; where memories are
 * read before they are ranked anew, behind that.
 */
export const newerFirst = stage('newer-first', async (search) => {
  const best = search.matches.slice(0, Math.min(PLACES, search.request.limit))
  const { ofThePast, dates } = search.analysis
  if (ofThePast || dates.length > 0 || search.termStatistics.terms.length === 0 || best.length < 2) return search
  const words = await search.index.ownWords(best.map(({ id }) => id))
  const ordered = [...best]
  for (const cluster of clustersOf(best.map((match, place) => sayingOf(search, words, { match, place })))) {
    const newest = cluster.map(({ match }) => match).toSorted(newestFirst)
    for (const [i, { place }] of cluster.entries()) ordered.splice(place, 1, ...newest.slice(i, i + 1))
  }
  const place = new Map(ordered.map(({ id }, i) => [id, i]))
  const memories = search.memories.toSorted((a, b) => (place.get(a.id) ?? PLACES) - (place.get(b.id) ?? PLACES))
  return { ...search, memories, matches: [...ordered, ...search.matches.slice(best.length)] }
})

/**
 * The same for those of the answer that an ingest has linked as contradicting each other, whatever words they match. The
 * last stage before packaging.
 */
export const newerOfContested = stage('contradictions', (search) => {
  const { analysis, contested, matches, memories } = search
  if (contested.size === 0 || analysis.ofThePast || analysis.dates.length > 0) return search
  const shown = new Map(memories.map((memory) => [memory.id, memory]))
  const ordered = matches
    .filter(({ id }) => shown.has(id))
    .toSorted((a, b) => placeIn(memories, a) - placeIn(memories, b))
  for (const party of partiesOf(ordered, contested)) {
    const places = ordered.flatMap((match, place) => (party.has(match.id) ? [place] : []))
    const newest = places.flatMap((place) => ordered[place] ?? []).toSorted(newestFirst)
    for (const [i, place] of places.entries()) ordered.splice(place, 1, ...newest.slice(i, i + 1))
  }
  return {
    ...search,
    memories: ordered.flatMap(({ id }) => shown.get(id) ?? []),
    matches: [...ordered, ...matches.filter(({ id }) => !shown.has(id))],
  }
})

const placeIn = (memories: Search['memories'], { id }: Match): number =>
  memories.findIndex((memory) => memory.id === id)

/** The sets of ids that contradictions connect. */
const partiesOf = (matches: readonly Match[], contested: Search['contested']): readonly ReadonlySet<string>[] => {
  const parties: Set<string>[] = []
  for (const { id } of matches) {
    const [first, ...others] = [id, ...(contested.get(id) ?? [])].flatMap((each) =>
      parties.filter((party) => party.has(each)),
    )
    const party = first ?? new Set<string>()
    for (const each of [id, ...(contested.get(id) ?? []), ...others.flatMap((other) => [...other])]) party.add(each)
    for (const other of others) if (other !== party) parties.splice(parties.indexOf(other), 1)
    if (first === undefined) parties.push(party)
  }
  return parties
}

/** A memory among the best, by its own words. */
type Saying = {
  readonly match: Match
  readonly place: number
  /** What its own words weigh, by their rarity. */
  readonly weights: ReadonlyMap<string, number>
  /** The query's words that it holds itself: what each weighs, and the numbers that stand beside it. */
  readonly asked: ReadonlyMap<Term, Asked>
}
type Asked = { readonly weight: number; readonly numbers: ReadonlySet<string> }

const sayingOf = (
  { termStatistics }: Search,
  { places, documents }: OwnWords,
  { match, place }: Pick<Saying, 'match' | 'place'>,
): Saying => {
  const own = places.get(match.id) ?? new Map<string, readonly number[]>()
  const numbers = [...own].filter(([lexeme]) => /^'-?\d/.test(lexeme))
  const asked = termStatistics.terms.flatMap((term): [Term, Asked][] => {
    const keys = term.lexemes.map(quoted)
    const at = keys.flatMap((key) => own.get(key) ?? [])
    if (at.length === 0) return []
    const beside = numbers.filter(([key, there]) => !keys.includes(key) && there.some((n) => at.some(isBeside(n))))
    return [[term, { weight: idf(termStatistics, term.memories), numbers: new Set(beside.map(([key]) => key)) }]]
  })
  const weights = [...own.keys()].map((key): [string, number] => [key, idf(termStatistics, documents.get(key) ?? 0)])
  return { match, place, weights: new Map(weights), asked: new Map(asked) }
}

const isBeside =
  (number: number) =>
  (place: number): boolean =>
    Math.abs(number - place) <= BESIDE

/** Each joins the first cluster whose best memory says the same. */
const clustersOf = (sayings: readonly Saying[]): readonly (readonly Saying[])[] => {
  const clusters: Saying[][] = []
  for (const saying of sayings) {
    const cluster = clusters.find(([best]) => best !== undefined && isSame(best, saying))
    if (cluster === undefined) clusters.push([saying])
    else cluster.push(saying)
  }
  return clusters
}

const isSame = (a: Saying, b: Saying): boolean => {
  if (!isOneParty(a.match.about, b.match.about)) return false
  return matchTheSame(a, b) && (overlapOf(a, b) >= SAME_OWN_WORDS || giveOtherNumbers(a, b))
}

const isOneParty = (a: About, b: About): boolean => a.role === b.role && a.subject === b.subject

/** A number in the query separates the memories that hold it from the others. */
const matchTheSame = (a: Saying, b: Saying): boolean => {
  const onlyOne = [...a.asked.keys(), ...b.asked.keys()].filter((term) => !a.asked.has(term) || !b.asked.has(term))
  if (onlyOne.some(({ lexemes }) => lexemes.some((lexeme) => /\p{N}/u.test(lexeme)))) return false
  const either = sum([...new Map([...a.asked, ...b.asked]).values()].map(({ weight }) => weight))
  const both = sum([...a.asked].map(([term, { weight }]) => (b.asked.has(term) ? weight : 0)))
  return both > 0 && both >= SAME_QUERY_WORDS * either
}

/** The overlap coefficient of their own words, each by its rarity. */
const overlapOf = (a: Saying, b: Saying): number => {
  const shorter = Math.min(sum(a.weights.values()), sum(b.weights.values()))
  const both = sum([...a.weights].map(([key, weight]) => (b.weights.has(key) ? weight : 0)))
  return shorter > 0 ? both / shorter : 0
}

/** Where both have numbers beside a word of the query, they are others, and so for several words. */
const giveOtherNumbers = (a: Saying, b: Saying): boolean => {
  const counted = [...a.asked].flatMap(([term, { numbers }]) => {
    const others = b.asked.get(term)?.numbers
    return others === undefined || others.size === 0 || numbers.size === 0
      ? []
      : [![...numbers].some((number) => others.has(number))]
  })
  return counted.length >= WORDS_OF_A_NUMBER && counted.every((other) => other)
}

const sum = (weights: Iterable<number>): number => [...weights].reduce((total, weight) => total + weight, 0)
