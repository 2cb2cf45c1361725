import { MemoryNotFound, RecallNotFound } from '../domain/errors.js'
import { type AnsweredSearch, dayOf } from '../domain/recall.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import type { Place } from '../queries/read-memories.js'
import { pseudonymIn } from '../queries/readable-by.js'
import { visibleTo } from '../queries/visible-memories.js'
import type { Settings } from './receipt.js'
import { echo } from './search.js'

/** The boundary for the receipts of searches, and what is to be given up of them. */

/** Whether the search of a row `r` returned what is erased now: its words may hold what was erased. */
const returnedErased: Sql = sql`exists (
           select
           from memory m
           where m.user_id = r.user_id
             and m.id = any(r.shown)
             and m.status = 'erased'
         )`

/**
 * What was answered to this very asker: to the same user, and in a workspace to the same agent of it. `since` (ISO 8601;
 * null: from the beginning) is how far back receipts are kept; older ones are not shown, whether they are there or not.
 */
const recallsOf = (scope: Scope, since: string | null): Sql => sql`(
  select r.day, r.id, r.at, r.position, r.settings, r.shown, r.versions, r.scores, r.worded,
         case when r.words = 'kept' and ${returnedErased} then 'erased' else r.words end as words,
         case when r.words = 'kept' and not ${returnedErased} then r.said end as said
  from recall r
  where r.user_id = ${scope.userId}
    and ${askedBy(scope)}
    and ${since === null ? sql`true` : sql`r.at >= ${since}::timestamptz`}
)`

const askedBy = (scope: Scope): Sql =>
  scope.kind === 'user'
    ? sql`r.workspace_id is null`
    : sql`r.workspace_id = ${scope.workspaceId}
    and r.agent_id = ${scope.agentId}`

/** The fields of a request as callers name them. The compiler asks for each that a search may have. */
const ASKED = {
  limit: 'limit',
  threshold: 'threshold',
  retrievalMode: 'retrieval_mode',
  tokenBudget: 'token_budget',
  asOf: 'as_of',
  sourceSite: 'source_site',
  namespaceScope: 'namespace_scope',
  sessionId: 'session_id',
  memoryType: 'memory_type',
  observedFrom: 'from',
  observedTo: 'to',
  timeWindow: 'time_window',
  timeZone: 'time_zone',
  minScore: 'min_score',
  currentOnly: 'current_only',
  packed: 'packed',
  includeSuperseded: 'include_superseded',
} as const satisfies Readonly<Record<Exclude<keyof Settings, 'agentScopeGiven' | 'asOfOffset'>, string>>

type StoredRecall = {
  readonly at: string
  readonly position: string
  readonly settings: AnsweredSearch['settings'] & Settings
  readonly memories: readonly unknown[]
  readonly worded: AnsweredSearch['worded']
  readonly words: 'none' | 'kept' | 'erased'
  readonly said: Partial<Readonly<Record<'query' | 'subject' | 'key' | 'metadata', unknown>>> | null
}

export type Recall = Awaited<ReturnType<typeof getRecall>>
export type RecallPage = Awaited<ReturnType<typeof recallsOfMemory>>

/** The receipt of a search of the caller, `since` at the earliest (ISO 8601; null: ever). Throws RecallNotFound. */
export const getRecall = async (
  db: Database,
  scope: Scope,
  { id, since }: { readonly id: string; readonly since: string | null },
) => {
  const day = dayOf(id)
  if (day === undefined) throw new RecallNotFound()
  const [row] = await db.rows<StoredRecall>(sql`
    select r.at, r.position::text as position, r.settings, r.worded, r.words, r.said,
           coalesce((
             select jsonb_agg(jsonb_build_object('memory_id', s.memory_id, 'version', s.version, 'score', s.score)
                    order by s.place)
             from unnest(r.shown, r.versions, r.scores) with ordinality as s (memory_id, version, score, place)
           ), '[]') as memories
    from ${recallsOf(scope, since)} as r
    where r.day = ${day}::date
      and r.id = ${id}`)
  if (!row) throw new RecallNotFound()
  const { at, position, settings, worded, words, said, memories } = row
  return {
    recall_id: id,
    at,
    position,
    mode: settings.mode,
    scope: echo({ scope, ...settings }),
    asked: {
      query: said?.query ?? null,
      subject: said?.subject ?? null,
      key: said?.key ?? null,
      metadata: said?.metadata ?? null,
      ...Object.fromEntries(Object.entries(ASKED).map(([name, asked]) => [asked, settings[name] ?? null])),
    },
    words,
    withheld: words === 'kept' ? [] : ['query', ...worded],
    embedding: settings.embedding,
    ranking: settings.ranking,
    memories,
    count: memories.length,
  }
}

/** Where a memory was shown to the caller, newest first. Throws MemoryNotFound if they can see no such memory. */
export const recallsOfMemory = async (
  db: Database,
  scope: Scope,
  {
    id,
    since,
    limit,
    after,
  }: { readonly id: string; readonly since: string | null; readonly limit: number; readonly after?: Place },
) => {
  const rows = await db.rows<{ readonly recall_id: string; readonly at: string } | { readonly recall_id: null }>(sql`
    select r.id as recall_id, r.at, r.settings ->> 'mode' as mode, array_position(r.shown, m.id) as rank,
           r.versions[array_position(r.shown, m.id)] as version, r.scores[array_position(r.shown, m.id)] as score
    from ${visibleTo(scope, ['active', 'needs_clarification'])} as m
    left join lateral (
      select r.id, r.day, r.at, r.settings, r.shown, r.versions, r.scores
      from ${recallsOf(scope, since)} as r
      where r.shown @> array[${id}::uuid]
        and ${after === undefined ? sql`true` : behind(after)}
      order by r.day desc, r.id desc
      limit ${whole(limit + 1)}
    ) as r on true
    where m.id = ${id}
    order by r.day desc, r.id desc`)
  if (rows.length === 0) throw new MemoryNotFound(id)
  const all = rows.flatMap((row) => (row.recall_id === null ? [] : [row]))
  const recalls = all.slice(0, limit)
  const last = all.length > limit ? recalls.at(-1) : undefined
  const next: Place | null = last ? { createdAt: last.at, ordinal: '0', id: last.recall_id } : null
  return { recalls, count: recalls.length, next }
}

/** Ids tell their time, so they are the order. */
const behind = ({ id }: Place): Sql => {
  const day = dayOf(id)
  return day === undefined ? sql`false` : sql`(r.day, r.id) < (${day}::date, ${id}::uuid)`
}

/** Of a user who is set aside nothing that is appended shows before they are taken in again. */
const isMoving = sql`not exists (select from parked p where p.user_id = r.user_id)`

/** The earliest days (UTC) before this one of which users still have receipts. */
export const recallsBefore = (
  db: Database,
  day: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly day: string }[]> =>
  db.rows(sql`
    select user_id as "userId", day::text as day
    from recall as r
    where day < ${day}::date
      and ${isMoving}
    group by day, user_id
    order by day, user_id
    limit ${whole(most)}`)

/** Searches that keep words and returned what was erased since (ISO 8601); of erased users, those from before. */
export const recallsWithErased = (
  db: Database,
  instant: string,
  most: number,
): Promise<readonly { readonly userId: string; readonly recallId: string }[]> =>
  db.rows(sql`
    select distinct user_id as "userId", id::text as "recallId"
    from (
      select r.user_id, r.id
      from memory m
      join recall r on r.user_id = m.user_id and r.shown @> array[m.id] and r.words = 'kept'
      where m.status = 'erased'
        and m.deleted_at >= ${instant}::timestamptz
        and exists (select from recall where words = 'kept')
      union all
      select r.user_id, r.id
      from erased_user e
      join bank b on ${pseudonymIn(sql`b.stream`)} = e.user_id
      join recall r on r.user_id = b.user_id and r.at <= e.at and r.words = 'kept'
      where e.at >= ${instant}::timestamptz
    ) as r
    where ${isMoving}
    limit ${whole(most)}`)
