import { DEFAULT_TRUST } from '../domain/agent.js'
import type { ConflictNow } from '../domain/conflict/decisions.js'
import type { KnownConflict } from '../domain/conflict/events.js'
import { ConflictNotFound } from '../domain/errors.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { trustOf } from './read-agents.js'
import { seenEver, statesOfSides } from './visible-conflicts.js'

/** The state for a decision about one conflict; undefined where the caller does not see both of its memories. */
export const conflictState = async (db: Database, scope: Scope, id: string): Promise<ConflictNow | undefined> => {
  const [found] = await statesOf(db, scope.userId, sql`c.id = ${id}`)
  if (found === undefined || scope.kind === 'user') return found
  const { existing, new: waiting } = found.conflict
  const seen = await seenEver(db, scope, [existing.memoryId, waiting.memoryId])
  return seen.has(existing.memoryId) && seen.has(waiting.memoryId) ? found : undefined
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

type StoredConflict = {
  readonly id: string
  readonly status: KnownConflict['status']
  readonly reason: KnownConflict['reason']
  readonly suggested: KnownConflict['suggested']
  readonly existing_id: string
  readonly new_id: string
  readonly existing_version: number
  readonly new_version: number
  readonly agent_a: string
  readonly agent_b: string
  /** Versions by memory. */
  readonly replaces: Readonly<Record<string, number>> | null
}

type ConflictSide = {
  readonly id: string
  readonly status: string
  readonly version: number
  readonly words_of: number
  readonly key: string | null
  readonly workspace_id: string | null
  readonly agent_id: string | null
  readonly readers: Readers
}

/** The conflicts `c` to which a condition applies, the oldest first, with their memories as they are now. */
const statesOf = async (db: Database, userId: string, condition: Sql): Promise<readonly ConflictNow[]> => {
  const conflicts = await db.rows<StoredConflict>(sql`/* conflicts: those for a decision */
    select c.id, c.status, c.reason, c.suggested, c.existing_id, c.new_id, c.existing_version, c.new_version, c.agent_a, c.agent_b,
           c.replaces
    from conflict c
    where c.user_id = ${userId}
      and ${condition}
    order by c.created_at, c.id`)
  if (conflicts.length === 0) return []
  const [sides, trust] = await Promise.all([
    readSides(
      db,
      userId,
      conflicts.flatMap(({ existing_id, new_id, replaces }) => [existing_id, new_id, ...Object.keys(replaces ?? {})]),
    ),
    trustOf(db, userId, { agentIds: conflicts.flatMap(({ agent_a, agent_b }) => [agent_a, agent_b]) }),
  ])
  const keys = conflicts.flatMap(({ new_id }) => sides.get(new_id)?.key ?? [])
  const inSlots = keys.length === 0 ? [] : await readInSlots(db, userId, keys)
  return conflicts.map((conflict) => stateIn(conflict, { sides, inSlots, trust }))
}

const readSides = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConflictSide>> => {
  const rows = await db.rows<ConflictSide>(sql`/* conflicts: their memories, for a decision */
    select *
    from ${statesOfSides(userId)} as m
    where m.id = any(${[...new Set(ids)]}::text[]::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

const readInSlots = (db: Database, userId: string, keys: readonly string[]): Promise<readonly ConflictSide[]> =>
  db.rows<ConflictSide>(sql`/* conflicts: what is active in the slots of their memories */
    select *
    from ${statesOfSides(userId)} as m
    where m.key = any(${[...new Set(keys)]}::text[])
      and m.status = 'active'
    order by m.id`)

type Around = {
  readonly sides: ReadonlyMap<string, ConflictSide>
  readonly inSlots: readonly ConflictSide[]
  readonly trust: ReadonlyMap<string, number>
}

const stateIn = (conflict: StoredConflict, around: Around): ConflictNow => {
  const { sides, trust } = around
  const waiting = sides.get(conflict.new_id)
  const versions = { existing: conflict.existing_version, new: conflict.new_version }
  return {
    conflict: {
      conflictId: conflict.id,
      status: conflict.status,
      reason: conflict.reason,
      suggested: conflict.suggested,
      existing: { memoryId: conflict.existing_id, version: versions.existing, agentId: conflict.agent_a },
      new: { memoryId: conflict.new_id, version: versions.new, agentId: conflict.agent_b },
    },
    existing: sideOf(sides.get(conflict.existing_id), versions.existing),
    new: sideOf(waiting, versions.new),
    slot: waiting?.key == null ? null : `${waiting.agent_id} ${waiting.key}`,
    replaced: waiting === undefined ? [] : replacedIn(conflict, waiting, around),
    trust: {
      existing: trust.get(conflict.agent_a) ?? DEFAULT_TRUST,
      new: trust.get(conflict.agent_b) ?? DEFAULT_TRUST,
    },
  }
}

const NOBODY: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }

/** A memory that is not there any more went with all that its user had. */
const sideOf = (side: ConflictSide | undefined, opened: number): ConflictNow['existing'] => ({
  status: side?.status === 'active' || side?.status === 'needs_clarification' ? side.status : 'gone',
  version: side?.version ?? 0,
  reworded: side !== undefined && side.words_of > opened,
  readers: side?.readers ?? NOBODY,
})

/** What a waiting memory replaces when it becomes active: what it names, and what is active in its slot. */
const replacedIn = (
  { replaces }: StoredConflict,
  waiting: ConflictSide,
  { sides, inSlots }: Around,
): ConflictNow['replaced'] => {
  const named = Object.keys(replaces ?? {}).flatMap((id) => sides.get(id) ?? [])
  const inSlot = inSlots.filter(
    ({ key, workspace_id, agent_id }) =>
      key === waiting.key && workspace_id === waiting.workspace_id && agent_id === waiting.agent_id,
  )
  const replaced = new Map([...named, ...inSlot].map((each) => [each.id, each]))
  replaced.delete(waiting.id)
  return [...replaced.values()].map(({ id, version, status, key, readers }) => ({
    memoryId: id,
    version,
    isInForce: status === 'active' || status === 'needs_clarification',
    isSameKey: key !== null && key === waiting.key,
    named: replaces?.[id] ?? null,
    readers,
  }))
}

/** Whose conflict it is. Throws ConflictNotFound. */
export const ownerOfConflict = async (db: Database, id: string): Promise<string> => {
  const [found] = await db.rows<{ user_id: string }>(sql`/* conflicts: whose a conflict is */
    select user_id
    from conflict_user
    where id = ${id}`)
  if (found === undefined) throw new ConflictNotFound()
  return found.user_id
}

/** Users with conflicts that have expired by this instant (ISO 8601). */
export const usersWithExpired = async (db: Database, now: string, most: number): Promise<readonly string[]> => {
  const rows = await db.rows<{ user_id: string }>(sql`/* conflicts: users with expired ones */
    select distinct user_id
    from conflict
    where status = 'open'
      and expires_at <= ${now}::timestamptz
    limit ${whole(most)}`)
  return rows.map(({ user_id }) => user_id)
}
