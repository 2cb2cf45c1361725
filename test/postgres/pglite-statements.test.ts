import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { startPglite } from '../../src/postgres/pglite.js'
import { PgliteStatements } from '../../src/postgres/pglite-statements.js'
import { sql } from '../../src/postgres/sql.js'
import { databases } from '../support/database.js'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe.each(databases)('prepared statements on $name', ({ open }) => {
  let all: Awaited<ReturnType<typeof open>>
  beforeEach(async () => {
    all = await open()
  })
  afterEach(() => all.close())

  test('do not acknowledge a statement that fails at the commit', async () => {
    await all.script('create table once (n int unique deferrable initially deferred)')
    const db = all.within('public')
    for (const _ of [1, 2]) expect(await codeOf(db.rows(sql`insert into once values (1), (1)`))).toBe('23505')
    expect(await codeOf(db.transaction((tx) => tx.rows(sql`insert into once values (1), (1)`)))).toBe('23505')
    expect(await db.rows(sql`select n from once`)).toEqual([])
  })

  test('go on after errors in parsing, binding and running, also with the same statement', async () => {
    const db = all.within('public')
    const half = (n: unknown) => db.rows<{ half: number }>(sql`select 10 / ${n}::int as half`)
    for (const _ of [1, 2]) {
      expect(await codeOf(db.rows(sql`select nothing from nowhere`))).toBe('42P01')
      expect(await codeOf(half('no number'))).toBe('22P02')
      expect(await codeOf(half(0))).toBe('22012')
      expect(await half(5)).toEqual([{ half: 2 }])
    }
    await all.script('create table nowhere (nothing int)')
    expect(await db.rows(sql`select nothing from nowhere`)).toEqual([])
  })

  test('of the same text are separate statements in two schemas', async () => {
    await all.script(`
      create schema one; create table one.thing as select 1 as n;
      create schema two; create table two.thing as select 'two' as n, now() as since;`)
    const every = sql`select * from thing`
    for (const _ of [1, 2, 3]) {
      expect(await all.within('one').rows(every)).toEqual([{ n: 1 }])
      expect(await all.within('two').rows(every)).toMatchObject([{ n: 'two' }])
    }
  })
})

describe('statements of PGlite', () => {
  let db: PGlite
  beforeAll(async () => {
    const dump = new Blob([await readFile(inject('pgliteDump'))]) // making a cluster takes many times as long
    db = await startPglite(undefined, { fsync: false, loadDataDir: dump })
  })
  beforeEach(async () => {
    await db.exec('deallocate all; drop table if exists thing')
    await db.exec('create table thing (n int); insert into thing values (1)')
  })
  afterAll(() => db.close())

  const every = 'select * from thing'
  const kept = async () =>
    (await db.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements')).rows[0]?.n

  test('are prepared anew when their table has changed or a script discarded them', async () => {
    const statements = new PgliteStatements(db)
    expect(await statements.query(every, [])).toEqual([{ n: 1 }])
    await db.exec('alter table thing add text text')
    expect(await statements.query(every, [])).toEqual([{ n: 1, text: null }])
    await db.exec('deallocate all')
    expect(await statements.query(every, [])).toEqual([{ n: 1, text: null }])
  })

  test('fail once inside a transaction whose table has changed, and succeed after it', async () => {
    const statements = new PgliteStatements(db)
    await statements.query(every, [])
    await db.exec('alter table thing add text text')
    await statements.command('begin')
    expect(await codeOf(statements.query(every, []))).toBe('0A000')
    await statements.command('rollback')
    expect(await statements.query(every, [])).toEqual([{ n: 1, text: null }])
  })

  test('are discarded beyond a limit, the least recently used first', async () => {
    const statements = new PgliteStatements(db, 3)
    for (let n = 0; n < 20; n++) {
      expect(await statements.query(`select ${n} as n`, [])).toEqual([{ n }])
      expect(await statements.query(every, [])).toEqual([{ n: 1 }])
    }
    expect(await kept()).toBeLessThanOrEqual(4)
    const held = await db.query<{ statement: string }>('select statement from pg_prepared_statements')
    expect(held.rows.map(({ statement }) => statement)).toContain(every)
  })

  test('do not stay prepared if they could not be described', async () => {
    const statements = new PgliteStatements(db)
    for (let n = 0; n < 5; n++) await codeOf(statements.query(`select nothing from nowhere where ${n} = $1`, ['x']))
    await statements.query(every, [])
    expect(await kept()).toBe(1)
  })
})

test('successive statements of PGlite yield to signals, timers and requests', async () => {
  const all = await databases.find(({ name }) => name === 'PGlite')?.open()
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const long = sql`select sum(n) from generate_series(1, 200000) as n`
  await all?.within('public').transaction(async (tx) => {
    for (let n = 0; n < 10; n++) await tx.rows(long)
  })
  clearImmediate(next)
  await all?.close()
  expect(turns).toBeGreaterThan(5)
})
