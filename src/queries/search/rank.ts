import { stage } from './context.js'
import { barOf, byScore, isMatch, scorer } from './score.js'

/** Scores the candidates and orders those that match. */
export const rank = stage('score', (search) => {
  const bar = barOf(search, search.request.threshold)
  return {
    ...search,
    matches: search.candidates
      .map(scorer(search))
      .filter((match) => isMatch(match, bar))
      .toSorted(byScore),
  }
})
