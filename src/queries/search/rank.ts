import { stage } from './context.js'
import { byScore, isMatch, scoreOf } from './score.js'

/** Scores the candidates and orders those that match. */
export const rank = stage('score', (search) => ({
  ...search,
  matches: search.candidates
    .map((candidate) => scoreOf(search.lexicon, candidate))
    .filter((match) => isMatch(match, search.request.threshold))
    .toSorted(byScore),
}))
