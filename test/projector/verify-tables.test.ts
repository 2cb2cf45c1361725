import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../src/postgres/database.js'
import { identifier, list, type Sql, sql } from '../../src/postgres/sql.js'
import { readTables } from '../../src/projector/rebuild/compare-tables.js'
import { databasesFor } from '../support/database.js'
import { longHistory, type Served, serveLog } from '../support/generations.js'

const TABLES = [
  ['answered_request', 'answer'],
  ['bank', 'revision'],
  ['memory', 'importance'],
  ['memory_access', 'access_count'],
  ['memory_readers', 'granted_to'],
  ['memory_text', 'content'],
  ['memory_text', 'embedding'],
  ['memory_text', 'own_words'],
  ['memory_version', 'at'],
  ['memory_wording', 'content'],
  ['memory_wording', 'embedding'],
  ['memory_wording', 'own_words'],
  ['reader_group', 'granted_to'],
] as const

/** The smallest change of each kind of value: one character, one bit, one counter, one instant. */
const nudged: Readonly<Record<string, (column: Sql) => Sql>> = {
  text: (c) => sql`${c} || 'x'`,
  'text[]': (c) => sql`array_append(${c}, 'x')`,
  integer: (c) => sql`${c} + 1`,
  bigint: (c) => sql`${c} + 1`,
  'double precision': (c) => sql`${c} + 1e-9`,
  'timestamp with time zone': (c) => sql`${c} + interval '1 microsecond'`,
  tsvector: (c) => sql`${c} || 'zebra:1'::tsvector`,
  // The next float32 after the first value: its last bit is another.
  vector: (c) => sql`${c} + (array[1.2e-7::real] || array_fill(0::real, array[vector_dims(${c}) - 1]))::vector`,
}

describe.each(databasesFor(import.meta.url))('a verification on $name', ({ open }) => {
  let db: Databases
  let served: Served
  beforeAll(async () => {
    db = await open()
    served = await serveLog(db)
    await served.append(longHistory(21))
  })
  afterAll(async () => {
    await served.close()
    await db.close()
  })

  const verify = async () => (await served.rebuild({ verify: true, dryRun: true })).verification
  const live = <T>(work: (db: Database) => Promise<T>) => served.serving.reading(work)
  /** Changes one row of a table and remembers how it was. */
  const spoil = async (table: string, change: (row: Sql) => Sql) => {
    const t = identifier(table)
    const kept = identifier(`kept_${table}`)
    await live((read) => read.rows(sql`create table ${kept} as select * from ${t}`))
    await live((read) => read.rows(change(t)))
    return () =>
      live((read) =>
        read.transaction(async (tx) => {
          const [all] = (await readTables(tx, served.serving.schema())).filter(({ name }) => name === table)
          const columns = list((all?.columns ?? []).map(identifier))
          await tx.rows(sql`delete from ${t}`)
          await tx.rows(sql`insert into ${t} (${columns}) select ${columns} from ${kept}`)
          await tx.rows(sql`drop table ${kept}`)
        }),
      )
  }

  test('finds nothing where nothing was changed, and says how much it has compared', async () => {
    const tables = await live((read) => readTables(read, served.serving.schema()))
    expect(await verify()).toMatchObject({ equal: true, tables: tables.length, differing: 0 })
    for (const [table] of TABLES) expect(tables.map(({ name }) => name)).toContain(table)
  })

  /** Where the one difference is that a verification finds in each of some tables, in the order of their names. */
  const differing = async () => {
    const found = await verify()
    expect(found).toMatchObject({ equal: false, differing: found?.differences.length })
    return (found?.differences ?? [])
      .map(({ table, in: where, columns }) => ({ table, in: where, columns }))
      .toSorted((a, b) => (a.table < b.table ? -1 : 1))
  }
  const nudge = async (table: string, column: string) => {
    const c = identifier(column)
    const [type] = await live((read) =>
      read.rows<{ name: string }>(sql`
        select format_type(atttypid, atttypmod) as name
        from pg_attribute
        where attrelid = ${table}::regclass and attname = ${column}`),
    )
    const change = nudged[type?.name ?? '']
    if (change === undefined) throw new Error(`no way to change a ${type?.name}`)
    return spoil(
      table,
      (t) => sql`update ${t} set ${c} = ${change(c)} where ctid = (select min(ctid) from ${t} where ${c} is not null)`,
    )
  }

  // A build for each column takes a minute in all: one shows what is wrong in a column of each table.
  const names = [...new Set(TABLES.map(([table]) => table))]
  const columnsAt = (n: number) =>
    names.flatMap((name) => TABLES.filter(([table]) => table === name).slice(n, n + 1)).toSorted()

  test.each([0, 1, 2])('finds the smallest change in the column %i of each table', async (n) => {
    const undo: (() => Promise<unknown>)[] = []
    for (const [table, column] of columnsAt(n)) undo.push(await nudge(table, column))
    expect(await differing()).toEqual(
      columnsAt(n).map(([table, column]) => ({ table, in: 'both', columns: expect.arrayContaining([column]) })),
    )
    for (const each of undo) await each()
  })

  test('finds a row that is missing, whatever the table', async () => {
    const undo: (() => Promise<unknown>)[] = []
    for (const name of names)
      undo.push(await spoil(name, (t) => sql`delete from ${t} where ctid = (select max(ctid) from ${t})`))
    expect(await differing()).toEqual(names.toSorted().map((table) => ({ table, in: 'new only', columns: [] })))
    for (const each of undo) await each()
  })

  const EMPTY: [string, Sql][] = [
    [
      'episode',
      sql`'u', gen_random_uuid(), null, null, null, '{}', 'recorded', 's', '', null, now(), '{}', now(), null, 'text', null, 'nothing', '', 0, null, false, null, null`,
    ],
    ['episode_turn', sql`'u', gen_random_uuid(), 0, 'user', null, 'Hello', null`],
    ['erased_words', sql`'u', gen_random_uuid(), now()`],
    ['memory_telling', sql`'u', gen_random_uuid(), gen_random_uuid(), 0, 0, null, null, now(), now(), null, true`],
    [
      'episode_transcript',
      sql`'u', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), array[gen_random_uuid()], array[gen_random_uuid()], '{}', '{}', '{}', 'recorded', now()`,
    ],
    ['agent', sql`'u', 'a', 0.5, null, 1`],
    ['agent_trust', sql`'u', 'a', 1, 0.5, null, now(), 'standard', null`],
    ['agent_author', sql`'u', 'a', now()`],
    ['admin_action', sql`'u', gen_random_uuid(), 'add', gen_random_uuid(), null, null, now()`],
    ['episode_extraction', sql`'u', gen_random_uuid(), 0, '[]', '[]', '[]', null, null, '{}', '{}', null`],
    ['episode_shown', sql`'u', gen_random_uuid(), gen_random_uuid(), now()`],
    ['episode_paid', sql`'u', gen_random_uuid(), gen_random_uuid(), 'extract', null, null, 1, 2, 3, 4`],
    ['memory_link', sql`'u', gen_random_uuid(), gen_random_uuid(), 'similar', 0.5`],
    ['memory_entity', sql`'u', gen_random_uuid(), 'Anna', 'person', 'anna'`],
    ['memory_evidence', sql`'u', gen_random_uuid(), 1, gen_random_uuid(), 0, 5`],
    ['memory_access', sql`'u', gen_random_uuid(), 1, now()`],
    [
      'conflict',
      sql`'u', gen_random_uuid(), 'w', 'a', 'b', 'open', gen_random_uuid(), gen_random_uuid(), 1, 1, null, 0.9, 'new_value',
          'resolved_new', now(), now(), null, null`,
    ],
    ['conflict_user', sql`gen_random_uuid(), 'u'`],
    ['erased_user', sql`'u', now(), 3, -1`],
    [
      'lesson',
      sql`'u', gen_random_uuid(), null, null, 'user_reported', 'low', true, null, null, 'active', now(), null, 1, 'x', null, null, null, true, null`,
    ],
    ['lesson_source', sql`'u', gen_random_uuid(), gen_random_uuid(), now(), 0`],
    [
      'recall',
      sql`'u', '2026-01-01', gen_random_uuid(), now(), null, null, 1, '{}', '{}', '{}', '{}', '{}', 'none', null`,
    ],
  ]
  test('leaves no table out', async () => {
    const tables = await live((read) => readTables(read, served.serving.schema()))
    const looked = [...TABLES, ...EMPTY].map(([table]) => table)
    expect([...new Set(looked)].sort()).toEqual(tables.map(({ name }) => name))
  })

  test('finds a row too many, whatever the table', async () => {
    // A verification names so many differences at most.
    for (const some of [EMPTY.slice(0, 12), EMPTY.slice(12)]) {
      for (const [table, values] of some)
        await live((read) => read.rows(sql`insert into ${identifier(table)} values (${values})`))
      expect(await differing()).toEqual(
        some
          .map(([table]) => table)
          .toSorted()
          .map((table) => ({ table, in: 'live only', columns: [] })),
      )
      for (const [table] of some)
        await live((read) => read.rows(sql`delete from ${identifier(table)} where user_id = 'u'`))
    }
  })

  test('tells a difference, and swaps all the same', async () => {
    await live((read) => read.rows(sql`update memory_access set access_count = access_count + 1`))
    const result = await served.rebuild({ verify: true })
    expect(result).toMatchObject({ swapped: true, verification: { equal: false } })
    expect(await verify()).toMatchObject({ equal: true })
  })
})
