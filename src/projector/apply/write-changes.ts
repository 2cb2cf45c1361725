import { weighedSlices } from '../../concurrency/slices.js'
import type { Database } from '../../postgres/database.js'
import { identifier, list, type Sql, sql, together } from '../../postgres/sql.js'
import { Vectors } from '../../postgres/vectors.js'
import type { Change, Columns } from '../projection.js'

type Folded = { readonly verb: Change['verb']; readonly key: Columns; readonly row: Columns }

/** The rows of a table that are cleared away first, and what is then written, by key. */
type Table = { readonly cleared: Map<string, Folded>; readonly rows: Map<string, readonly Folded[]> }

/** The changes of a batch of events, folded: what is left to write, table by table, in this order. */
const foldChanges = (changes: readonly Change[]): ReadonlyMap<string, readonly Folded[]> => {
  const tables = new Map<string, Table>()
  for (const change of changes) {
    const table = tables.get(change.table) ?? { cleared: new Map(), rows: new Map() }
    tables.set(change.table, table)
    fold(table, change)
  }
  return new Map(
    [...tables].map(([name, { cleared, rows }]) => [name, [...cleared.values(), ...[...rows.values()].flat()]]),
  )
}

/** What was to be written to a row that is cleared away is forgotten, so that clearing can always come first. */
const fold = ({ cleared, rows }: Table, change: Change): void => {
  if (change.verb !== 'clear') {
    const id = JSON.stringify(Object.values(change.key))
    rows.set(id, after(rows.get(id) ?? [], change))
    return
  }
  const part = Object.entries(change.key)
  const holds = (row: Folded | undefined) =>
    part.every(([column, value]) => (row?.key[column] ?? row?.row[column]) === value)
  for (const [id, [row]] of rows) if (holds(row)) rows.delete(id)
  cleared.set(JSON.stringify(part), { ...change, row: {} })
}

/** A row that is put or dropped starts anew; what is patched or added joins what is already to be written. */
const after = (before: readonly Folded[], change: Change): readonly Folded[] => {
  const next: Folded = 'row' in change ? change : { ...change, row: {} }
  if (change.verb === 'put' || change.verb === 'drop') return [next]
  const join = change.verb === 'add' ? sum : merge
  const at = before.findIndex(({ verb }) => verb === 'put' || verb === change.verb)
  return at < 0 ? [...before, next] : before.map((b, i) => (i === at ? { ...b, row: join(b.row, next.row) } : b))
}

const merge = (a: Columns, b: Columns): Columns => ({ ...a, ...b })

const sum = (a: Columns, b: Columns): Columns =>
  merge(a, Object.fromEntries(Object.entries(b).map(([column, n]) => [column, Number(a[column] ?? 0) + Number(n)])))

/** What one statement takes, so that none holds up others. Weight is columns and text: 32 wide rows cost 200 narrow. */
const ONE_STATEMENT = { most: 256, weight: 800 }
const CHARACTERS_OF_A_COLUMN = 256

const weightOf = ({ key, row }: Folded): number => {
  let weight = 0
  for (const values of [key, row])
    for (const value of Object.values(values))
      weight += 1 + (typeof value === 'string' ? value.length / CHARACTERS_OF_A_COLUMN : 0)
  return weight
}

/**
 * Writes a batch of changes: statements for each table, verb and set of columns, each small enough to be quick; those of
 * different tables share a round trip. The changes of one table keep their order, because a statement does not see what
 * another one of the same round trip writes. While the database writes one round, the next is made. With `isCleared`, what
 * is to be cleared away is gone already.
 */
export const writeChanges = async (db: Database, changes: readonly Change[], isCleared = false): Promise<void> => {
  const tables = statementsOf(changes, isCleared)
  const rounds = Math.max(0, ...tables.map(({ length }) => length))
  let writing: Promise<unknown> = Promise.resolve()
  for (let round = 0; round < rounds; round++) {
    const next = together(tables.flatMap((statements) => statements[round]?.() ?? []))
    await writing
    writing = db.rows(next)
    writing.catch(() => {}) // thrown when it is awaited
  }
  await writing
}

/** The statements that write a few changes in one round, or undefined where that takes several. */
export const inOneRound = (changes: readonly Change[]): readonly Sql[] | undefined => {
  const tables = statementsOf(changes, false)
  return tables.some(({ length }) => length > 1)
    ? undefined
    : tables.flatMap((statements) => statements.map((make) => make()))
}

/** Of each table its statements, to be made in this order. */
const statementsOf = (changes: readonly Change[], isCleared: boolean): readonly (readonly (() => Sql)[])[] =>
  [...foldChanges(changes)].map(([table, rows]) =>
    [...byShape(rows.filter(({ verb }) => !isCleared || verb !== 'clear')).values()].flatMap((alike) =>
      weighedSlices(alike, { ...ONE_STATEMENT, of: weightOf }).map((some) => () => statement(table, some)),
    ),
  )

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
  /** The vector column, under the name of the function that unnests it. */
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

/** Scalars go as one JSON parameter, the table's vector column as one binary parameter: text is 6 to 40 times slower. */
const valuesOf = (t: Sql, rows: readonly Columns[]): { readonly values: Sql; readonly vector: string | undefined } => {
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
