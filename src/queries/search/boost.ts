import { stage } from './context.js'
import { newestInFront } from './newest-reading.js'
import { byScore, publicScore } from './score.js'

/** What the newest memory and the most wanted one gain, at most: they settle what words and meaning leave open. */
const RECENCY = 0.01
const ACCESS = 0.01
/** How far below the last place of the answer a match may lie that they can bring into it. */
export const BOOST_REACH = RECENCY + ACCESS
/** After so many days a memory gains half as much for being recent. */
const HALF_LIFE_DAYS = 30
/** So many accesses gain all that there is to gain. */
const MANY_ACCESSES = 100

const DAY_MS = 86_400_000

/** Adds a little, to memories that have been read, for what was said lately and for what is often asked for. */
export const boostFound = stage('boost', (search) => {
  const today = Date.parse(search.now())
  const found = new Map(search.memories.map((memory) => [memory.id, memory]))
  const scored = search.matches
    .map((match) => {
      const memory = found.get(match.id)
      if (memory === undefined) return match
      const days = Math.max(0, Math.floor((today - Date.parse(memory.observed_at)) / DAY_MS))
      const times = search.details.get(match.id)?.accesses ?? 0
      const recency = RECENCY * 2 ** (-days / HALF_LIFE_DAYS)
      const access = ACCESS * Math.min(1, Math.log1p(times) / Math.log1p(MANY_ACCESSES))
      return { ...match, recency, access, score: match.score + recency + access }
    })
    .toSorted(byScore)
  const boosted = newestInFront(search, scored)
  const memories = boosted.flatMap(({ id, score }) => {
    const memory = found.get(id)
    return memory ? [{ ...memory, score: publicScore(score) }] : []
  })
  return { ...search, matches: boosted, memories: memories.slice(0, search.request.limit) }
})
