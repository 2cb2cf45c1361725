import type { TermStatistics } from '../../src/search/term-statistics.js'

/** Of a caller who sees no memory. */
export const nothingKnown: TermStatistics = {
  memories: 0,
  length: 0,
  terms: [],
  termOf: new Map(),
  relatedTerms: [],
  languages: [],
  subjects: [],
}
