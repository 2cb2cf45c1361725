import type { Change, Row } from '../projection.js'

export type Folded = { readonly verb: Change['verb']; readonly key: Row; readonly row: Row }

/** The rows of a table that are cleared away first, and what is then written, by key. */
type Table = { readonly cleared: Map<string, Folded>; readonly rows: Map<string, readonly Folded[]> }

/** The changes of a batch of events, folded: what is left to write, table by table, in this order. */
export const foldChanges = (changes: readonly Change[]): ReadonlyMap<string, readonly Folded[]> => {
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
  for (const [id, [row]] of rows) if (part.every(([column, value]) => row?.key[column] === value)) rows.delete(id)
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

const merge = (a: Row, b: Row): Row => ({ ...a, ...b })

const sum = (a: Row, b: Row): Row =>
  merge(a, Object.fromEntries(Object.entries(b).map(([column, n]) => [column, Number(a[column] ?? 0) + Number(n)])))
