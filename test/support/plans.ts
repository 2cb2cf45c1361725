import type { Database } from '../../src/postgres/database.js'
import { Sql, sql } from '../../src/postgres/sql.js'

/** A node of a plan, as `explain (format json)` tells it. */
export type PlanNode = {
  readonly 'Node Type'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

type Mode = 'force_custom_plan' | 'force_generic_plan'
type Prepared = (tx: Database) => Promise<(noted: Database) => Promise<unknown>>

/**
 * The plans of the statements that a piece of work issues, as they are made at the end of its transaction: for their
 * parameters, or for any.
 */
export const plannedWithin = (db: Database, mode: Mode, prepare: Prepared): Promise<readonly PlanNode[]> =>
  db.transaction(async (tx) => {
    const work = await prepare(tx)
    const issued: Sql[] = []
    await work({
      ...tx,
      rows: (statement) => {
        issued.push(statement)
        return tx.rows(statement)
      },
    })
    await tx.rows(sql`select set_config('plan_cache_mode', ${mode}, true)`)
    const plans: PlanNode[] = []
    for (const [i, statement] of issued.entries()) plans.push(await planOf(tx, statement, `probe_${mode}_${i}`))
    return plans
  })

const planOf = async (tx: Database, { query: { text, values } }: Sql, name: string): Promise<PlanNode> => {
  await tx.rows(new Sql([`prepare ${name} as ${text}`], []))
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
  const [row] = await tx.rows<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    new Sql([`explain (format json) execute ${name}${given}`], []),
  )
  await tx.rows(new Sql([`deallocate ${name}`], []))
  return row?.['QUERY PLAN'][0].Plan ?? {}
}

const literal = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`

/** The nodes that read a table or an index of it. */
export const scansOf = (node: PlanNode): readonly PlanNode[] => [
  ...(/ Scan$/.test(node['Node Type'] ?? '') && !/^(Subquery|Function|CTE) /.test(node['Node Type'] ?? '')
    ? [node]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]
