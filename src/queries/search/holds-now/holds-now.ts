import type { FoundMemory } from '../answer.js'
import { type Consensus, type Details, type Ranks, type Search, stage } from '../context.js'
import { readMatches } from '../read-found.js'
import { lastSaidFirst, sayingOf, seemsSaidAnew } from './said-anew.js'

/** How many places are put in order by wording: to reach for memories behind them cost what had been found. */
const PLACES = 10

/**
 * Puts what holds now before what it replaces. Links tell what that is: `outdated_by`, and what contradicts a memory and is
 * preferred to it. Where no link says anything, the wording of the best ten is a guess, which changes their order and nothing
 * else. With `currentOnly` what holds no longer by a link is left out, and what matches next takes its place. A query for the
 * past gets the memories as they were found; one of a date, too, as far as links tell.
 */
export const holdsNow = stage('holds-now', async (before) => {
  const { request, analysis } = before
  const chosen = request.currentOnly && !asksOfThen(before) ? await withoutReplaced(before) : before
  const ordered = analysis.ofThePast ? chosen : inOrder(chosen)
  const after = { ...ordered, consensus: consensusOf(ordered) }
  return request.trace ? { ...after, ranks: ranksOf(before, after) } : after
})

/** Whether the query is for the past or of a date: then what held then is as good as what holds now. */
export const asksOfThen = ({ analysis }: Search): boolean => analysis.ofThePast || analysis.dates.length > 0

/** What matches next is read in steps, each of which reads twice as many. */
const withoutReplaced = async (search: Search): Promise<Search> => {
  const { matches, request } = search
  let read = search
  for (let places = request.limit; ; places *= 2) {
    const { memories, leftOut } = currentOf(read)
    if (memories.length >= request.limit || places >= matches.length) return { ...read, memories, leftOut }
    read = await readMatches(search, matches.slice(0, 2 * places))
  }
}

/** As many of the memories as were asked for, without what was replaced before the last of them. */
const currentOf = ({ memories, details, request }: Search): Pick<Search, 'memories' | 'leftOut'> => {
  const kept: FoundMemory[] = []
  const leftOut = new Map<string, string>()
  for (const memory of memories) {
    if (kept.length === request.limit) break
    const by = memory.outdated_by ?? winnerOf(details.get(memory.id))
    if (by === undefined) kept.push(memory)
    else leftOut.set(memory.id, by)
  }
  return { memories: kept, leftOut }
}

const winnerOf = (details: Details | undefined): string | undefined =>
  details?.contests.findLast(({ wins }) => wins)?.id

const inOrder = (search: Search): Search => {
  const isPast = asksOfThen(search)
  const replacing = new Map(search.memories.map((memory) => [memory.id, isPast ? [] : byLinks(search, memory)]))
  for (const [earlier, later] of byWording(search))
    if (!isLinked(search, earlier, later)) replacing.get(earlier)?.push(later)
  const order = ordered(
    search.memories.map(({ id }) => id),
    replacing,
  )
  const shown = new Map(search.memories.map((memory) => [memory.id, memory]))
  const matches = new Map(search.matches.map((match) => [match.id, match]))
  return {
    ...search,
    memories: order.flatMap((id) => shown.get(id) ?? []),
    matches: [...order.flatMap((id) => matches.get(id) ?? []), ...search.matches.filter(({ id }) => !shown.has(id))],
  }
}

/** What replaces a memory by a link, itself or in the answer for what does. */
export const byLinks = ({ memories, details }: Search, { id, outdated_by }: FoundMemory): string[] => {
  const winners = (details.get(id)?.contests ?? []).flatMap((contest) => (contest.wins ? [contest.id] : []))
  const by = new Set(outdated_by === null ? winners : [outdated_by, ...winners])
  return memories.flatMap((other) =>
    other.id !== id && [other.id, ...other.pieces].some((each) => by.has(each)) ? [other.id] : [],
  )
}

/** A link between two says more than their wording. */
const isLinked = ({ details }: Search, a: string, b: string): boolean =>
  details.get(a)?.contests.some(({ id }) => id === b) ?? false

/** Pairs of what was said and what replaces it: of two that seem to say the same, the later. */
const byWording = (search: Search): readonly (readonly [string, string])[] => {
  const { analysis, termStatistics, ownWords } = search
  const best = search.memories.slice(0, PLACES)
  if (analysis.ofAnEvent || termStatistics.terms.length === 0 || best.length < 2) return []
  const matches = new Map(search.matches.map((match) => [match.id, match]))
  const words = ownWords(best.map(({ id }) => id))
  const sayings = best
    .flatMap(({ id, content, observed_at }) => {
      const match = matches.get(id)
      return match ? [sayingOf(search, words, { match, content, observed_at })] : []
    })
    .toSorted(lastSaidFirst)
  return sayings.flatMap((earlier) =>
    sayings.flatMap((later) => {
      const [before, after] = [earlier.match.id, later.match.id]
      return seemsSaidAnew(earlier, later) ? [[before, after] as const] : []
    }),
  )
}

/** The same ids, each behind all that replace it. */
const ordered = (ids: readonly string[], replacing: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const placed = new Set<string>()
  const begun = new Set<string>()
  const place = (id: string): void => {
    if (begun.has(id)) return
    begun.add(id)
    for (const other of replacing.get(id) ?? []) place(other)
    placed.add(id)
  }
  for (const id of ids) place(id)
  return [...placed]
}

/** Counts where memories of the answer contradict one another, or one was left out because it lost. */
const consensusOf = ({ memories, details, leftOut }: Search): Consensus | undefined => {
  const shown = new Set(memories.map(({ id }) => id))
  const lost = [...leftOut.keys()].filter((id) => winnerOf(details.get(id)) !== undefined)
  const isContested = memories.some(({ id }) => details.get(id)?.contests.some((other) => shown.has(other.id)))
  if (lost.length === 0 && !isContested) return undefined
  return {
    original_count: memories.length + lost.length,
    filtered_count: memories.length,
    removed_count: lost.length,
    removed_memory_ids: lost,
  }
}

const ranksOf = (before: Search, { matches, leftOut }: Search): ReadonlyMap<string, Ranks> => {
  const left = matches.filter(({ id }) => !leftOut.has(id))
  const after = new Map(left.map(({ id }, i) => [id, i + 1]))
  return new Map(before.matches.map(({ id }, i) => [id, { before: i + 1, after: after.get(id) ?? null }]))
}
