import { EntityNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { foldedName } from '../text/fold.js'
import { mentionsIn, newestVisibleTo } from './visible-links.js'
import { visibleTo } from './visible-memories.js'

type Paging = { readonly limit: number; readonly offset: number }

/** Entities are listed of so many memories, the newest ones: of all it would take others' time. */
const NEWEST = 50_000

type Row = { readonly names: readonly string[]; readonly mentions: number; readonly memories: number }

const shown = <Entity extends Row>({ names: [name = '', ...aliases], ...entity }: Entity) => ({
  ...entity,
  name,
  aliases,
})

/**
 * The spellings of an entity, over their `name` and their number of `mentions`: first the one that most memories have, of equal
 * ones the longest, then the first in the order of code points.
 */
const spellings: Sql = sql`array_agg(name order by mentions desc, length(name) desc, name collate "C")`

/** Names that differ in case and accents alone are one entity of their type. What is named most comes first. */
export const listEntities = async (
  db: Database,
  scope: Scope,
  { limit, offset, q }: Paging & { readonly q?: string },
) => {
  const like = q === undefined ? sql`true` : sql`strpos(e.folded, ${foldedName(q)}) > 0`
  const rows = await db.rows<Row & { readonly total: number; readonly type: string | null }>(sql`
    with mention as materialized (
      select id, folded, type, name
      from ${mentionsIn(newestVisibleTo(scope, NEWEST), like)} as e
    ),
    spelling as materialized (
      select folded, type, name, count(*) as mentions
      from mention
      group by folded, type, name
    ),
    entity as materialized (
      select folded, type, sum(mentions) as mentions, ${spellings} as names
      from spelling
      group by folded, type
    )
    select (select count(*) from entity)::int as total, page.type, page.names, page.mentions::int as mentions,
           case when cardinality(page.names) = 1 then page.mentions else (
             select count(distinct id)
             from mention
             where folded = page.folded
               and type = page.type) end::int as memories
    from (select) as one
    left join (
      select *
      from entity
      order by mentions desc, folded collate "C", type
      limit ${whole(limit)}
      offset ${whole(offset)}
    ) as page on true
    order by page.mentions desc, page.folded collate "C", page.type`)
  const entities = rows.flatMap(({ total: _, ...row }) => (row.type === null ? [] : [shown(row)]))
  return { entities, count: entities.length, total: rows[0]?.total ?? 0 }
}

/**
 * The entity of a name in any case and with or without accents; where there are several types of that name, the one that
 * is named most. The memories come newest first. Throws EntityNotFound if no memory that the caller sees names it.
 */
export const getEntity = async (
  db: Database,
  scope: Scope,
  { name, type, limit, offset }: Paging & { readonly name: string; readonly type?: string },
) => {
  const [row] = await db.rows<Row & { readonly type: string; readonly memory_ids: readonly string[] }>(sql`
    with mention as materialized (
      select *
      from ${mentionsIn(visibleTo(scope), sql`e.folded = ${foldedName(name)}`)} as e
      where ${type === undefined ? sql`true` : sql`type = ${type}`}
    ),
    spelling as (
      select type, name, count(*) as mentions
      from mention
      group by type, name
    ),
    entity as materialized (
      select type, sum(mentions) as mentions, ${spellings} as names
      from spelling
      group by type
      order by sum(mentions) desc, type
      limit 1
    ),
    named as (
      select distinct id, created_at, ordinal
      from mention
      join entity using (type)
    )
    select type, names, mentions::int as mentions, (select count(*) from named)::int as memories,
           array(
             select id::text
             from named
             order by created_at desc, ordinal, id
             limit ${whole(limit)}
             offset ${whole(offset)}) as memory_ids
    from entity`)
  if (row === undefined) throw new EntityNotFound()
  return shown(row)
}
