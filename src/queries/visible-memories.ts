import type { AgentScope, Scope, WorkspaceScope } from '../domain/scope.js'
import { type Sql, sql } from '../postgres/sql.js'

export type Status = 'active' | 'needs_clarification'

/**
 * The security boundary. No other reader starts from a memory table, so a read without a scope cannot be written.
 *
 *   select … from ${visibleTo(scope)} as m join memory_text using (user_id, id) where …
 */
export const visibleTo = (scope: Scope, statuses: readonly Status[] = ['active']): Sql => sql`(
  select user_id, id, workspace_id, agent_id, visibility, granted_to, reader_group, status, version, session, ordinal,
         subject, memory_type, network, source_site, namespace, session_id, episode_id, importance, trust_score,
         created_at, observed_at, occurred_on, expired_at, deleted_at, text_hash, sketch, signature
  from memory
  where status = any(${statuses})
    and user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/** The groups of readers that the caller belongs to, with their counts: what a search may know of what it does not select. */
export const groupsVisibleTo = (scope: Scope): Sql => sql`(
  select user_id, reader_group, memories, lex_len
  from reader_group
  where user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/**
 * The same rows as `visibleTo(scope)`, as the search index has them. The groups are worked out once and compared as an
 * array: as a join, a planner without statistics may go through them for every row.
 */
export const indexedVisibleTo = (scope: Scope): Sql => sql`(
  select user_id, id, search_vector, context_embedding
  from memory_search
  where user_id = ${scope.userId}
    and reader_group = any(array(select reader_group from ${groupsVisibleTo(scope)} as g))
)`

/**
 * Every version of this user's memories. The owner of the tenancy sees that they were; what a version said is shown
 * where the caller could read it then and can read the memory now, deleted or not.
 */
export const trailVisibleTo = (scope: Scope): Sql => sql`(
  select v.user_id, v.id, v.version, v.action, v.at, v.reason, v.actor_key, v.actor_agent, v.episode_id,
         (select w.content
          from memory_wording w
          where w.user_id = v.user_id
            and w.id = v.id
            and w.version <= v.version
            and exists (
              select from memory m
              where m.user_id = v.user_id
                and m.id = v.id
                and ${readableBy(scope)})
            and (
              select ${readableBy(scope)}
              from memory_readers r
              where r.user_id = v.user_id
                and r.id = v.id
                and r.version <= v.version
              order by r.version desc
              limit 1)
          order by w.version desc
          limit 1) as content
  from memory_version v
  where v.user_id = ${scope.userId}
    and v.status <> 'pending'
)`

const readableBy = (scope: Scope): Sql => (scope.kind === 'user' ? personal : inWorkspace(scope))

const personal = sql`workspace_id is null`

const inWorkspace = (scope: WorkspaceScope): Sql => sql`workspace_id = ${scope.workspaceId}
    and ${ownedBy(scope.agentScope, scope.agentId)}
    and (coalesce(visibility, 'workspace') = 'workspace'
         or agent_id = ${scope.agentId}
         or (visibility = 'restricted' and ${scope.agentId} = any(granted_to)))`

const ownedBy = (agents: AgentScope, caller: string): Sql => {
  if (agents === 'all') return sql`true`
  if (agents === 'self') return sql`agent_id = ${caller}`
  if (agents === 'others') return sql`agent_id is distinct from ${caller}`
  return sql`agent_id = any(${agents.agents})`
}
