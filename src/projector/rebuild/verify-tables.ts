import { setImmediate as eventLoop } from 'node:timers/promises'
import { type Compared, comparePage, type Difference, type ReadTable, readTables } from './compare-tables.js'
import { adapted } from './gated-log.js'
import { atSamePosition, type SamePosition, type Step } from './swap-generations.js'

export type Verification = {
  readonly equal: boolean
  readonly tables: number
  /** Of the live generation. */
  readonly rows: number
  readonly differing: number
  /** The first of them. */
  readonly differences: readonly Difference[]
}

/** Differences that are listed one by one. */
const TOLD = 20
/** Rows of a page: what a page costs beside its rows must stay the smaller part, however slow the machine is. */
const ON_SERVER = { first: 5000, least: 5000, most: 5000 }
const EMBEDDED = { first: 100, least: 50, most: 2000 }
/** A step of the embedded database keeps requests waiting about as long as this. */
const STEP_MS = 20

/** Compares every row of every read table of two generations at the same position of the log. */
export const verifyTables = (both: SamePosition, report: (rows: number) => void): Promise<Verification> =>
  atSamePosition(both, async (step) => {
    const tables = await step((tx) => readTables(tx, both.pair.live))
    const differences: Difference[] = []
    const found = { rows: 0, differing: 0, differences }
    for (const table of tables)
      for await (const page of pagesOf(both, step, { table, told: found.differences })) {
        found.rows += page.rows
        found.differing += page.differing
        found.differences.push(...page.differences.slice(0, TOLD - found.differences.length))
        report(found.rows)
      }
    return { equal: found.differing === 0, tables: tables.length, ...found }
  })

type Comparing = { readonly table: ReadTable; readonly told: readonly Difference[] }

/** One table page by page, each page a step; other work runs between the pages. */
async function* pagesOf({ pair, databases, signal }: SamePosition, step: Step, { table, told }: Comparing) {
  const limits = databases.kind === 'postgres' ? ON_SERVER : EMBEDDED
  let rows = limits.first
  for (let after: Compared['next']; ; ) {
    await eventLoop()
    signal.throwIfAborted()
    const most = Math.max(1, TOLD - told.length)
    const { page, ms } = await step(async (tx) => {
      const began = performance.now()
      const page: Compared = await comparePage(tx, pair, { ...table, after, rows, most })
      return { page, ms: performance.now() - began }
    })
    yield page
    if (page.next === undefined) return
    after = page.next
    rows = adapted(rows, STEP_MS / ms, limits)
  }
}
