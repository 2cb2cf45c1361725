import { MemoryNotFound } from '../../domain/errors.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { quoted } from '../../text/search-vector.js'
import { type Status, visibleTo } from '../visible-memories.js'
import type { ScoreParts, SearchAnswer, SearchRequest } from './answer.js'
import type { Search, SearchDependencies } from './context.js'
import { begin } from './open-search.js'
import { pastRelations } from './relations.js'
import { type Match, publicScore } from './score.js'
import { type Mode, partsOf, recipesWith } from './search.js'

/** Which list tells whether a memory is still there, once this stage has run; the last that has run decides. */
const LISTS = new Map<string, List>([
  ['candidates', 'candidates'],
  ['score', 'matches'],
  ['read', 'memories'],
  ['floor', 'memories'],
])
type List = 'candidates' | 'matches' | 'memories'

type Followed = {
  readonly result: Search
  /** The stage after which it was not there any more; null where it was returned. */
  readonly lostAt: string | null
  /** It as it was scored last, and its place. */
  readonly match: Match | null
  readonly rank: number | null
}

/** Runs a search from its beginning, and follows one memory through its stages. Fails as a search does. */
const follow = async (
  start: Search,
  { memoryId, mode }: { readonly memoryId: string; readonly mode: Mode },
): Promise<Followed> => {
  let followed: Followed = { result: start, lostAt: null, match: null, rank: null }
  let list: List | undefined
  const isIt = ({ id }: { readonly id: string }): boolean => id === memoryId
  for (const { name, run } of recipesWith(start)[mode]) {
    const result = await run(followed.result)
    list = LISTS.get(name) ?? list
    const isLost = list !== undefined && !result[list].some(isIt)
    const place = result.matches.findIndex(isIt)
    followed = {
      result,
      // What is left out later makes room for what found no place.
      lostAt: isLost ? (followed.lostAt ?? name) : null,
      match: result.matches[place] ?? followed.match,
      rank: place < 0 ? followed.rank : place + 1,
    }
  }
  return followed
}

/** Why a search returns a memory, or at which point it does not. */
type Reason =
  | 'returned'
  /** It is superseded, or waits for clarification. */
  | 'not_active'
  /** A composite only says again what its parts say. */
  | 'composite'
  /** It was not known at the instant that the search asks about. */
  | 'not_known_then'
  /** A filter of the request leaves it out. */
  | 'filtered'
  /** It holds no word of the query or near one in meaning, and its similarity is below the threshold. */
  | 'no_match'
  /** It is below the least score of the request. */
  | 'below_floor'
  /** A better memory of the same turn, or a fact or its turn, is shown in its place. */
  | 'told_by_another'
  /** It holds no longer, and only what does was asked for. */
  | 'outdated'
  /** A critical lesson of the scope is about it. */
  | 'kept_out_by_lesson'
  /** Better matches take all places. */
  | 'outranked'

export type Explanation = {
  readonly memory_id: string
  readonly returned: boolean
  readonly reason: Reason
  /** The stage that left it out; null where it was returned, or where no stage got to see it. */
  readonly stage: string | null
  readonly status: Status
  /** Its place among all matches, from 1. */
  readonly rank: number | null
  readonly matches: number
  readonly limit: number
  /** What its score is made of; null where it was not scored. */
  readonly score: ScoreParts | null
  /** The score, 0 to 1, of the last memory that was returned. */
  readonly least_returned_score: number | null
  readonly threshold: number
  /** The terms of the query that a memory holds, and whether this one does itself; neighbours count less. */
  readonly terms: readonly { readonly term: string; readonly memories: number; readonly held: boolean }[]
  /** What is shown in its place. */
  readonly told_by: string | null
  readonly superseded_by: string | null
  /** What holds in the place of an active one, where the search got to read it. */
  readonly outdated_by: string | null
} & Pick<SearchAnswer, 'degraded'>

type About = {
  readonly status: Status
  readonly is_composite: boolean
  readonly superseded_by: string | null
  /** Whether it was active at the instant that the search asks about; null where that is now. */
  readonly known_then: boolean | null
}

/**
 * Runs a search and follows one memory through its stages. What the caller cannot see is not found, whatever a search would
 * do with it. Fails as a search does. @throws MemoryNotFound
 */
export const explain = async (
  db: Database,
  dependencies: SearchDependencies,
  { memoryId, mode, ...request }: SearchRequest & { readonly mode: Mode; readonly memoryId: string },
): Promise<Explanation> => {
  const about = await readAbout(db, request, memoryId)
  if (about === undefined) throw new MemoryNotFound(memoryId)
  const start = await begin(db, dependencies, { ...request, trace: true, anyway: memoryId })
  const followed = await follow(start, { memoryId, mode })
  return explanationOf(followed, about, memoryId)
}

const readAbout = async (db: Database, request: SearchRequest, id: string): Promise<About | undefined> => {
  const { scope, asOf } = request
  const then =
    asOf === undefined
      ? sql`null::boolean`
      : sql`exists (select from ${pastRelations(request, asOf).memories} as p where p.id = m.id)`
  const [row] = await db.rows<About>(sql`
    select *
    from (
      select m.status, m.memory_type = 'composite' as is_composite,
             (select n.id from ${visibleTo(scope)} as n where n.id = m.superseded_by) as superseded_by,
             ${then} as known_then
      from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])} as m
      where m.id = ${id}
    ) as m
    where status <> 'deleted'
       or known_then`)
  return row
}

const REASONS: Readonly<Record<string, Reason>> = {
  candidates: 'filtered',
  score: 'no_match',
  turns: 'told_by_another',
  withhold: 'kept_out_by_lesson',
  read: 'outranked',
  boost: 'outranked',
}

const reasonOf = (
  { lostAt, result }: Followed,
  about: About,
  { memory_id: id, isWeak }: Pick<Explanation, 'memory_id'> & { readonly isWeak: boolean },
): Reason => {
  const { status, is_composite, known_then } = about
  if (status !== 'active' && known_then === null) return 'not_active'
  if (is_composite) return 'composite'
  if (known_then === false) return 'not_known_then'
  if (result.leftOut.has(id)) return 'outdated'
  if (isWeak) return 'below_floor'
  return lostAt === null ? 'returned' : (REASONS[lostAt] ?? 'outranked')
}

const explanationOf = async (followed: Followed, about: About, memoryId: string): Promise<Explanation> => {
  const { result, lostAt } = followed
  const { limit, threshold } = result.request
  const shown = result.memories.find(({ id }) => id === memoryId)
  const rank = result.leftOut.has(memoryId) ? (result.ranks.get(memoryId)?.before ?? null) : followed.rank
  const candidate = result.candidates.find(({ id }) => id === memoryId)
  const match = followed.match ?? candidate ?? null
  const isWeak = isTooWeak(followed, match)
  const reason = reasonOf(followed, about, { memory_id: memoryId, isWeak })
  const own = result.index.ownWords(candidate ? [memoryId] : [])
  const held = own.places.get(memoryId) ?? new Map<string, unknown>()
  return {
    memory_id: memoryId,
    returned: reason === 'returned',
    reason,
    stage: candidate ? (isWeak ? 'floor' : lostAt) : null,
    status: about.status,
    rank,
    matches: result.matches.length,
    limit,
    score: match === null ? null : partsOf(result, match, reason === 'returned'),
    least_returned_score: result.memories.at(-1)?.score ?? null,
    threshold,
    terms: result.termStatistics.terms.map(({ lexemes, memories }) => ({
      term: lexemes.join('|'),
      memories,
      held: lexemes.some((lexeme) => held.has(quoted(lexeme))),
    })),
    told_by: reason === 'told_by_another' && match ? tellerOf(match, result.matches) : null,
    superseded_by: about.superseded_by,
    outdated_by: result.leftOut.get(memoryId) ?? shown?.outdated_by ?? null,
    ...(result.degraded.length > 0 ? { degraded: result.degraded } : {}),
  }
}

/** Whether it is missing for being below the least score: whatever better ones there are, but not where others stand for it. */
const isTooWeak = ({ lostAt, result }: Followed, match: Match | null): boolean =>
  match !== null &&
  lostAt !== null &&
  !['candidates', 'score', 'turns'].includes(lostAt) &&
  publicScore(match.score) < (result.request.minScore ?? 0)

/** The match that stands for this one: of its turn, a turn that it rests on, or a fact that rests on it. */
const tellerOf = ({ id, about }: Match, matches: readonly Match[]): string | null => {
  const rests = new Set(about.rests_on ?? [])
  const teller = matches.find(
    (other) =>
      other.about.said_in === about.said_in || rests.has(other.id) || (other.about.rests_on ?? []).includes(id),
  )
  return teller?.id ?? null
}
