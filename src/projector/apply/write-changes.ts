import { slices } from '../../concurrency/slices.js'
import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql, together } from '../../postgres/sql.js'
import { Vectors } from '../../postgres/vectors.js'
import type { Change, Row } from '../projection.js'
import { type Folded, foldChanges } from './fold-changes.js'
import { AT_ONCE } from './statement-sizes.js'

/**
 * Writes a batch of changes: statements for each table, verb and set of columns, of so many rows that nobody waits long
 * for one, those of different tables in one round trip. What one table undergoes goes in its order, because a statement does not see what another beside it writes.
 */
export const writeChanges = async (db: Database, changes: readonly Change[]): Promise<void> => {
  const tables = [...foldChanges(changes)].map(([table, rows]) =>
    [...byShape(rows).values()].flatMap((alike) =>
      slices(alike, AT_ONCE.rows).map((some) => () => statement(table, some)),
    ),
  )
  const rounds = Math.max(0, ...tables.map(({ length }) => length))
  for (let round = 0; round < rounds; round++)
    await db.rows(together(tables.flatMap((statements) => statements[round]?.() ?? [])))
}

const byShape = (rows: readonly Folded[]): ReadonlyMap<string, readonly Folded[]> => {
  const shapes = new Map<string, Folded[]>()
  for (const row of rows) {
    const shape = [row.verb, ...Object.keys(row.key), ...Object.keys(row.row).sort()].join()
    const alike = shapes.get(shape)
    if (alike) alike.push(row)
    else shapes.set(shape, [row])
  }
  return shapes
}

const statement = (table: string, rows: readonly Folded[]): Sql => {
  const first = rows[0]
  if (!first) throw new Error(`nothing to write to ${table}`)
  const t = identifier(table)
  const key = Object.keys(first.key)
  const columns = Object.keys(first.row)
  const { values, vector } = valuesOf(
    t,
    rows.map((r) => ({ ...r.key, ...r.row })),
  )
  /** A vector stands beside the other columns, under the name of the function that unnests it. */
  const from = (c: string) => sql`new.${c === vector ? sql`unnest` : identifier(c)}`
  const sameKey = list(
    key.map((k) => sql`old.${identifier(k)} = new.${identifier(k)}`),
    ' and ',
  )
  const set = (value: (c: string) => Sql) => list(columns.map((c) => sql`${identifier(c)} = ${value(c)}`))
  switch (first.verb) {
    case 'put':
      return sql`insert into ${t} (${names([...key, ...columns])})
                 select ${list([...key, ...columns].map(from))} from ${values} as new
                 on conflict (${names(key)}) do update set ${set((c) => sql`excluded.${identifier(c)}`)}`
    case 'patch':
      return sql`update ${t} old set ${set(from)} from ${values} as new where ${sameKey}`
    case 'add':
      return sql`update ${t} old set ${set((c) => sql`old.${identifier(c)} + new.${identifier(c)}`)}
                 from ${values} as new where ${sameKey}`
    case 'drop':
    case 'clear':
      return sql`delete from ${t} old using ${values} as new where ${sameKey}`
  }
}

/** Scalars go as one JSON parameter, the table's vector column beside them as one binary parameter: text is 6 to 40 times slower. */
const valuesOf = (t: Sql, rows: readonly Row[]): { readonly values: Sql; readonly vector: string | undefined } => {
  const isVector = ([, value]: [string, unknown]) => value instanceof Float32Array
  const vector = rows.map((row) => Object.entries(row).find(isVector)?.[0]).find((column) => column !== undefined)
  const scalars = vector === undefined ? rows : rows.map((row) => ({ ...row, [vector]: undefined }))
  const records = sql`jsonb_populate_recordset(null::${t}, ${JSON.stringify(scalars)}::jsonb)`
  if (vector === undefined) return { values: records, vector }
  const vectors = new Vectors(rows.map((row) => vectorIn(row[vector])))
  return { values: sql`rows from (${records}, unnest(${vectors}::vector[]))`, vector }
}

const vectorIn = (value: unknown): Float32Array | null => (value instanceof Float32Array ? value : null)

const names = (columns: readonly string[]): Sql => list(columns.map(identifier))
