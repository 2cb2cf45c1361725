import { DEFAULT_TRUST } from '../domain/agent.js'
import type { ConflictNow } from '../domain/conflict/decisions.js'
import { ConflictNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { conflictsOf, seesBoth } from './visible-conflicts.js'

/** The state for a decision about one conflict; undefined where the caller does not see both of its memories. */
export const conflictState = async (db: Database, scope: Scope, id: string): Promise<ConflictNow | undefined> => {
  const [found] = await statesOf(db, scope.userId, sql`c.id = ${id} and ${seesBoth(scope, sql`c`)}`)
  return found
}

/** The open conflicts that one of these memories is in. */
export const conflictsAbout = async (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<readonly ConflictNow[]> =>
  memoryIds.length === 0
    ? []
    : statesOf(
        db,
        userId,
        sql`c.status = 'open'
    and (c.existing_id = any(${memoryIds}::text[]::uuid[]) or c.new_id = any(${memoryIds}::text[]::uuid[]))`,
      )

export type Due = {
  /** ISO 8601: those that have expired by then. */
  readonly now: string
  /** Of the others the newest so many stay open. */
  readonly kept: number
  readonly most: number
}

/** The open conflicts whose time is over, the oldest first, and so many of them at most. */
export const conflictsDue = async (
  db: Database,
  userId: string,
  { now, kept, most }: Due,
): Promise<readonly ConflictNow[]> =>
  statesOf(
    db,
    userId,
    sql`c.id in (
      select due.id
      from (
        select id, expires_at, created_at, row_number() over (order by created_at desc, id) as place
        from conflict
        where user_id = ${userId}
          and status = 'open'
      ) as due
      where due.expires_at <= ${now}::timestamptz
         or due.place > ${whole(kept)}
      order by due.created_at, due.id
      limit ${whole(most)})`,
  )

const statesOf = (db: Database, userId: string, condition: Sql): Promise<readonly ConflictNow[]> =>
  db.rows<ConflictNow>(sql`
    select jsonb_build_object(
             'conflictId', c.id, 'status', c.status, 'reason', c.reason, 'suggested', c.suggested,
             'existing', jsonb_build_object('memoryId', c.existing_id, 'version', c.existing_version, 'agentId', c.agent_a),
             'new', jsonb_build_object('memoryId', c.new_id, 'version', c.new_version, 'agentId', c.agent_b)) as conflict,
           c.existing, c.new, c.slot, c.replaced,
           jsonb_build_object('existing', coalesce(a.trust_level, ${DEFAULT_TRUST}::float8),
                              'new', coalesce(b.trust_level, ${DEFAULT_TRUST}::float8)) as trust
    from ${conflictsOf(userId)} as c
    left join agent a on a.user_id = c.user_id and a.agent_id = c.agent_a
    left join agent b on b.user_id = c.user_id and b.agent_id = c.agent_b
    where ${condition}
    order by c.created_at, c.id`)

/** Whose conflict it is. Throws ConflictNotFound. */
export const ownerOfConflict = async (db: Database, id: string): Promise<string> => {
  const [found] = await db.rows<{ user_id: string }>(sql`
    select user_id
    from conflict_user
    where id = ${id}`)
  if (found === undefined) throw new ConflictNotFound()
  return found.user_id
}

/** Users with conflicts that have expired by this instant (ISO 8601). */
export const usersWithExpired = async (db: Database, now: string, most: number): Promise<readonly string[]> => {
  const rows = await db.rows<{ user_id: string }>(sql`
    select distinct user_id
    from conflict
    where status = 'open'
      and expires_at <= ${now}::timestamptz
    limit ${whole(most)}`)
  return rows.map(({ user_id }) => user_id)
}

/** How far these agents are trusted, of those that anything was said of. */
export const trustOfAgents = async (
  db: Database,
  userId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ agent_id: string; trust_level: number }>(sql`
    select agent_id, trust_level
    from agent
    where user_id = ${userId}
      and agent_id = any(${agentIds}::text[])`)
  return new Map(rows.map(({ agent_id, trust_level }) => [agent_id, trust_level]))
}
