import { type Compared, comparePage, type Difference } from './compare-tables.js'
import { inStep, type Twins } from './in-step.js'
import { readTables } from './read-tables.js'

export type Verification = {
  readonly equal: boolean
  readonly tables: number
  /** Of the live generation. */
  readonly rows: number
  readonly differing: number
  /** The first of them. */
  readonly differences: readonly Difference[]
}

/** Differences that are told one by one. */
const TOLD = 20
const ON_SERVER = { first: 5000, largest: 5000 }
const EMBEDDED = { first: 100, largest: 2000 }
/** A step of the embedded database keeps requests waiting no longer than this. */
const STEP_MS = 20

/** Compares every row of every read table of two generations at the same position of the log. */
export const verifyTables = (twins: Twins, report: (rows: number) => void): Promise<Verification> =>
  inStep(twins, async (step) => {
    const { pair, databases, signal } = twins
    const sizes = databases.kind === 'postgres' ? ON_SERVER : EMBEDDED
    const tables = await step((tx) => readTables(tx, pair.live))
    let [rows, differing] = [0, 0]
    const differences: Difference[] = []
    for (const table of tables)
      for (let [after, size, more] = [first, sizes.first, true]; more; ) {
        signal.throwIfAborted()
        const [from, length] = [after, size]
        const most = Math.max(1, TOLD - differences.length)
        const began = performance.now()
        const page: Compared = await step((tx) => comparePage(tx, pair, { ...table, after: from, rows: length, most }))
        if (performance.now() - began > STEP_MS) size = Math.max(1, size >> 1)
        else size = Math.min(sizes.largest, size * 2)
        if (databases.kind === 'postgres') size = sizes.first
        rows += page.rows
        differing += page.differing
        differences.push(...page.differences.slice(0, TOLD - differences.length))
        after = page.next
        more = page.next !== undefined
        report(rows)
      }
    return { equal: differing === 0, tables: tables.length, rows, differing, differences }
  })

const first: Compared['next'] = undefined
