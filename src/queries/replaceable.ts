import type { Replaceable } from '../domain/memory/replacing.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { known } from './memory-state.js'
import { readersOf } from './readable-by.js'
import { linkedTo } from './visible-links.js'

type Asked = {
  readonly ids: readonly string[]
  readonly keys: readonly string[]
  /** Of words and their key. */
  readonly hashes: readonly string[]
  /** Words, with any key. */
  readonly contents: readonly string[]
}

/**
 * The visible memories with these ids, and of the writer's own those in these slots and those that say this. With what has
 * taken their place, where the writer sees it.
 */
export const replaceableMemories = (db: Database, scope: Scope, asked: Asked): Promise<readonly Replaceable[]> => {
  const all = known(scope)
  return db.rows<Replaceable>(sql`
    with asked as (${askedFor(scope, asked)})
    select m.id as "memoryId", m.version, m.status, ${readersOf(sql`m`)} as readers, m.key,
           m.text_hash::text as "textHash", least(m.observed_at, m.created_at) as at,
           m.superseded_by::text as "supersededBy", ${linkedTo(sql`m`, 'supersedes')} as "replacedBy",
           ${linkedTo(sql`m`, 'contradicts')} as "contestedBy"
    from (
      select id from asked
      union
      select m.superseded_by from ${all} as m join asked using (id)
    ) as a
    join ${all} as m using (id)
    order by m.id`)
}

const askedFor = (scope: Scope, { ids, keys, hashes, contents }: Asked): Sql => {
  const all = known(scope)
  const agent = scope.kind === 'user' ? null : scope.agentId
  return sql`
  select id from ${all} as m where m.id = any(${ids}::text[]::uuid[])
  union
  select id
  from ${all} as m
  where m.key = any(${keys}::text[])
    and m.status in ('active', 'needs_clarification')
    and m.agent_id is not distinct from ${agent}
  union
  select id
  from ${all} as m
  where m.text_hash = any(${hashes}::text[]::uuid[])
    and m.agent_id is not distinct from ${agent}
  ${
    contents.length === 0
      ? sql``
      : sql`union
  select m.id
  from ${all} as m
  join memory_text t using (user_id, id)
  where m.key is not null
    and m.agent_id is not distinct from ${agent}
    and t.content = any(${contents}::text[])`
  }`
}
