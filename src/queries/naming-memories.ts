import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { mentionsOf } from './visible-links.js'
import { isNoComposite, visibleToAll } from './visible-memories.js'

/** An entity, by its folded name. */
export type NamedEntity = { readonly folded: string; readonly type: string }

export type NamingWanted<Asked extends NamedEntity> = {
  readonly names: readonly Asked[]
  /** Memories that one of these may not read are left out. */
  readonly readers: Readers
  /** Of an entity, one more at most: it shows that so many and more name it. */
  readonly most: number
}

type Row = NamedEntity & { readonly id: string }

/**
 * Which visible memories that all of the readers may read name these entities, the newest first; where very many do, some of
 * them. Only what the caller sees is counted, so that others' memories leave no trace.
 */
export const namingMemories = async <Asked extends NamedEntity>(
  db: Database,
  scope: Scope,
  { names, readers, most }: NamingWanted<Asked>,
): Promise<readonly (Asked & { readonly memories: readonly string[] })[]> => {
  if (names.length === 0) return []
  const rows = await db.rows<Row>(sql`
    select asked.folded, asked.type, n.id
    from unnest(${names.map(({ folded }) => folded)}::text[], ${names.map(({ type }) => type)}::text[])
      as asked (folded, type)
    cross join lateral (
      select m.id, m.created_at, m.ordinal
      from ${mentionsOf(scope.userId, sql`asked.folded`)} as e
      cross join lateral (
        select id, created_at, ordinal
        from ${visibleToAll(scope, readers, ['active', 'needs_clarification'])} as m
        where m.id = e.id
          and ${isNoComposite}
        offset 0
      ) as m
      where e.type = asked.type
      limit ${whole(most + 1)}
    ) as n
    order by n.created_at desc, n.ordinal desc, n.id`)
  return names.map((name) => {
    const naming = rows.filter(({ folded, type }) => folded === name.folded && type === name.type)
    return { ...name, memories: [...new Set(naming.map(({ id }) => id))] }
  })
}
