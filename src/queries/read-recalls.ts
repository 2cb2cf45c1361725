import { MemoryNotFound, RecallNotFound } from '../domain/errors.js'
import { type AnsweredSearch, dayOf } from '../domain/recall.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import type { Place } from './read-memories.js'
import type { Settings } from './search/receipt.js'
import { echo } from './search/search.js'
import { visibleTo } from './visible-memories.js'
import { recallsOf } from './visible-recalls.js'

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
  minScore: 'min_score',
  minWords: 'min_words',
  minSimilarity: 'min_similarity',
  currentOnly: 'current_only',
} as const satisfies Readonly<Record<Exclude<keyof Settings, 'agentScopeGiven'>, string>>

type Row = {
  readonly id: string
  readonly at: string
  readonly position: string
  readonly settings: AnsweredSearch['settings'] & Settings
  readonly memories: readonly { readonly memory_id: string; readonly version: number; readonly score: number }[]
  readonly worded: AnsweredSearch['worded']
  readonly words: 'none' | 'kept' | 'erased'
  readonly said: {
    readonly query: string
    readonly subject?: string
    readonly key?: string
    readonly metadata?: object
  } | null
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
  const [row] = await db.rows<Row>(sql`
    select r.id, r.at, r.position::text as position, r.settings, r.worded, r.words, r.said,
           coalesce((
             select jsonb_agg(jsonb_build_object('memory_id', s.memory_id, 'version', s.version, 'score', s.score)
                    order by s.place)
             from unnest(r.shown, r.versions, r.scores) with ordinality as s (memory_id, version, score, place)
           ), '[]') as memories
    from ${recallsOf(scope, since)} as r
    where r.day = ${day}::date
      and r.id = ${id}`)
  if (!row) throw new RecallNotFound()
  return recallOf(scope, row)
}

const recallOf = (scope: Scope, { id, settings, worded, words, said, memories, ...row }: Row) => {
  const fields = Object.entries(ASKED).map(([name, asked]) => [asked, settings[name] ?? null])
  return {
    recall_id: id,
    at: row.at,
    position: row.position,
    mode: settings.mode,
    scope: echo({ scope, ...settings }),
    asked: {
      query: said?.query ?? null,
      subject: said?.subject ?? null,
      key: said?.key ?? null,
      metadata: said?.metadata ?? null,
      ...Object.fromEntries(fields),
    },
    words,
    withheld: words === 'kept' ? [] : ['query', ...worded],
    embedding: settings.embedding,
    ranking: settings.ranking,
    memories,
    count: memories.length,
  }
}

type Shown = {
  readonly recall_id: string
  readonly at: string
  readonly mode: string
  readonly rank: number
  readonly version: number
  readonly score: number
}

type Wanted = {
  readonly id: string
  readonly since: string | null
  readonly limit: number
  readonly after?: Place
}

/** Where a memory was shown to the caller, newest first. Throws MemoryNotFound if they can see no such memory. */
export const recallsOfMemory = async (db: Database, scope: Scope, { id, since, limit, after }: Wanted) => {
  const rows = await db.rows<Shown | { readonly recall_id: null }>(sql`
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
