import { around, FAR_VECTOR, NEAR, OWN } from './neighbours.js'
import { TermFrequencies } from './term-frequencies.js'
import { cosinesIn, directionOf } from './vector-arena.js'
import type { VisibleBank } from './visible-bank.js'

/** By slot. */
export type WordScores = { readonly lexical: Float64Array; readonly relatedTerms: Float64Array }

/** Lexemes that count as one word, and their weight. */
type WeighedLexemes = { readonly weight: number; readonly keys: readonly string[] }
/** A term of the query, and terms near it in meaning. */
export type WeighedTerm = { readonly own: WeighedLexemes; readonly near: readonly WeighedLexemes[] }

type Scoring = {
  readonly terms: readonly WeighedTerm[]
  /** The score of a perfect match. */
  readonly perfect: number
  /** The contribution of a term with this frequency in a memory of this length in tenths. */
  readonly reached: (weight: number, frequency: number, length: number) => number
  /** The weight of a related term. */
  readonly related: number
}

/** The word score of every visible memory: for each term its own contribution, and what the best related term adds. */
export const scoreWords = (visible: VisibleBank, { terms, perfect, reached, related }: Scoring): WordScores => {
  const slots = visible.bank.entries.length
  const { length } = visible.bank.columns
  const lexical = new Float64Array(slots)
  const relatedTerms = new Float64Array(slots)
  if (perfect <= 0) return { lexical, relatedTerms }
  const frequencies = new TermFrequencies(visible)
  const itself = new Float64Array(slots)
  const best = new Float64Array(slots)
  for (const { own, near } of terms) {
    const held = frequencies.of(own.keys)
    for (let i = 0; i < held.slots.length; i++) {
      const slot = held.slots[i] ?? 0
      const score = reached(own.weight, (held.tenths[i] ?? 0) / OWN, length[slot] ?? 0)
      itself[slot] = score
      lexical[slot] = (lexical[slot] ?? 0) + score / perfect
    }
    for (const { weight, keys } of near) {
      const { slots: alike, tenths } = frequencies.of(keys)
      for (let i = 0; i < alike.length; i++) {
        const slot = alike[i] ?? 0
        const more = related * reached(weight, (tenths[i] ?? 0) / OWN, length[slot] ?? 0) - (itself[slot] ?? 0)
        if (more > (best[slot] ?? 0)) {
          relatedTerms[slot] = (relatedTerms[slot] ?? 0) + (more - (best[slot] ?? 0)) / perfect
          best[slot] = more
        }
      }
    }
    for (const slot of held.slots) itself[slot] = 0
    if (near.length > 0) best.fill(0)
  }
  return { lexical, relatedTerms }
}

/**
 * The cosine of a unit vector and the context vector of every memory, by slot: a weighted sum of products with own vectors,
 * so that no context vector is stored. 0 where a memory has none.
 */
export const contextCosines = ({ bank }: VisibleBank, query: Float32Array): Float64Array => {
  const { arena, layout, blocks, columns } = bank
  const cosines = new Float64Array(bank.entries.length)
  if (query.length !== layout.dimensions) return cosines
  const own = cosinesIn(arena, directionOf(query), { blocks, layout })
  for (let slot = 1; slot < cosines.length; slot++) {
    const norm = columns.norm[slot] ?? 0
    if (norm === 0) continue
    const { before, after, farBefore, farAfter } = around(columns, slot)
    const near = (own[before] ?? 0) + (own[after] ?? 0)
    const far = (own[farBefore] ?? 0) + (own[farAfter] ?? 0)
    cosines[slot] = ((own[slot] ?? 0) + (NEAR * near + FAR_VECTOR * far) / OWN) / norm
  }
  return cosines
}
