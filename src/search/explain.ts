import { MemoryNotFound } from '../domain/errors.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { readAround, replacementsOf } from '../queries/basis.js'
import { type Status, visibleTo } from '../queries/visible-memories.js'
import { visibleAt } from '../queries/visible-trail.js'
import { quoted } from '../text/search-vector.js'
import type { SearchRequest } from './answer.js'
import type { SearchDependencies } from './dependencies.js'
import { type Match, publicScore } from './score.js'
import { findMemories, type Mode, type SearchOutcome, scorePartsOf, shortenedIn } from './search.js'
import type { StepName } from './trace.js'

/** Why a search returns a memory, or at which point it does not: the schema of the answer says what each means. */
type Reason =
  | 'returned'
  | 'not_active'
  | 'composite'
  | 'not_known_then'
  | 'filtered'
  | 'no_match'
  | 'below_floor'
  | 'told_by_another'
  | 'outdated'
  | 'kept_out_by_lesson'
  | 'outranked'

export type Explanation = Awaited<ReturnType<typeof explain>>

/** What is known of a memory without a search. */
type MemoryState = {
  readonly status: Status
  readonly is_composite: boolean
  readonly superseded_by: string | null
  /** Whether it was active at the instant that the search asks about; null where that is now. */
  readonly known_then: boolean | null
}

/** Follows a memory through a search. Throws MemoryNotFound where the caller cannot see it. */
export const explain = async (
  db: Database,
  dependencies: SearchDependencies,
  { memoryId, mode, ...request }: SearchRequest & { readonly mode: Mode; readonly memoryId: string },
) => {
  const about = await readAbout(db, request, memoryId)
  if (about === undefined) throw new MemoryNotFound(memoryId)
  const outcome = await findMemories(db, dependencies, { ...request, mode, trace: true, anyway: memoryId })
  return explanationOf(outcome, request, { ...about, memoryId })
}

const readAbout = async (db: Database, request: SearchRequest, id: string): Promise<MemoryState | undefined> => {
  const { scope, asOf } = request
  const then =
    asOf === undefined ? sql`null::boolean` : sql`exists (select from ${visibleAt(scope, asOf)} as p where p.id = m.id)`
  const [row] = await db.rows<MemoryState & { readonly by: string | null }>(sql`
    /* explain: what became of a memory */
    select *
    from (
      select m.status, m.memory_type = 'composite' as is_composite, m.superseded_by as by, null as superseded_by, ${then} as known_then
      from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded', 'deleted'])} as m
      where m.id = ${id}
    ) as m
    where status <> 'deleted'
       or known_then`)
  if (row?.status !== 'superseded') return row
  const view = { db, scope }
  const replacements = await replacementsOf(view, [{ id, supersededBy: row.by }], await readAround(view, [id]))
  return { ...row, superseded_by: replacements.get(id)?.id ?? null }
}

/** What became of it in the search, and in which stage. */
type Fate = { readonly reason: Reason; readonly stage: StepName | null; readonly toldBy?: string | null }

const fateOf = (outcome: SearchOutcome, request: SearchRequest, id: string): Fate => {
  const { anyway, matches } = outcome
  const isIn = (list: readonly { readonly id: string }[]) => list.some((each) => each.id === id)
  if (isIn(outcome.memories)) return { reason: 'returned', stage: null }
  if (anyway === null) return { reason: 'filtered', stage: null }
  if (!anyway.isMatch) return { reason: 'no_match', stage: 'score' }
  if (outcome.leftOut.has(id)) return { reason: 'outdated', stage: 'holds-now' }
  const { match } = anyway
  if (!isIn(matches)) {
    const toldBy = tellerOf(match, matches)
    return toldBy === null
      ? { reason: 'kept_out_by_lesson', stage: 'withhold' }
      : { reason: 'told_by_another', stage: 'turns', toldBy }
  }
  // Whatever better ones there are, it is missing for being too weak.
  const isWeak = publicScore(match.score) < (request.minScore ?? 0)
  return isWeak ? { reason: 'below_floor', stage: 'floor' } : { reason: 'outranked', stage: 'read' }
}

/** Why it was no part of the search at all. */
const unsearched = ({ status, is_composite, known_then }: MemoryState): Reason | undefined => {
  if (status !== 'active' && known_then === null) return 'not_active'
  if (is_composite) return 'composite'
  return known_then === false ? 'not_known_then' : undefined
}

const explanationOf = (
  outcome: SearchOutcome,
  request: SearchRequest,
  memory: MemoryState & { readonly memoryId: string },
) => {
  const { matches, memories, anyway, leftOut, ranks, termStatistics } = outcome
  const { degraded } = outcome.trace
  const { memoryId, status, superseded_by } = memory
  const place = matches.findIndex(({ id }) => id === memoryId)
  const match = matches[place] ?? anyway?.match ?? null
  const shown = memories.find(({ id }) => id === memoryId)
  const missing = shown === undefined ? unsearched(memory) : undefined
  const fate: Fate = missing === undefined ? fateOf(outcome, request, memoryId) : { reason: missing, stage: null }
  const { reason, stage, toldBy = null } = fate
  const held = outcome.ownWords(match === null ? [] : [memoryId]).places.get(memoryId) ?? new Map<string, unknown>()
  return {
    memory_id: memoryId,
    returned: reason === 'returned',
    reason,
    stage,
    status,
    rank: leftOut.has(memoryId) ? (ranks.get(memoryId)?.before ?? null) : place < 0 ? null : place + 1,
    matches: matches.length,
    limit: request.limit,
    score: match === null ? null : scorePartsOf(outcome, match, reason === 'returned'),
    least_returned_score: memories.at(-1)?.score ?? null,
    threshold: request.threshold,
    terms: termStatistics.terms.map(({ lexemes, memories }) => ({
      term: lexemes.join('|'),
      memories,
      held: lexemes.some((lexeme) => held.has(quoted(lexeme))),
    })),
    told_by: toldBy,
    superseded_by,
    // What holds in its place, where the search got to read it.
    outdated_by: leftOut.get(memoryId) ?? shown?.outdated_by ?? null,
    ...shortenedIn(request),
    ...(degraded.length > 0 ? { degraded } : {}),
  }
}

/** The match that stands for this one: of its turn, with its words, a turn that it rests on, or a fact that rests on it. */
const tellerOf = ({ id, about }: Match, matches: readonly Match[]): string | null => {
  const rests = new Set(about.rests_on ?? [])
  const teller = matches.find(
    (other) =>
      other.about.said_in === about.said_in ||
      (other.about.text_hash !== null && other.about.text_hash === about.text_hash) ||
      rests.has(other.id) ||
      (other.about.rests_on ?? []).includes(id),
  )
  return teller?.id ?? null
}
