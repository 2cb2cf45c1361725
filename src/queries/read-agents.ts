import { type Agent, DEFAULT_TRUST, OWN_TRUST, UNKNOWN_AGENT } from '../domain/agent.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { outcomesVisibleTo } from './visible-conflicts.js'
import { authorsVisibleTo, sharedVisibleTo } from './visible-memories.js'

/** What is set of an agent; the default if nothing is. */
export const agentState = async (db: Database, userId: string, agentId: string): Promise<Agent> => {
  const [row] = await db.rows<Agent>(sql`/* agents: one for a decision */
    select version, trust_level as trust, display_name as "displayName"
    from agent
    where user_id = ${userId}
      and agent_id = ${agentId}`)
  return row ?? UNKNOWN_AGENT
}

/** How far whoever writes in a scope is trusted, 0 to 1. */
export const writerTrust = async (db: Database, scope: Scope): Promise<number> =>
  scope.kind === 'user' ? OWN_TRUST : (await agentState(db, scope.userId, scope.agentId)).trust

/** How far others trust an agent, now or at an instant; null where nothing is set, and for the caller itself. */
export const trustAmong = (scope: Scope, agentId: Sql, instant?: string): Sql => {
  if (scope.kind === 'user') return sql`null::float8`
  return sql`case when ${agentId} <> ${scope.agentId} then ${trustSet(scope.userId, agentId, instant)} end`
}

/** How far these agents are trusted, whoever asks, now or at an instant (ISO 8601); those alone of whom it was set. */
export const trustOf = async (
  db: Database,
  userId: string,
  { agentIds, instant }: { readonly agentIds: readonly string[]; readonly instant?: string | undefined },
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ readonly agent_id: string; readonly trust_level: number }>(
    instant === undefined
      ? sql`/* agents: how far they are trusted */
    select agent_id, trust_level
    from agent
    where user_id = ${userId}
      and agent_id = any(${agentIds}::text[])`
      : sql`/* agents: how far they were trusted */
    select distinct on (agent_id) agent_id, trust_level
    from agent_trust
    where user_id = ${userId}
      and agent_id = any(${agentIds}::text[])
      and at <= ${instant}::timestamptz
    order by agent_id, version desc`,
  )
  return new Map(rows.map(({ agent_id, trust_level }) => [agent_id, trust_level]))
}

/** What was set of it; null where nothing was. */
const trustSet = (userId: string, agentId: Sql, instant: string | undefined): Sql =>
  instant === undefined
    ? sql`(
        select trust_level
        from agent t
        where t.user_id = ${userId}
          and t.agent_id = ${agentId})`
    : sql`(
        select trust_level
        from agent_trust t
        where t.user_id = ${userId}
          and t.agent_id = ${agentId}
          and t.at <= ${instant}::timestamptz
        order by t.version desc
        limit 1)`

type Paging = { readonly limit: number; readonly offset: number }

/**
 * The agents whose trust was set or that tell anything, in the order of their ids. Without a workspace the owner asks: all
 * of them, and all that they share. In a workspace only what the caller sees makes an agent known, and is counted.
 */
export const listAgents = async (db: Database, scope: Scope, { limit, offset }: Paging) => {
  const rows = await db.rows<{ readonly total: number; readonly agent_id: string | null }>(sql`
    with known as materialized (
      select agent_id
      from agent
      where user_id = ${scope.userId}
      union
      select agent_id
      from ${authorsVisibleTo(scope)} as author
    )
    select (select count(*) from known)::int as total, page.agent_id, a.display_name,
           coalesce(a.trust_level, ${DEFAULT_TRUST}) as trust_level,
           ${sharedVisibleTo(scope, sql`page.agent_id`)}::int as memories_shared,
           coalesce(o.won, 0) as conflicts_won, coalesce(o.lost, 0) as conflicts_lost
    from (select) as one
    left join (
      select agent_id
      from known
      order by agent_id collate "C"
      limit ${whole(limit)}
      offset ${whole(offset)}
    ) as page on true
    left join agent a on a.user_id = ${scope.userId} and a.agent_id = page.agent_id
    left join ${outcomesVisibleTo(scope)} as o on o.agent_id = page.agent_id
    order by page.agent_id collate "C"`)
  const agents = rows.filter(({ agent_id }) => agent_id !== null).map(({ total: _, ...row }) => row)
  return { agents, count: agents.length, total: rows[0]?.total ?? 0 }
}

/** How the trust of an agent has changed, newest first, from the default on; empty if it was never set. */
export const trustHistory = async (
  db: Database,
  userId: string,
  { agentId, limit, offset }: Paging & { readonly agentId: string },
) => {
  const { version: total } = await agentState(db, userId, agentId)
  const changes = await db.rows(sql`
    select t.version, t.at, t.trust_level, coalesce(p.trust_level, ${DEFAULT_TRUST}) as previous, t.display_name,
           jsonb_build_object('key', t.actor_key, 'agentId', t.actor_agent) as actor
    from agent_trust t
    left join agent_trust p on p.user_id = t.user_id and p.agent_id = t.agent_id and p.version = t.version - 1
    where t.user_id = ${userId}
      and t.agent_id = ${agentId}
      and t.version <= ${total}
    order by t.version desc
    limit ${whole(limit)}
    offset ${whole(offset)}`)
  return { agent_id: agentId, changes, count: changes.length, total }
}
