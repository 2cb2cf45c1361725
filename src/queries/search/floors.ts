import { isMatch, type Match, publicScore, thresholdOf } from './score.js'
import type { TermStatistics } from './term-statistics.js'

/** The least that a search takes, each from 0 to 1. What is absent refuses nothing. */
export type Floors = {
  /** Of the score as callers see it. */
  readonly minScore?: number
  /** Of the query's words, in the terms of the lexical score. */
  readonly minWords?: number
  /** Of the cosine, whatever words a memory holds. */
  readonly minSimilarity?: number
}

/** A floor by the name that requests give it. */
export type Floor = 'min_score' | 'min_words' | 'min_similarity'

/** Whether a memory may match: one that is refused takes no place from another. */
export const isTaken = (
  { minWords = 0, minSimilarity = -1 }: Floors,
  { lexical, cosine }: Pick<Match, 'lexical' | 'cosine'>,
): boolean => lexical >= minWords && cosine >= minSimilarity

/** The first floor that a memory is below, in the order in which they are looked at; null where there is none. */
const floorAbove = (floors: Floors, match: Pick<Match, 'lexical' | 'cosine' | 'score'>): Floor | null => {
  if (!isTaken({ ...floors, minSimilarity: -1 }, match)) return 'min_words'
  if (!isTaken(floors, match)) return 'min_similarity'
  return publicScore(match.score) < (floors.minScore ?? 0) ? 'min_score' : null
}

/** What a match is measured by, and what the request takes. */
type Asked = { readonly termStatistics: TermStatistics; readonly request: Floors & { readonly threshold: number } }

/**
 * The floor for which a memory is missing from an answer, by the stage that it was lost at; null where it was lost for
 * another reason. One that is too weak for the answer is missing for that, whatever better ones there are.
 */
export const floorOf = (search: Asked, match: Match | null, lostAt: string | null): Floor | null => {
  if (match === null || lostAt === null || lostAt === 'turns') return null
  const { request } = search
  if (lostAt === 'score' && !isMatch(match, thresholdOf(search.termStatistics, request.threshold))) return null
  return floorAbove(request, match)
}
