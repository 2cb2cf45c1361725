import type { Columns } from '../memory-index/memory-index.js'
import { FAR_VECTOR, NEAR, OWN } from '../memory-index/neighbours.js'
import type { Frequencies, TermFrequencies } from '../memory-index/term-frequencies.js'
import { cosinesIn, directionOf } from '../memory-index/vector-arena.js'
import type { VisibleIndex } from '../memory-index/visible-index.js'
import { quoted } from '../text/search-vector.js'
import { idf, type TermStatistics } from './term-statistics.js'

/**
 * Each term of the query by its rarity, with the words near it by theirs times their cosine; 0 where no memory holds it. The
 * `keys` are lexemes that count as one word.
 */
const weighed = (termStatistics: TermStatistics) =>
  [...new Set([...termStatistics.terms, ...termStatistics.relatedTerms.map(({ of }) => of)])].map((term) => ({
    own: { weight: term.memories > 0 ? idf(termStatistics, term.memories) : 0, keys: term.lexemes.map(quoted) },
    near: termStatistics.relatedTerms
      .filter(({ of }) => of === term)
      .map(({ lexeme, memories, cosine }) => ({
        weight: cosine * idf(termStatistics, memories),
        keys: [quoted(lexeme)],
      })),
  }))

/** What the query's own words weigh together; where no memory holds any of them, what the nearest words would. */
const perfectOf = (terms: ReturnType<typeof weighed>): number => {
  const own = terms.reduce((sum, term) => sum + term.own.weight, 0)
  const nearest = () => terms.reduce((sum, { near }) => sum + Math.max(0, ...near.map(({ weight }) => weight)), 0)
  return own > 0 ? own : nearest()
}

export const K1 = 0.9
export const B = 0.65

/** What a word counts that means exactly what the query's word means; others by their cosine. */
export const RELATED = 0.5

/**
 * BM25 (Robertson and Zaragoza 2009) on weighted term frequencies, as a share of what a perfect match would get, so
 * that it does not depend on the other candidates. Beside it what words near in meaning add: of each term the best one,
 * as far as it says more than the term itself. Where no memory holds a word of the query, a perfect match is one of the
 * nearest words. `reached` is the contribution of a term with this frequency in a memory of this length in tenths of a position.
 */
export const bm25Of = (termStatistics: TermStatistics) => {
  const average = termStatistics.memories > 0 ? termStatistics.length / termStatistics.memories : 0
  const terms = weighed(termStatistics)
  const reached = (weight: number, frequency: number, length: number): number => {
    const norm = K1 * (1 - B + B * (average > 0 ? length / average : 1))
    return (weight * frequency * (K1 + 1)) / (frequency + norm)
  }
  return { terms, perfect: perfectOf(terms) * (K1 + 1), reached }
}

type Size = {
  readonly slots: number
  /** Slots of all blocks, those included that no memory has taken yet. */
  readonly places: number
}

const columnsOf = ({ slots, places }: Size) => ({
  /** Share of the query's words, weighted by rarity. */
  lexical: new Float64Array(slots),
  /** What words near in meaning to the query's add. */
  relatedTerms: new Float64Array(slots),
  /** Of one term: its own contribution, and the best that a related term adds. */
  itself: new Float64Array(slots),
  best: new Float64Array(slots),
  /** Cosines with the own vectors, of all slots of all blocks, and with the context vectors. */
  own: new Float32Array(places),
  cosines: new Float64Array(slots),
  /** The slots of what matches, in ascending order, as many as there are. */
  matching: new Int32Array(slots),
})

/** The numbers of one search, by slot. */
export type ScoreColumns = Readonly<ReturnType<typeof columnsOf>>

type Scoring = ReturnType<typeof bm25Of>

/** Gives columns for one search after the other: those of thousands of memories take long to allocate and to collect. */
export class ReusedColumns {
  private kept = columnsOf({ slots: 0, places: 0 })

  /** Columns of zeros, but for `matching`, which holds what it held before. They are valid until the next call. */
  of({ slots, places }: Size): ScoreColumns {
    const { lexical, own } = this.kept
    if (slots > lexical.length || places > own.length) this.kept = columnsOf({ slots: 2 * slots, places: 2 * places })
    const { kept } = this
    return {
      lexical: kept.lexical.subarray(0, slots).fill(0),
      relatedTerms: kept.relatedTerms.subarray(0, slots).fill(0),
      itself: kept.itself.subarray(0, slots).fill(0),
      best: kept.best.subarray(0, slots).fill(0),
      own: kept.own.subarray(0, places).fill(0),
      cosines: kept.cosines.subarray(0, slots).fill(0),
      matching: kept.matching.subarray(0, slots),
    }
  }
}

/** Adds to columns of zeros each term's own contribution, and what the best related term adds. */
export const scoreWords = (frequencies: TermFrequencies, scoring: Scoring, columns: ScoreColumns): void => {
  const { terms, perfect, reached } = scoring
  if (perfect <= 0) return
  const { length } = frequencies.visible.memoryIndex.columns
  for (const { own, near } of terms) {
    const held = frequencies.of(own.keys)
    addOwn(held, { length, weight: own.weight, perfect, reached }, columns)
    for (const { weight, keys } of near) addRelated(frequencies.of(keys), { length, weight, perfect, reached }, columns)
    for (const slot of held.slots) columns.itself[slot] = 0
    if (near.length > 0) columns.best.fill(0)
  }
}

type TermScoring = Pick<Scoring, 'perfect' | 'reached'> & { readonly weight: number; readonly length: Float64Array }

// The loops over thousands of memories are functions of their own that read nothing but columns: the compiler replaces a
// running loop by machine code, and gives that up again where the rest of a function has not run yet.

const addOwn = (
  { slots, tenths }: Frequencies,
  { weight, perfect, reached, length }: TermScoring,
  { itself, lexical }: ScoreColumns,
): void => {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const score = reached(weight, (tenths[i] ?? 0) / OWN, length[slot] ?? 0)
    itself[slot] = score
    lexical[slot] = (lexical[slot] ?? 0) + score / perfect
  }
}

const addRelated = (
  { slots, tenths }: Frequencies,
  { weight, perfect, reached, length }: TermScoring,
  { itself, best, relatedTerms }: ScoreColumns,
): void => {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    const more = RELATED * reached(weight, (tenths[i] ?? 0) / OWN, length[slot] ?? 0) - (itself[slot] ?? 0)
    if (more > (best[slot] ?? 0)) {
      relatedTerms[slot] = (relatedTerms[slot] ?? 0) + (more - (best[slot] ?? 0)) / perfect
      best[slot] = more
    }
  }
}

/** Writes the query's cosine with every context vector, a weighted sum of products with own vectors; 0 without one. */
export const scoreContexts = ({ memoryIndex }: VisibleIndex, query: Float32Array, columns: ScoreColumns): void => {
  const { arena, layout, blocks } = memoryIndex
  if (query.length !== layout.dimensions) return
  cosinesIn(arena, directionOf(query), { blocks, layout, out: columns.own })
  addContexts(memoryIndex.columns, columns)
}

const addContexts = (
  { previous, next, farPrevious, farNext, norm }: Columns,
  { own, cosines }: Pick<ScoreColumns, 'own' | 'cosines'>,
): void => {
  for (let slot = 1; slot < cosines.length; slot++) {
    const length = norm[slot] ?? 0
    if (length === 0) continue
    const near = (own[previous[slot] ?? 0] ?? 0) + (own[next[slot] ?? 0] ?? 0)
    const far = (own[farPrevious[slot] ?? 0] ?? 0) + (own[farNext[slot] ?? 0] ?? 0)
    cosines[slot] = ((own[slot] ?? 0) + (NEAR * near + FAR_VECTOR * far) / OWN) / length
  }
}
