import { isDeepStrictEqual } from 'node:util'
import type { Mismatch } from './check-report.js'
import { digestOfJson, type Row, type Table } from './read-rows.js'

type Sides = { readonly log: readonly Row[]; readonly readModels: readonly Row[] }

/** The first row, by its key, that the two sides do not have alike. */
export const firstDifference = (user: string, table: Table, { log, readModels }: Sides): Mismatch | undefined => {
  const expected = byKey(table, log)
  const actual = byKey(table, readModels)
  for (const key of [...new Set([...expected.keys(), ...actual.keys()])].sort()) {
    const [mine, theirs] = [expected.get(key), actual.get(key)]
    const at = { in: 'read models', table, key: keyOf(user, table, mine ?? theirs) } as const
    if (mine === undefined) return { ...at, column: null, log: 'no such row', readModels: 'a row' }
    if (theirs === undefined) return { ...at, column: null, log: 'a row', readModels: 'no such row' }
    const column = Object.keys(mine).find((name) => !isDeepStrictEqual(plain(mine[name]), plain(theirs[name])))
    if (column !== undefined)
      return { ...at, column, log: shown(column, mine[column]), readModels: shown(column, theirs[column]) }
  }
  return undefined
}

const byKey = (table: Table, rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(
    rows.map((row) => [[row.id, ...partsOf(table).map((part) => String(row[part]).padStart(10, '0'))].join(' '), row]),
  )

const keyOf = (user: string, table: Table, row: Row | undefined): Record<string, string> => ({
  user_id: user,
  id: String(row?.id),
  ...Object.fromEntries(partsOf(table).map((part) => [part, String(row?.[part])])),
})

/** What a row is known by besides its id. */
const partsOf = (table: Table): readonly string[] => PARTS[table] ?? []
const PARTS: Readonly<Partial<Record<Table, readonly string[]>>> = {
  memory_version: ['version'],
  memory_wording: ['version'],
  memory_readers: ['version'],
  episode_turn: ['turn'],
  episode_duplicate: ['turn', 'memory_id'],
}

/** Instants may be written with more or fewer digits. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T.*Z$/.test(value) ? new Date(value).toISOString() : value

/** Metadata is what people wrote; the columns of words come as their hashes. */
const shown = (column: string, value: unknown): string =>
  (column === 'metadata' ? digestOfJson(value) : JSON.stringify(value)) ?? 'null'
