import type { FoundMemory, SearchRequest } from '../answer.js'
import type { Details } from '../found-rows.js'
import type { QueryAnalysis } from '../query-analysis/query-analysis.js'
import { bestOf, type FoundMemories } from '../read-found.js'
import type { Match } from '../score.js'
import type { TermStatistics } from '../term-statistics.js'
import { ofOneTemplate } from './templates.js'

/** Of the memories that were looked at for an answer, how many it holds, and those that lost against what they contradict. */
type Consensus = {
  readonly original_count: number
  readonly filtered_count: number
  readonly removed_count: number
  readonly removed_memory_ids: readonly string[]
}

/** The places of a match, from 1, before and after what holds now came first; `after` is null where it was left out. */
type Ranks = { readonly before: number; readonly after: number | null }

export type CurrentMemories = FoundMemories & {
  /** What was left out because something else holds, and what that is; in the order of the matches. */
  readonly leftOut: ReadonlyMap<string, string>
  readonly consensus: Consensus | undefined
  /** Statements of one template that a newer one of the answer overtakes, without a link. */
  readonly overtaken: ReadonlySet<string>
  /** By id of each match. Noted for a trace. */
  readonly ranks: ReadonlyMap<string, Ranks>
}

/** A query as far as it tells what holds, and what answers it. */
export type AnalysedQuery = { readonly analysis: QueryAnalysis; readonly termStatistics: TermStatistics }

/** Reads the best of the matches. */
type ReadBest = (best: readonly Match[]) => Promise<FoundMemories>

/**
 * Puts what holds now before what it replaces. Links tell what that is: `outdated_by`, and what contradicts a memory and is
 * preferred to it. Without a link, statements of one template stand newest first, and nothing else is guessed. With `currentOnly`
 * what holds no longer by a link is left out, and what matches next takes its place. A query for the past gets the memories as they
 * were found; one of a date, too, as far as links tell.
 */
export const holdsNow = async (
  found: FoundMemories,
  query: AnalysedQuery,
  { request, read }: { readonly request: SearchRequest; readonly read: ReadBest },
): Promise<CurrentMemories> => {
  const { analysis } = query
  const isFiltered = request.currentOnly === true && !asksOfThen(analysis)
  const chosen = isFiltered ? await withoutReplaced(found, request.limit, read) : { ...found, leftOut: new Map() }
  const ordered =
    analysis.ofThePast || analysis.ofFormer
      ? { ...chosen, overtaken: new Set<string>() }
      : { ...chosen, ...inOrder(chosen, query) }
  return {
    ...ordered,
    consensus: consensusOf(ordered),
    ranks: request.trace ? ranksOf(found.matches, ordered) : new Map(),
  }
}

/** Whether a query is for the past or of a date: then what held then is as good as what holds now. */
export const asksOfThen = ({ ofThePast, ofFormer, dates }: QueryAnalysis): boolean =>
  ofThePast || ofFormer || dates.length > 0

type ChosenMemories = Omit<CurrentMemories, 'consensus' | 'ranks' | 'overtaken'>

/** What matches next is read in steps, each of which reads twice as many. */
const withoutReplaced = async (found: FoundMemories, limit: number, read: ReadBest): Promise<ChosenMemories> => {
  const { matches } = found
  let reached = found
  for (let places = limit; ; places *= 2) {
    const { memories, leftOut } = currentOf(reached, limit)
    if (memories.length >= limit || places >= matches.length) return { ...reached, memories, leftOut }
    reached = await read(bestOf(matches, 2 * places))
  }
}

/** As many of the memories as were asked for, without what was replaced before the last of them. */
const currentOf = (
  { memories, details }: FoundMemories,
  limit: number,
): Pick<ChosenMemories, 'memories' | 'leftOut'> => {
  const kept: FoundMemory[] = []
  const leftOut = new Map<string, string>()
  for (const memory of memories) {
    if (kept.length === limit) break
    const by = memory.outdated_by ?? winnerOf(details.get(memory.id))
    if (by === undefined) kept.push(memory)
    else leftOut.set(memory.id, by)
  }
  return { memories: kept, leftOut }
}

const winnerOf = (details: Details | undefined): string | undefined =>
  details?.contests.findLast(({ wins }) => wins)?.id

const inOrder = (
  found: FoundMemories,
  { analysis, termStatistics }: AnalysedQuery,
): Pick<CurrentMemories, 'matches' | 'memories' | 'overtaken'> => {
  const isPast = asksOfThen(analysis)
  const replacing = new Map(found.memories.map((memory) => [memory.id, isPast ? [] : byLinks(found, memory)]))
  const matches = new Map(found.matches.map((match) => [match.id, match]))
  const statements = found.memories.flatMap(({ id, content, observed_at }) => {
    const match = matches.get(id)
    return match ? [{ id, content, observed_at, match }] : []
  })
  const asked = new Set(termStatistics.terms.flatMap(({ lexemes }) => lexemes))
  const pairs = ofOneTemplate(statements, asked).filter(([earlier, later]) => !isLinked(found, earlier.id, later.id))
  for (const [earlier, later] of pairs) replacing.get(earlier.id)?.push(later.id)
  const order = ordered(
    found.memories.map(({ id }) => id),
    replacing,
  )
  const shown = new Map(found.memories.map((memory) => [memory.id, memory]))
  return {
    memories: order.flatMap((id) => shown.get(id) ?? []),
    matches: [...order.flatMap((id) => matches.get(id) ?? []), ...found.matches.filter(({ id }) => !shown.has(id))],
    overtaken: new Set(pairs.map(([earlier]) => earlier.id)),
  }
}

/** What replaces a memory by a link, itself or in the answer for what does. */
export const byLinks = (
  { memories, details }: Omit<FoundMemories, 'matches'>,
  { id, outdated_by }: FoundMemory,
): string[] => {
  const winners = (details.get(id)?.contests ?? []).flatMap((contest) => (contest.wins ? [contest.id] : []))
  const by = new Set(outdated_by === null ? winners : [outdated_by, ...winners])
  return memories.flatMap((other) =>
    other.id !== id && [other.id, ...other.pieces].some((each) => by.has(each)) ? [other.id] : [],
  )
}

/** A link between two says more than their wording. */
const isLinked = ({ details }: FoundMemories, a: string, b: string): boolean =>
  details.get(a)?.contests.some(({ id }) => id === b) ?? false

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
const consensusOf = ({ memories, details, leftOut }: ChosenMemories): Consensus | undefined => {
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

const ranksOf = (before: readonly Match[], { matches, leftOut }: ChosenMemories): ReadonlyMap<string, Ranks> => {
  const left = matches.filter(({ id }) => !leftOut.has(id))
  const after = new Map(left.map(({ id }, i) => [id, i + 1]))
  return new Map(before.map(({ id }, i) => [id, { before: i + 1, after: after.get(id) ?? null }]))
}
