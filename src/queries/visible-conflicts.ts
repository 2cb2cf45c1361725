import type { Scope } from '../domain/scope.js'
import { type Sql, sql } from '../postgres/sql.js'
import { evidenceShownTo } from './visible-evidence.js'
import { type Status, visibleTo } from './visible-memories.js'

/** The boundary for contradictions between agents: whoever sees both memories sees the conflict. */

const EVER: readonly Status[] = ['active', 'needs_clarification', 'superseded', 'deleted']

/**
 * The conflicts of a user with their memories as they are now, whoever may read these. For decisions, and for the owner of
 * the tenancy, who is told ids, agents and times; never words.
 */
export const conflictsOf = (userId: string): Sql => sql`(
  select c.user_id, c.id, c.workspace_id, c.agent_a, c.agent_b, c.status, c.existing_id, c.new_id, c.existing_version,
         c.new_version, c.confidence, c.reason, c.suggested, c.created_at, c.expires_at, c.resolved_at,
         c.resolved_because,
         ${sideOf(sql`e`, sql`c.existing_version`)} as existing, ${sideOf(sql`n`, sql`c.new_version`)} as new
  from conflict c
  left join lateral (select * from memory where user_id = c.user_id and id = c.existing_id) as e on true
  left join lateral (select * from memory where user_id = c.user_id and id = c.new_id) as n on true
  where c.user_id = ${userId}
)`

const sideOf = (m: Sql, opened: Sql): Sql => sql`jsonb_build_object(
             'status', case when ${m}.status in ('active', 'needs_clarification') then ${m}.status else 'gone' end,
             'version', ${m}.version, 'reworded', coalesce(${m}.words_of > ${opened}, false),
             'readers', jsonb_build_object(
               'workspaceId', ${m}.workspace_id, 'agentId', ${m}.agent_id, 'visibility', ${m}.visibility,
               'grantedTo', coalesce(${m}.granted_to, '{}')))`

/** Whether the caller may see both memories of a conflict `c`, in force or not; the owner is told of all conflicts. */
export const seesBoth = (scope: Scope, c: Sql): Sql =>
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

/** A memory of a conflict that the caller sees, with its words and what they rest on, in force or not. */
export const sidesVisibleTo = (scope: Scope): Sql => sql`(
  select m.user_id, m.id, m.agent_id, m.status, m.version, m.created_at, m.observed_at, m.trust_score, t.content,
         ${evidenceShownTo(scope)} as evidence
  from ${visibleTo(scope, EVER)} as m
  join memory_text t using (user_id, id)
)`

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
