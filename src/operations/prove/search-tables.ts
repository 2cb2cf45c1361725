import type { Databases } from '../../postgres/database.js'
import { identifier, list, sql } from '../../postgres/sql.js'
import type { Looked, ProofWatch } from './report.js'

type Table = { readonly schema: string; readonly name: string; readonly columns: readonly string[] }

/** Every column of every table of the database, but for what the log seals: that is read as the log. */
export const searchTables = async (
  databases: Databases,
  needles: readonly string[],
  { report, signal }: ProofWatch,
): Promise<readonly Looked[]> => {
  const looked: Looked[] = []
  for (const table of await tablesOf(databases)) {
    signal.throwIfAborted()
    looked.push(...(await searchTable(databases, table, needles)))
    report({ done: looked.length, place: 'columns of tables' })
  }
  return looked
}

const tablesOf = (databases: Databases): Promise<readonly Table[]> =>
  databases.within('public').rows<Table>(sql`
    select n.nspname::text as schema, c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    group by 1, 2
    order by 1, 2`)

const searchTable = async (
  databases: Databases,
  { schema, name, columns }: Table,
  needles: readonly string[],
): Promise<readonly Looked[]> => {
  const all = columns.filter((column) => !(schema === 'log' && name === 'event' && column === 'data'))
  const counts = all.map(
    (column) => sql`count(*) filter (where exists (
      select from unnest(${needles}::text[]) as needle where strpos(lower(t.${identifier(column)}::text), needle) > 0
    ))::int`,
  )
  const [row] = await databases.within(schema).rows<{ seen: number; found: readonly number[] }>(sql`
    select count(*)::int as seen, array[${list(counts)}]::int[] as found
    from ${identifier(schema)}.${identifier(name)} as t`)
  return all.map((column, i) => ({
    place: `${schema}.${name}.${column}`,
    seen: row?.seen ?? 0,
    unit: 'rows',
    found: row?.found[i] ?? 0,
  }))
}
