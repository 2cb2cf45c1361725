import { type AgentScope, type Readers, readersNamed, type Scope, type WorkspaceScope } from '../domain/scope.js'
import { identifier, type Sql, sql } from '../postgres/sql.js'

/**
 * The condition for rows that the caller may read, in any table with reader columns. The caller of this function
 * restricts the user.
 */
export const readableBy = (scope: Scope): Sql => (scope.kind === 'user' ? personal : inWorkspace(scope))

/** Whether an agent of its workspace may read the row `m`. */
export const readableByAgent = (m: Sql, agent: Sql): Sql => readable((column) => sql`${m}.${identifier(column)}`, agent)

const readable = (
  of: (column: 'visibility' | 'agent_id' | 'granted_to') => Sql,
  agent: Sql,
): Sql => sql`(coalesce(${of('visibility')}, 'workspace') = 'workspace'
         or ${of('agent_id')} = ${agent}
         or (${of('visibility')} = 'restricted' and ${agent} = any(${of('granted_to')})))`

/** The readers of a memory `m`, as JSON in the names of the domain type. */
export const readersOf = (m: Sql): Sql => sql`jsonb_build_object(
               'workspaceId', ${m}.workspace_id, 'agentId', ${m}.agent_id, 'visibility', ${m}.visibility,
               'grantedTo', coalesce(${m}.granted_to, '{}'))`

/** The SQL form of `readByAllOf`, for rows in the readers' workspace. */
export const readableByAll = (readers: Readers): Sql => {
  const named = readersNamed(readers)
  if (readers.workspaceId === null) return personal
  if (named === 'everybody') return sql`coalesce(visibility, 'workspace') = 'workspace'`
  return sql`(coalesce(visibility, 'workspace') = 'workspace'
       or case when visibility = 'restricted' then agent_id || granted_to else array[agent_id] end @> ${named}::text[])`
}

/** Whether all readers of the row `theirs` may read the row `mine`, too; both are of one user. */
export const readByAllReadersOf = (mine: Sql, theirs: Sql): Sql => sql`(
      ${mine}.reader_group = ${theirs}.reader_group
      or ${mine}.workspace_id = ${theirs}.workspace_id
        and (coalesce(${mine}.visibility, 'workspace') = 'workspace'
             or ${theirs}.visibility in ('agent_only', 'restricted') and ${namedBy(mine)} @> ${namedBy(theirs)}))`

const namedBy = (row: Sql): Sql =>
  sql`case when ${row}.visibility = 'restricted' then ${row}.agent_id || ${row}.granted_to else array[${row}.agent_id] end`

const personal = sql`workspace_id is null`

const inWorkspace = (scope: WorkspaceScope): Sql => sql`workspace_id = ${scope.workspaceId}
    and ${ownedBy(scope.agentScope, scope.agentId)}
    and ${readable(identifier, sql`${scope.agentId}`)}`

const ownedBy = (agents: AgentScope, caller: string): Sql => {
  if (agents === 'all') return sql`true`
  if (agents === 'self') return sql`agent_id = ${caller}`
  if (agents === 'others') return sql`agent_id is distinct from ${caller}`
  return sql`agent_id = any(${agents.agents})`
}

/** What the user of a stream is called in rows that are kept when they are erased: see `pseudonymOf`. */
export const pseudonymIn = (stream: Sql): Sql => sql`('anon-' || left(regexp_replace(${stream}, '^.*-', ''), 16))`

/**
 * The metadata of a memory as they are shown: its own over those of its episode, which may be null. Only the dates that
 * its words name do not take the place of what a caller keeps under the same key.
 */
export const shownMetadata = (episode: Sql, own: Sql): Sql => sql`(coalesce(${episode}, '{}') || case
    when ${episode} ? 'dates' and ${own} #> '{dates,0}' ?& array['text', 'from', 'to'] then ${own} - 'dates'
    else ${own}
  end)`
