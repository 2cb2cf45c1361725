import type { Move } from './answer.js'
import { echoesBehind, echoOfMatch } from './echoes.js'
import type { FoundMemories } from './read-found.js'
import type { Match } from './score.js'

/** By id, the rule that moved a memory last; none for what stands where its score says. */
export type Moves = ReadonlyMap<string, Move>

type Identified = { readonly id: string }

/**
 * The moves so far, with those of a rule that has put `before`, all or some of it, into the order `after`: without what was moved
 * both are in one order. Where two have changed places the one that went back was moved.
 */
export const withMoves = (
  moves: Moves,
  rule: Move,
  { before, after }: { readonly before: readonly Identified[]; readonly after: readonly Identified[] },
): Moves => {
  const places = new Map(before.map(({ id }, place) => [id, place]))
  const kept = after.filter(({ id }) => places.has(id))
  const order = kept.map(({ id }) => places.get(id) ?? 0)
  if (order.every((place, i) => i === 0 || place > (order[i - 1] ?? 0))) return moves
  const left = longestRising(order)
  return new Map([...moves, ...kept.flatMap(({ id }, i) => (left.has(i) ? [] : [[id, rule] as const]))])
}

/** As many as an answer has places at most: nothing is moved from further behind. */
const MOST_PLACES = 100

/** Which rule moved which memory: those that follow one another in a search, from its matches on. */
export const movesOf = (
  matches: readonly Match[],
  steps: {
    readonly variety: FoundMemories
    readonly current: FoundMemories
    /** The same with echoes behind what they say again. */
    readonly behind: FoundMemories
    readonly past: { readonly predecessors: ReadonlySet<string> }
  },
): Moves => {
  const { variety, current, behind, past } = steps
  const best = matches.slice(0, MOST_PLACES)
  const byScore = best.toSorted((a, b) => b.score - a.score)
  const echoed = echoesBehind(byScore, echoOfMatch)
  const echoes = withMoves(new Map(), 'echo', { before: byScore, after: echoed })
  const read = withMoves(echoes, 'newest', { before: echoed, after: best })
  const repeated = withMoves(read, 'variety', { before: matches, after: variety.memories })
  const outdated = withMoves(repeated, 'outdated', { before: variety.matches, after: current.memories })
  const all = withMoves(outdated, 'echo', { before: current.memories, after: behind.memories })
  return new Map([...all, ...[...past.predecessors].map((id) => [id, 'past'] as const)])
}

/** The indices of a longest part of the numbers that rises; of equally long ones that which begins earliest. */
const longestRising = (numbers: readonly number[]): ReadonlySet<number> => {
  // From the end: the length of the longest part that begins at each, and what follows there.
  const lengths = numbers.map(() => 1)
  const following: (number | undefined)[] = numbers.map(() => undefined)
  for (let i = numbers.length - 1; i >= 0; i--)
    for (let next = i + 1; next < numbers.length; next++)
      if ((numbers[next] ?? 0) > (numbers[i] ?? 0) && (lengths[next] ?? 0) + 1 > (lengths[i] ?? 0)) {
        lengths[i] = (lengths[next] ?? 0) + 1
        following[i] = next
      }
  const kept = new Set<number>()
  const first = lengths.indexOf(Math.max(0, ...lengths))
  for (let i: number | undefined = first < 0 ? undefined : first; i !== undefined; i = following[i]) kept.add(i)
  return kept
}
