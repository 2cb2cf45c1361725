import { grouped } from '../concurrency/slices.js'
import { EntityNotFound } from '../domain/errors.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { foldedName } from '../text/fold.js'
import { mentionsIn, newestVisibleTo } from './visible-links.js'
import { visibleRows } from './visible-memories.js'

type Paging = { readonly limit: number; readonly offset: number }

/** Entities are listed of so many memories, the newest ones: of all it would take others' time. */
const NEWEST = 50_000

type CountedEntity = { readonly names: readonly string[]; readonly mentions: number; readonly memories: number }

const shown = <Entity extends CountedEntity>({ names: [name = '', ...aliases], ...entity }: Entity) => ({
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
  const rows = await db.rows<CountedEntity & { readonly total: number; readonly type: string | null }>(sql`
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
  const mentions = mentionsIn(visibleRows(scope), sql`e.folded = ${foldedName(name)}`)
  const spelt = await db.rows<Spelling>(sql`
    /* entities: how a name is spelt */
    select e.type, e.name, count(*)::int as mentions
    from ${mentions} as e
    where ${type === undefined ? sql`true` : sql`e.type = ${type}`}
    group by e.type, e.name`)
  const [entity] = entitiesOf(spelt)
  if (entity === undefined) throw new EntityNotFound()
  const named = sql`(select distinct id, created_at, ordinal from ${mentions} as e where e.type = ${entity.type})`
  const [memories, [counted]] = await Promise.all([
    db.rows<{ readonly id: string }>(sql`
    /* entities: a page of the memories that name one */
    select id
    from ${named} as m
    order by created_at desc, ordinal, id
    limit ${whole(limit)}
    offset ${whole(offset)}`),
    db.rows<{ total: number }>(
      sql`/* entities: how many memories name one */ select count(*)::int as total from ${named} as m`,
    ),
  ])
  return shown({ ...entity, memories: counted?.total ?? 0, memory_ids: memories.map(({ id }) => id) })
}

/** One spelling of the name of an entity, and how many memories have it. */
type Spelling = { readonly type: string; readonly name: string; readonly mentions: number }

/** The entities with these spellings, what is named most first; each with its spellings in the order of `spellings`. */
const entitiesOf = (spelt: readonly Spelling[]) =>
  [...grouped(spelt, ({ type }) => type)]
    .map(([type, own]) => ({
      type,
      names: own.toSorted(bySpelling).map(({ name }) => name),
      mentions: own.reduce((sum, each) => sum + each.mentions, 0),
    }))
    .toSorted((a, b) => b.mentions - a.mentions || (a.type < b.type ? -1 : 1))

/** Lengths count code points, and names of one length are in their order, as the database has it. */
const bySpelling = (a: Spelling, b: Spelling): number =>
  b.mentions - a.mentions ||
  [...b.name].length - [...a.name].length ||
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
