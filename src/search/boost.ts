import type { FoundMemories } from './read-found.js'
import { byScore, type Match, publicScore } from './score.js'

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

/**
 * Adds a little, to memories that have been read, for what was said lately and for what is often asked for, and leaves so many of
 * them as an answer shows. `now` is ISO 8601; `newestFirst` orders the readings of a series.
 */
export const boost = (
  { matches, memories, details }: FoundMemories,
  answer: {
    readonly now: string
    readonly limit: number
    readonly newestFirst: (matches: readonly Match[]) => readonly Match[]
  },
): FoundMemories => {
  const { now, limit, newestFirst } = answer
  const instant = Date.parse(now)
  const read = new Map(memories.map((memory) => [memory.id, memory]))
  const scored = matches
    .map((match) => {
      const memory = read.get(match.id)
      if (memory === undefined) return match
      const days = Math.max(0, Math.floor((instant - Date.parse(memory.observed_at)) / DAY_MS))
      const times = details.get(match.id)?.accesses ?? 0
      const recency = RECENCY * 2 ** (-days / HALF_LIFE_DAYS)
      const access = ACCESS * Math.min(1, Math.log1p(times) / Math.log1p(MANY_ACCESSES))
      return { ...match, recency, access, score: match.score + recency + access }
    })
    .toSorted(byScore)
  const boosted = newestFirst(scored)
  const best = boosted.flatMap(({ id, score }) => {
    const memory = read.get(id)
    return memory ? [{ ...memory, score: publicScore(score) }] : []
  })
  return { matches: boosted, memories: best.slice(0, limit), details }
}
