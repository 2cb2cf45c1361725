import { grouped } from '../concurrency/slices.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readableByAgent, readersOf } from './readable-by.js'
import { type Status, visibleRows, visibleTo } from './visible-memories.js'

/** The boundary for contradictions between agents: whoever sees both memories sees the conflict. */

const EVER: readonly Status[] = ['active', 'needs_clarification', 'superseded', 'deleted']

/** Whether the caller may see both memories of a conflict `c`, in force or not; the owner is told of all conflicts. */
const seesBoth = (scope: Scope, c: Sql): Sql =>
  scope.kind === 'user' ? sql`true` : sql`(${sees(scope, sql`${c}.existing_id`)} and ${sees(scope, sql`${c}.new_id`)})`

/** The conflicts of a user that the caller is told of: all of them the owner, those of its workspace an agent that sees both sides. */
export const conflictsToldTo = (scope: Scope): Sql => sql`(
  select id, agent_a, agent_b, status, workspace_id, confidence, created_at, expires_at, resolved_at, resolved_because,
         existing_id, new_id
  from conflict c
  where c.user_id = ${scope.userId}
    and ${scope.kind === 'user' ? sql`true` : sql`c.workspace_id = ${scope.workspaceId}`}
    and ${seesBoth(scope, sql`c`)}
)`

const sees = (scope: Scope, id: Sql): Sql => sql`exists (
           select from ${visibleTo(scope, EVER)} as seen
           where seen.id = ${id})`

/** How many resolved conflicts that the caller is told of each agent has won and lost; one that both sides won counts for nobody. */
export const outcomesVisibleTo = (scope: Scope): Sql => sql`(
  select side.agent_id, count(*) filter (where side.won)::int as won, count(*) filter (where not side.won)::int as lost
  from ${conflictsToldTo(scope)} as c
  cross join lateral (
    values (c.agent_a, c.status = 'resolved_existing'), (c.agent_b, c.status = 'resolved_new')
  ) as side (agent_id, won)
  where c.status in ('resolved_new', 'resolved_existing')
  group by side.agent_id
)`

/** The conflicts of a workspace with both memories, in force or not. For decisions about what agents are told, each of what it sees. */
const withBoth: Sql = sql`conflict c
  cross join lateral (select * from memory where user_id = c.user_id and id = c.existing_id) as e
  cross join lateral (select * from memory where user_id = c.user_id and id = c.new_id) as n`

const hasBoth: Sql = sql`e.status = any(${EVER})
    and n.status = any(${EVER})`

const readsBoth = (agent: Sql): Sql => sql`${readableByAgent(sql`e`, agent)}
    and ${readableByAgent(sql`n`, agent)}`

/** Whether another agent and the one that asks have contradicted each other, in what both of them see. */
export const haveContradicted = ({ userId, workspaceId, agentId }: WorkspaceScope, other: Sql): Sql => sql`exists (
  select from ${withBoth}
  where c.user_id = ${userId}
    and c.workspace_id = ${workspaceId}
    and (c.agent_a = ${agentId} and c.agent_b = ${other} or c.agent_a = ${other} and c.agent_b = ${agentId})
    and ${hasBoth}
    and ${readsBoth(sql`${agentId}::text`)}
    and ${readsBoth(other)}
)`

/**
 * The conflicts that somebody, or their time, has decided against one of these texts (hashes), while what has won is in force:
 * of each text the first, for each of its agents and the one that asks, as far as they see both sides. Not what the agent that
 * has won takes back itself.
 */
export const decidedAgainst = (
  { userId, workspaceId, agentId }: WorkspaceScope,
  hashes: readonly string[],
): Sql => sql`(
  select distinct on (lost.text_hash, w.agent) lost.text_hash, c.id, c.agent_a, c.agent_b, w.agent as warned
  from memory lost
  cross join ${withBoth}
  cross join lateral (values (${agentId}::text), (c.agent_a), (c.agent_b)) as w (agent)
  where lost.user_id = ${userId}
    and lost.text_hash = any(${hashes}::text[]::uuid[])
    and lost.status in ('superseded', 'deleted')
    and c.user_id = ${userId}
    and c.workspace_id = ${workspaceId}
    and (c.status = 'resolved_new' and c.existing_id = lost.id and n.status = 'active' and c.agent_b <> ${agentId}
         or c.status = 'resolved_existing' and c.new_id = lost.id and e.status = 'active' and c.agent_a <> ${agentId})
    and c.resolved_because in ('requested', 'expired')
    and ${hasBoth}
    and ${readsBoth(sql`${agentId}::text`)}
    and ${readsBoth(sql`w.agent`)}
  order by lost.text_hash, w.agent, c.created_at, c.id
)`

/** The open conflicts in which something of the agent that asks waits because of one of these memories, in its version of now. */
export const waitingBecauseOf = ({ userId, agentId }: WorkspaceScope, ids: readonly string[]): Sql => sql`(
  select id as conflict_id, existing_id, new_id, (
           select m.version
           from memory m
           where m.user_id = conflict.user_id
             and m.id = conflict.existing_id
         ) as existing_version
  from conflict
  where user_id = ${userId}
    and existing_id = any(${ids}::text[]::uuid[])
    and agent_b = ${agentId}
    and status = 'open'
)`

/** The memories `m` of a conflict `c` that the caller sees, in force or not, with their texts `t`; as what follows `from`. */
export const sidesVisibleTo = (scope: Scope): Sql => sql`conflict c
    join ${visibleRows(scope, EVER)} as m on m.user_id = c.user_id and m.id in (c.existing_id, c.new_id)
    join memory_text t on t.user_id = m.user_id and t.id = m.id`

/** The contradictions of the user's own memories that are in force: pairs, the newer one first. */
export const openContradictionsOf = (userId: string): Sql => sql`(
  select l.from_id as new_id, l.to_id as existing_id, n.created_at
  from memory_link l
  join ${visibleTo({ kind: 'user', userId })} as n on n.user_id = l.user_id and n.id = l.from_id
  join ${visibleTo({ kind: 'user', userId })} as e on e.user_id = l.user_id and e.id = l.to_id
  where l.user_id = ${userId}
    and l.kind = 'contradicts'
)`

/** An open conflict about a memory of the answer. */
export type OpenConflict = {
  readonly id: string
  readonly agent_a: string
  readonly agent_b: string
  readonly created_at: string
}

/** The open conflicts about these visible memories of a workspace that the caller is told of, by memory, the newest first. */
export const openConflictsAbout = async (
  db: Database,
  scope: WorkspaceScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenConflict[]>> => {
  const open = await db.rows<OpenConflict & { readonly about: string; readonly against: string }>(sql`
    /* conflicts: those open about memories */
    select id, agent_a, agent_b, created_at, existing_id as about, new_id as against
    from conflict
    where user_id = ${scope.userId}
      and status = 'open'
      and existing_id = any(${ids}::text[]::uuid[])
    order by created_at desc, id`)
  if (open.length === 0) return new Map()
  const sides = open.flatMap(({ about, against }) => [about, against])
  const isSeen = await seenEver(db, scope, sides)
  const told = open.filter(({ about, against }) => isSeen.has(about) && isSeen.has(against))
  return grouped(told, ({ about }) => about)
}

/** What a decision has to know of memories of conflicts, whoever may read them. */
export const statesOfSides = (userId: string): Sql => sql`(
  select m.id, m.status, m.version, m.words_of, m.key, m.workspace_id, m.agent_id, ${readersOf(sql`m`)} as readers
  from memory m
  where m.user_id = ${userId}
)`

/** Those of these memories that the caller sees, in force or not: whoever sees both of a conflict sees it. */
export const seenEver = async (db: Database, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ readonly id: string }>(sql`/* conflicts: memories that the caller sees */
    select m.id
    from ${visibleTo(scope, EVER)} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}
