import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../src/postgres/database.js'
import { analyzeTables } from '../../src/postgres/maintenance-steps.js'
import { migrate } from '../../src/postgres/migrate.js'
import { identifier, list, type Sql, sql } from '../../src/postgres/sql.js'
import { finishGeneration, makeGeneration, schemaOf } from '../../src/projector/generations/generations.js'
import { comparePage, type ReadTable, readTables } from '../../src/projector/rebuild/compare-tables.js'
import { databasesFor } from '../support/database.js'
import { migrations } from '../support/log.js'
import { type PlanNode, plannedWithin, scansOf } from '../support/plans.js'
import { LOG_ID, MODEL } from '../support/read-model.js'

const ROWS = 5000
const PAGE = 100
const PLANS = ['force_custom_plan', 'force_generic_plan'] as const

/** The n-th value of a column: other ones in a key, one and the same elsewhere. */
const values: Readonly<Record<string, Sql>> = {
  text: sql`md5(n::text)`,
  'text[]': sql`array['x']`,
  uuid: sql`md5(n::text)::uuid`,
  'uuid[]': sql`array[md5(n::text)::uuid]`,
  integer: sql`n`,
  'integer[]': sql`array[n]`,
  bigint: sql`n`,
  smallint: sql`1`,
  boolean: sql`true`,
  date: sql`current_date`,
  datemultirange: sql`'{}'::datemultirange`,
  'timestamp with time zone': sql`now()`,
  'double precision': sql`0.5`,
  'double precision[]': sql`array[0.5]`,
  jsonb: sql`'{}'::jsonb`,
  tsvector: sql`'zebra:1'::tsvector`,
  vector: sql`'[1, 0, 0, 0]'::vector`,
  'bit(1024)': sql`repeat('1', 1024)::bit(1024)`,
}

const filler = (type: string): Sql => {
  const value = values[type]
  if (value === undefined) throw new Error(`This suite has no value for a column of the type ${type}: add one.`)
  return value
}

/** As many rows of one user as tempt the planner to take any index that begins with the user. */
const fill = async (db: Database, { name }: ReadTable): Promise<void> => {
  const columns = await db.rows<{ name: string; type: string }>(sql`
    select attname::text as name, format_type(atttypid, atttypmod) as type
    from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0
    order by attnum`)
  const given = columns.map((column) => (column.name === 'user_id' ? sql`'anna'` : filler(column.type)))
  await db.rows(sql`
    insert into ${identifier(name)}
    select ${list(given)}
    from generate_series(1, ${ROWS}::int) as n`)
}

const indexesOf = async (db: Database, schema: string): Promise<ReadonlyMap<string, number>> => {
  const found = await db.rows<{ name: string; indexes: number }>(sql`
    select tablename::text as name, count(*)::int as indexes
    from pg_indexes
    where schemaname = ${schema}
    group by tablename`)
  return new Map(found.map(({ name, indexes }) => [name, indexes]))
}

describe.each(databasesFor(import.meta.url))('a page of a comparison on $name', ({ open }) => {
  let all: Databases
  let schema: string
  let tables: readonly ReadTable[]
  beforeAll(async () => {
    all = await open()
    await migrate(all, migrations('generations'), 'generations')
    const wanted = {
      ...{ databases: all, definition: migrations('read-model'), projectionsVersion: '1' },
      ...{ logId: LOG_ID, model: MODEL },
    }
    const generation = await makeGeneration(wanted, 1)
    schema = schemaOf(generation)
    const db = all.within(schema)
    await finishGeneration(wanted, generation, 'filled')
    const indexes = await indexesOf(db, schema)
    tables = (await readTables(db, schema)).filter(({ name }) => (indexes.get(name) ?? 0) > 1)
    for (const table of tables) await fill(db, table)
    await analyzeTables(all, schema)
  })
  afterAll(() => all.close())

  /** What it asks for rows in the middle of a table, and the plans of that. */
  const plansOf = (table: ReadTable, planned: (typeof PLANS)[number]) =>
    plannedWithin(all.within(schema), planned, async (tx) => {
      const key = list(table.key.map(({ name }) => identifier(name)))
      const [middle] = await tx.rows<{ key: readonly string[] }>(sql`
        select array[${list(table.key.map(({ name }) => sql`${identifier(name)}::text`))}] as key
        from ${identifier(table.name)}
        order by ${key}
        limit 1 offset ${ROWS / 2}`)
      return (noted) =>
        comparePage(noted, { live: schema, next: schema }, { ...table, after: middle?.key, rows: PAGE, most: 20 })
    })

  test('looks at tables that have more than one index', () => {
    const names = tables.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['memory', 'memory_link', 'memory_wording', 'bank', 'episode']))
  })

  test.each(PLANS)('is found by a seek in the primary key, under %s', async (planned) => {
    for (const table of tables) {
      const plans = await plansOf(table, planned)
      const scans = plans.flatMap(scansOf)
      // The end of the page once, its rows in both generations.
      expect({ table: table.name, scans: scans.length }).toEqual({ table: table.name, scans: 3 })
      for (const scan of scans)
        expect(scan, table.name).toMatchObject({
          'Node Type': expect.stringMatching(/^Index (Only )?Scan$/),
          'Index Name': `${table.name}_pkey`,
          'Index Cond': expect.stringMatching(/^\(?\(?ROW\(.*\) > ROW\(/),
        })
      const filtered = scans.filter((scan: PlanNode) => scan.Filter !== undefined)
      expect(filtered, table.name).toEqual([])
    }
  })

  test('would read all rows of the user where the planner has the choice', async () => {
    const [first, last] = ['1', '2'].map((n) => `${n}0000000-0000-4000-8000-000000000000`)
    const [plan] = await plannedWithin(
      all.within(schema),
      'force_generic_plan',
      async () => (noted) =>
        noted.rows(sql`
        select count(*), md5(string_agg(md5(record_send(t)), '' order by user_id, from_id, to_id))
        from memory_link t
        where (user_id, from_id, to_id) > (${'anna'}::text, ${first}::uuid, ${first}::uuid)
          and (user_id, from_id, to_id) <= (${'anna'}::text, ${last}::uuid, ${last}::uuid)`),
    )
    const filters = scansOf(plan ?? {}).map(({ Filter }) => Filter)
    expect(filters).toEqual([expect.stringMatching(/ROW\(user_id, from_id, to_id\) > ROW/)])
  })
})
