import { type Frequencies, lexicalScore } from './bm25.js'
import type { Lexicon } from './lexicon.js'

/** A memory that may match, with what its score is made of. */
export type Candidate = {
  readonly id: string
  readonly ordinal: bigint
  readonly created_at: string
  readonly subject: string | null
  readonly is_question: boolean
  readonly lex_len: number
  readonly own_len: number
  readonly frequencies: Frequencies
  readonly cosine: number | null
}

export type Match = {
  readonly id: string
  readonly ordinal: bigint
  readonly created_at: string
  /** Share of the query's words, weighted by rarity, 0 to 1. */
  readonly lexical: number
  readonly cosine: number
  /** The parts of the score that stand beside words and vector. */
  readonly name: number
  readonly question: number
  readonly length: number
  readonly score: number
}

/**
 * score = lexical + 0.6 · cosine + 0.25 if the query names this memory's subject and no other
 *       - 0.06 if the memory is a question + 0.05 · ln(3 + number of its own words)
 * The weights were fitted on questions about long conversations; each lies on a plateau.
 */
export const scoreOf = (lexicon: Lexicon, candidate: Candidate): Match => {
  const lexical = lexicalScore(lexicon, candidate.frequencies, candidate.lex_len)
  const cosine = Number.isFinite(candidate.cosine) ? Number(candidate.cosine) : 0
  const [subject, ...others] = lexicon.subjects
  const name = subject !== undefined && others.length === 0 && candidate.subject === subject ? 0.25 : 0
  const question = candidate.is_question ? -0.06 : 0
  const length = 0.05 * Math.log(3 + candidate.own_len)
  const { id, ordinal, created_at } = candidate
  const score = lexical + 0.6 * cosine + name + question + length
  return { id, ordinal, created_at, lexical, cosine, name, question, length, score }
}

/** Best first; of equals the older one. */
export const byScore = (a: Match, b: Match): number =>
  b.score - a.score || compare(a.created_at, b.created_at) || Number(a.ordinal - b.ordinal) || compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Without a common word a memory has to be near enough: name, length and the like never make a match. */
export const isMatch = ({ lexical, cosine }: Match, threshold: number): boolean => lexical > 0 || cosine >= threshold

/** The score as callers see it, 0 to 1. */
export const outward = (score: number): number => Math.min(1, Math.max(0, score / 2))
