import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../domain/agent.js'
import type { ConflictStatus, Resolution } from '../domain/conflict/events.js'
import { ConflictNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { type Around, evidenceOf, type Resting, readAround } from './basis.js'
import { conflictsToldTo, openContradictionsOf, sidesVisibleTo } from './visible-conflicts.js'
import { isDerived, type Status } from './visible-memories.js'

export type ConflictListing = {
  readonly status: ConflictStatus | 'resolved' | 'all'
  /** Whether contradictions of the user's own memories are listed, too. */
  readonly personal: boolean
  readonly limit: number
  readonly offset: number
}

const PERSONAL_IDS = 'a1f6e2c4-58d3-5b9f-8e07-3c9a4d6b1e72'

/** `agent_a` is null of a contradiction of the user's own memories. */
type ListedConflict = {
  readonly id: string
  readonly agent_a: string | null
  readonly agent_b: string | null
  readonly confidence: number | null
  readonly expires_at: string | null
  readonly resolved_because: string | null
  readonly existing_id: string
  readonly new_id: string
}

/** The conflicts of which the caller sees both memories, the newest first; the owner is told of all of them. */
export const listConflicts = async (
  db: Database,
  scope: Scope,
  { status, personal, limit, offset }: ConflictListing,
) => {
  const ofOwner = scope.kind === 'user'
  const rows = await db.rows<
    (ListedConflict | Readonly<Record<keyof ListedConflict, null>>) & { readonly total: number }
  >(sql`
    with listed as (
      select c.id::text, c.agent_a, c.agent_b, c.status, c.workspace_id, c.confidence, c.created_at, c.expires_at,
             c.resolved_at, c.resolved_because, c.existing_id, c.new_id
      from ${conflictsToldTo(scope)} as c
      where ${withStatus(status)}
      union all
      select '', null, null, 'open', null, null, created_at, null, null, null, existing_id, new_id
      from ${openContradictionsOf(scope.userId)} as own
      where ${personal && ofOwner && (status === 'open' || status === 'all') ? sql`true` : sql`false`}
    )
    select (select count(*) from listed)::int as total, page.*
    from (select) as one
    left join (
      select *
      from listed
      order by created_at desc, id, new_id, existing_id
      limit ${whole(limit)}
      offset ${whole(offset)}
    ) as page on true`)
  const conflicts = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [itemOf(row, ofOwner)]))
  return { conflicts, count: conflicts.length, total: rows[0]?.total ?? 0 }
}

const withStatus = (status: ConflictListing['status']): Sql => {
  if (status === 'all') return sql`true`
  return status === 'resolved' ? sql`c.status <> 'open'` : sql`c.status = ${status}`
}

/** Which memories it is about is told to those who see them: of the user's own memories, the user. */
const itemOf = ({ existing_id, new_id, ...item }: ListedConflict, ofOwner: boolean) => {
  const isPersonal = item.agent_a === null
  const ids = ofOwner && !isPersonal ? {} : { existing_memory_id: existing_id, new_memory_id: new_id }
  return { ...item, id: isPersonal ? v5(`${existing_id} ${new_id}`, PERSONAL_IDS) : item.id, ...ids }
}

/** A memory of a conflict, and the conflict beside it. */
type Side = Resting & {
  readonly agent_id: string | null
  readonly status: Status
  readonly version: number
  readonly created_at: string
  readonly observed_at: string
  readonly trust_score: number
  readonly content: string
  readonly trust_level: number
}
type Sides = Readonly<Record<'existing' | 'new', { readonly status: Status }>>

export type ConflictRecord = Awaited<ReturnType<typeof getConflict>>

/** How many conflicts of all users were resolved before their time because there were too many: a number for operators. */
export const countResolvedEarly = async (db: Database): Promise<number> => {
  const [row] = await db.rows<{ conflicts: bigint }>(sql`
    select count(*) as conflicts
    from conflict
    where resolved_because = 'expired'
      and resolved_at < expires_at`)
  return Number(row?.conflicts ?? 0n)
}

/** A conflict with both of its memories, for a caller in a workspace that sees them. Throws ConflictNotFound. */
export const getConflict = async (db: Database, scope: Scope, id: string) => {
  if (scope.kind === 'user') throw new ConflictNotFound()
  const sides = await db.rows<StoredConflict & Side>(sql`
    /* conflicts: one with the memories that the caller sees */
    select c.id as conflict_id, c.agent_a, c.agent_b, c.status as conflict_status, c.workspace_id, c.confidence,
           c.created_at as opened_at, c.expires_at, c.resolved_at, c.resolved_because, c.existing_id, c.new_id,
           c.existing_version, c.new_version, c.reason, c.suggested,
           m.id, m.agent_id, m.status, m.version, m.created_at, m.observed_at, m.trust_score, t.content,
           coalesce(a.trust_level, ${DEFAULT_TRUST}::float8) as trust_level, m.words_of as "wordsOf", ${isDerived(sql`m`)} as "isDerived"
    from ${sidesVisibleTo(scope)}
    left join agent a on a.user_id = c.user_id and a.agent_id = case when m.id = c.existing_id then c.agent_a else c.agent_b end
    where c.user_id = ${scope.userId}
      and c.id = ${id}`)
  const existing = sides.find((side) => side.id === side.existing_id)
  const news = sides.find((side) => side.id === side.new_id)
  if (existing === undefined || news === undefined) throw new ConflictNotFound()
  const around = await readAround(
    { db, scope },
    sides.map((side) => side.id),
  )
  const shown = {
    existing: sideOf(existing, existing.existing_version, around),
    new: sideOf(news, news.new_version, around),
  }
  return {
    ...recordOf(existing),
    ...shown,
    resolutions: existing.conflict_status === 'open' ? outcomesOf(shown) : null,
  }
}

/** Its columns beside those of a memory. */
type StoredConflict = {
  readonly conflict_id: string
  readonly conflict_status: ConflictStatus
  readonly workspace_id: string
  readonly opened_at: string
  readonly resolved_at: string | null
  readonly existing_version: number
  readonly new_version: number
  readonly reason: string
  readonly suggested: string
} & Omit<ListedConflict, 'id'>

const recordOf = (row: StoredConflict) => ({
  id: row.conflict_id,
  agent_a: row.agent_a,
  agent_b: row.agent_b,
  status: row.conflict_status,
  workspace_id: row.workspace_id,
  confidence: row.confidence,
  created_at: row.opened_at,
  expires_at: row.expires_at,
  resolved_at: row.resolved_at,
  resolved_because: row.resolved_because,
  reason: row.reason,
  suggested: row.suggested,
})

const sideOf = (side: Side, versionThen: number, around: Around) => ({
  memory_id: side.id,
  agent_id: side.agent_id,
  status: side.status,
  version: side.version,
  version_then: versionThen,
  created_at: side.created_at,
  observed_at: side.observed_at,
  trust_score: side.trust_score,
  content: side.content,
  evidence: evidenceOf(side, around),
  trust_level: side.trust_level,
})

/** What each resolution would make of the two memories. */
const outcomesOf = ({
  existing,
  new: news,
}: Sides): Readonly<Record<Resolution, Readonly<Record<keyof Sides, string>>>> => {
  const waits = news.status === 'needs_clarification'
  const kept = existing.status
  const active = waits ? 'active' : news.status
  return {
    resolved_new: { existing: kept === 'active' ? 'superseded' : kept, new: active },
    resolved_existing: { existing: kept, new: waits ? 'deleted' : news.status },
    resolved_both: { existing: kept, new: active },
  }
}
