import { quoted } from '../../indexing/search-vector.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { type VisibleBank, visibleEntries } from '../bank-index/visible-bank.js'

/** What a search looks up before it looks for memories. */
export type Lookup = {
  readonly lexemes: readonly string[]
  /** Words of the query, one of which a subject has to hold. */
  readonly names: readonly string[]
  /** Whether the query names a date. */
  readonly dated: boolean
}

/** The answer, over all that the caller may see. */
export type TermStatisticsRow = {
  readonly memories: number
  readonly length: number
  /** In how many memories, neighbours included, each lexeme occurs; those in none are left out. */
  readonly terms: Readonly<Record<string, number>>
  readonly languages: readonly string[]
  readonly subjects: readonly string[]
  readonly days: { readonly from: string; readonly to: string } | null
}

/** Looks up in memory what `readTermStatistics` otherwise selects from the counts of the groups of readers. */
export const statisticsOf = (visible: VisibleBank, { lexemes, names, dated }: Lookup): TermStatisticsRow => {
  const { groups } = visible
  const frequencies = new TermFrequencies(visible)
  const terms = lexemes.flatMap((lexeme): [string, number][] => {
    const { slots } = frequencies.ofLexeme(quoted(lexeme))
    return slots.length > 0 ? [[lexeme, slots.length]] : []
  })
  const subjects = new Set(groups.flatMap(({ subjects }) => [...subjects.keys()]))
  const wanted = new Set(names)
  return {
    memories: sum(groups.map(({ memories }) => memories)),
    length: sum(groups.map(({ length }) => length)),
    terms: Object.fromEntries(terms),
    languages: [...new Set(groups.flatMap(({ languages }) => [...languages.keys()]))],
    subjects: [...subjects].filter((subject) => subject.split(/['’\-.,_/ ]/).some((word) => wanted.has(word))).sort(),
    days: dated ? daysOf(visible) : null,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The first and the last day on which anything happened. */
const daysOf = (visible: VisibleBank): TermStatisticsRow['days'] => {
  let [from, to] = ['9999-12-31', '']
  for (const {
    memory: { occurred_on: day },
  } of visibleEntries(visible)) {
    if (day === null) continue
    if (day < from) from = day
    if (day > to) to = day
  }
  return to === '' ? null : { from, to }
}
