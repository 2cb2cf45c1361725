import { stage } from './context.js'
import { byScore, isMatch, scorer } from './score.js'

/** Scores the candidates and orders those that match. */
export const rank = stage('score', (search) => ({
  ...search,
  matches: search.candidates
    .map(scorer(search))
    .filter((match) => isMatch(match, search.request.threshold))
    .toSorted(byScore),
}))
