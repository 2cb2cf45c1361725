import { v5 } from 'uuid'
import { DEFAULT_TRUST } from '../domain/agent.js'
import type { ConflictStatus, Resolution } from '../domain/conflict/events.js'
import { ConflictNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { conflictsOf, conflictsToldTo, openContradictionsOf, sidesVisibleTo } from './visible-conflicts.js'
import type { Status } from './visible-memories.js'

export type ConflictListing = {
  readonly status: ConflictStatus | 'resolved' | 'all'
  /** Whether contradictions of the user's own memories are listed, too. */
  readonly personal: boolean
  readonly limit: number
  readonly offset: number
}

const PERSONAL_IDS = 'a1f6e2c4-58d3-5b9f-8e07-3c9a4d6b1e72'

/** `agent_a` is null of a contradiction of the user's own memories. */
type Row = {
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
  const rows = await db.rows<(Row | Readonly<Record<keyof Row, null>>) & { readonly total: number }>(sql`
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
const itemOf = ({ existing_id, new_id, ...item }: Row, ofOwner: boolean) => {
  const isPersonal = item.agent_a === null
  const ids = ofOwner && !isPersonal ? {} : { existing_memory_id: existing_id, new_memory_id: new_id }
  return { ...item, id: isPersonal ? v5(`${existing_id} ${new_id}`, PERSONAL_IDS) : item.id, ...ids }
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
  const [found] = await db.rows<Row & { readonly status: ConflictStatus; readonly sides: Sides }>(sql`
    select c.id, c.agent_a, c.agent_b, c.status, c.workspace_id, c.confidence, c.created_at, c.expires_at, c.resolved_at,
           c.resolved_because, c.existing_id, c.new_id, c.reason, c.suggested,
           jsonb_build_object(
             'existing', ${sideJson(sql`e`, sql`ea`, sql`c.existing_version`)}, 'new', ${sideJson(sql`n`, sql`na`, sql`c.new_version`)}) as sides
    from ${conflictsOf(scope.userId)} as c
    join ${sidesVisibleTo(scope)} as e on e.user_id = c.user_id and e.id = c.existing_id
    join ${sidesVisibleTo(scope)} as n on n.user_id = c.user_id and n.id = c.new_id
    left join agent ea on ea.user_id = c.user_id and ea.agent_id = c.agent_a
    left join agent na on na.user_id = c.user_id and na.agent_id = c.agent_b
    where c.id = ${id}`)
  if (found === undefined) throw new ConflictNotFound()
  const { existing_id: _, new_id: __, sides, ...record } = found
  const resolutions = record.status === 'open' ? outcomesOf(sides) : null
  return { ...record, ...sides, resolutions }
}

const sideJson = (m: Sql, trust: Sql, then: Sql): Sql => sql`jsonb_build_object(
               'memory_id', ${m}.id, 'agent_id', ${m}.agent_id, 'status', ${m}.status, 'version', ${m}.version,
               'version_then', ${then}, 'created_at', ${utc(sql`${m}.created_at`)}, 'observed_at', ${utc(sql`${m}.observed_at`)},
               'trust_score', ${m}.trust_score, 'content', ${m}.content, 'evidence', ${m}.evidence,
               'trust_level', coalesce(${trust}.trust_level, ${DEFAULT_TRUST}::float8))`

const utc = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

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
