import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql } from '../../postgres/sql.js'

/** A table of a read schema, as the catalogue describes it. */
export type ReadTable = {
  readonly name: string
  readonly columns: readonly string[]
  /** The primary key: its columns and their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[]
}

/** Where a generation stands and whom it waits for: not what it knows. */
const BOOKKEEPING = ['checkpoint', 'parked']

/** Every table that is built from the log, by name. */
export const readTables = async (db: Database, schema: string): Promise<readonly ReadTable[]> => {
  const found = await db.rows<{ name: string; columns: string[]; key: string[]; types: string[] }>(sql`
    select c.relname::text as name,
           array(
             select a.attname::text
             from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
             order by a.attnum
           ) as columns,
           array(select a.attname::text from ${keyColumns}) as key,
           array(select format_type(a.atttypid, a.atttypmod) from ${keyColumns}) as types
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    where n.nspname = ${schema}
      and c.relkind in ('r', 'p')
      and c.relname <> all(${BOOKKEEPING})
    order by c.relname`)
  return found.map(({ types, key, ...table }) => ({
    ...table,
    key: key.map((name, i) => ({ name, type: types[i] ?? 'text' })),
  }))
}

const keyColumns = sql`
  unnest(i.indkey::int2[]) with ordinality as k (number, place)
             join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
             order by k.place`

export const qualified = (schema: string, table: string): Sql => sql`${identifier(schema)}.${identifier(table)}`

/** A row that two generations do not have alike: missing in one of them, or with other values in these columns. */
export type Difference = {
  readonly table: string
  readonly key: Readonly<Record<string, string>>
  readonly in: 'both' | 'live only' | 'new only'
  /** Never the values: they are what people said. */
  readonly columns: readonly string[]
}

export type Pair = { readonly live: string; readonly next: string }

/** The part of a table whose keys come after `after`: as many rows as the live one has in a page, or all that are left. */
type Page = { readonly after: readonly string[] | undefined; readonly rows: number; readonly most: number }

export type Compared = {
  readonly rows: number
  /** The last key of this page; undefined when it was the last page. */
  readonly next: readonly string[] | undefined
  readonly differences: readonly Difference[]
  readonly differing: number
}

/** Compares a page of two schemas by a hash in key order; where that differs by column. Lists `most`, counts all. */
export const comparePage = async (tx: Database, { live, next }: Pair, at: ReadTable & Page): Promise<Compared> => {
  await tx.rows(inOrderOfKey)
  const last = await lastKey(tx, live, at)
  const range = between(at, last)
  const [mine, other] = await tx.rows<Digest>(sql`
    ${digestOf(live, at, range)}
    union all
    ${digestOf(next, at, range)}`)
  const rows = mine?.rows ?? 0
  if (mine?.digest === other?.digest && rows === other?.rows) return { rows, next: last, differences: [], differing: 0 }
  const found = await tx.rows<DifferingRow>(differencesIn({ live, next }, at, range))
  return {
    rows,
    next: last,
    differing: found[0]?.all ?? 0,
    differences: found.map(({ key, inLive, inNext, columns }) => ({
      table: at.name,
      key,
      in: inLive && inNext ? 'both' : inLive ? 'live only' : 'new only',
      columns: inLive && inNext ? columns : [],
    })),
  }
}

type Digest = { readonly rows: number; readonly digest: string | null }
type DifferingRow = {
  readonly key: Readonly<Record<string, string>>
  readonly inLive: boolean
  readonly inNext: boolean
  readonly columns: readonly string[]
  readonly all: number
}

/**
 * Leaves the planner one way to rows in the order of their key that neither sorts nor reads more of them: a seek by the
 * primary key. It estimates a range by the first column only, and where one user has all rows takes any index that
 * begins with the user for as good; then each page would read the whole table. Until the transaction ends.
 */
const inOrderOfKey = sql`
    select set_config(name, 'off', true)
    from unnest(array['enable_sort', 'enable_incremental_sort', 'enable_seqscan', 'enable_bitmapscan']) as name`

const keyOf = (table: ReadTable): Sql => list(table.key.map(({ name }) => identifier(name)))

/** The key of the page's last row, as text; undefined when no more rows follow. */
const lastKey = async (tx: Database, schema: string, at: ReadTable & Page): Promise<readonly string[] | undefined> => {
  const [row] = await tx.rows<{ key: readonly string[] }>(sql`
    select array[${list(at.key.map(({ name }) => sql`${identifier(name)}::text`))}] as key
    from ${qualified(schema, at.name)}
    where ${between(at, undefined)}
    order by ${keyOf(at)}
    limit 1 offset ${at.rows - 1}`)
  return row?.key
}

/** Behind the page's beginning, and not behind its end. */
const between = (at: ReadTable & Page, last: readonly string[] | undefined): Sql =>
  sql`${bound(at, sql`>`, at.after)} and ${bound(at, sql`<=`, last)}`

const bound = (table: ReadTable, side: Sql, key: readonly string[] | undefined): Sql =>
  key === undefined
    ? sql`true`
    : sql`(${keyOf(table)}) ${side} (${list(table.key.map(({ type }, i) => sql`${key[i] ?? ''}::text::${identifier(type)}`))})`

/** The binary form is exact for every type, and much quicker than text for vectors. */
const digestOf = (schema: string, at: ReadTable, range: Sql): Sql => sql`
    select count(*)::int as rows, md5(string_agg(md5(record_send(whole)), '' order by ${keyOf(at)})) as digest
    from (${rowsIn(schema, at, range)}) as page`

/** In the order of their key, and so by an index of it: see `inOrderOfKey`. */
const rowsIn = (schema: string, at: ReadTable, range: Sql): Sql => sql`
      select ${keyOf(at)}, t as whole
      from ${qualified(schema, at.name)} t
      where ${range}
      order by ${keyOf(at)}`

const differencesIn = ({ live, next }: Pair, at: ReadTable & Page, range: Sql): Sql => {
  const side = (schema: string) => sql`
      select ${keyOf(at)}, whole, md5(record_send(whole)) as hash
      from (${rowsIn(schema, at, range)}) as page`
  const column = (name: string) => sql`
      case when (a.whole).${identifier(name)}::text is distinct from (b.whole).${identifier(name)}::text
           then ${name}::text end`
  return sql`
    select jsonb_build_object(${list(at.key.map(({ name }) => sql`${name}::text, ${identifier(name)}::text`))}) as key,
           a.hash is not null as "inLive", b.hash is not null as "inNext",
           array_remove(array[${list(at.columns.map(column))}], null) as columns,
           (count(*) over ())::int as all
    from (${side(live)}) as a
    full join (${side(next)}) as b using (${keyOf(at)})
    where a.hash is distinct from b.hash
    order by ${keyOf(at)}
    limit ${at.most}`
}
