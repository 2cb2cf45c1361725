import type { Database } from '../../postgres/database.js'
import { identifier, type Sql, sql } from '../../postgres/sql.js'

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
