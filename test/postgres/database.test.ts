import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Databases } from '../../src/postgres/database.js'
import { isUnavailable, sqlState, TransactionMisuse, TransactionRolledBack } from '../../src/postgres/faults.js'
import { sql } from '../../src/postgres/sql.js'
import { databases } from '../support/database.js'

describe.each(databases)('a database on $name', ({ open }) => {
  let all: Databases
  let db: Database
  beforeAll(async () => {
    all = await open()
    await all.script('create table note (id int primary key, text text)')
    db = all.within('public')
  })
  afterAll(() => all.close())

  const texts = async () => (await db.rows<{ text: string }>(sql`select text from note order by id`)).map((r) => r.text)
  const failing = (from: Database) => from.rows(sql`select 1 / ${0}::int`)

  test('gives every caller its own answer, with errors in between', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => (i % 2 ? failing(db) : db.rows<{ i: number }>(sql`select ${i}::int as i`))),
    )
    answers.forEach((answer, i) => {
      if (i % 2) expect(answer).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
      else expect(answer).toEqual({ status: 'fulfilled', value: [{ i }] })
    })
  })

  test('reports the SQLSTATE of an error, and that the database is available', async () => {
    const error = await failing(db).catch((thrown: unknown) => thrown)
    expect(sqlState(error)).toBe('22012')
    expect(isUnavailable(error)).toBe(false)
    expect(JSON.stringify(error)).not.toContain('params')
  })

  test('takes one statement at a time', async () => {
    await expect(db.rows(sql`select 1; select 2`)).rejects.toMatchObject({ code: '42601' })
  })

  test('runs a script of many statements as one transaction', async () => {
    const broken = `insert into note values (90, 'a; b'); -- half\n insert into note values (90, 'again');`
    await expect(all.script(broken)).rejects.toMatchObject({ code: '23505' })
    expect(await texts()).toEqual([])
    expect(await db.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('runs several scripts in order, each as a transaction of its own, up to an error', async () => {
    const insert = (id: number) => `insert into note values (${id}, 'note ${id}');`
    await expect(all.script(insert(93), `${insert(94)} select 1 / 0;`, insert(95))).rejects.toMatchObject({
      code: '22012',
    })
    expect(await texts()).toEqual(['note 93'])
    await all.script('delete from note')
  })

  test('resets the settings of a script, and ends a transaction that it left open', async () => {
    const set = `set work_mem = '7MB'; set search_path to nowhere;`
    await all.script(set)
    await expect(
      all.script(`begin; ${set}; insert into public.note values (91, 'open'); select 1 / 0`),
    ).rejects.toThrow()
    await all.script(`begin; insert into public.note values (92, 'left open')`)
    const [row] = await db.rows<{ memory: string }>(sql`select current_setting('work_mem') as memory`)
    expect(row?.memory).not.toBe('7MB')
    expect(await texts()).toEqual([])
  })

  test('commits all of a transaction', async () => {
    const answer = await db.transaction(async (tx) => {
      await tx.rows(sql`insert into note values (1, 'kept')`)
      await tx.rows(sql`insert into note values (2, 'too')`)
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await texts()).toEqual(['kept', 'too'])
  })

  test('rolls back a transaction that throws, and goes on', async () => {
    const before = await texts()
    const own = new Error('stop')
    const work = async (tx: Database) => {
      await tx.rows(sql`delete from note`)
      throw own
    }
    await expect(db.transaction(work)).rejects.toBe(own)
    await expect(db.transaction((tx) => failing(tx))).rejects.toMatchObject({ code: '22012' })
    expect(await texts()).toEqual(before)
  })

  test('reports a transaction that Postgres rolled back at its commit', async () => {
    const swallowing = async (tx: Database) => {
      await tx.rows(sql`insert into note values (50, 'lost')`)
      await failing(tx).catch(() => {})
    }
    await expect(db.transaction(swallowing)).rejects.toBeInstanceOf(TransactionRolledBack)
    expect(await texts()).not.toContain('lost')
  })

  test('refuses to nest transactions, by either handle, instead of waiting for itself', async () => {
    await expect(db.transaction((tx) => tx.transaction(async () => {}))).rejects.toBeInstanceOf(TransactionMisuse)
    await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toBeInstanceOf(TransactionMisuse)
    await expect(db.transaction(() => db.rows(sql`select 1`))).rejects.toBeInstanceOf(TransactionMisuse)
    await expect(db.transaction(() => all.script('select 1'))).rejects.toBeInstanceOf(TransactionMisuse)
    expect(await db.rows(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  test('refuses the handle of a transaction that has ended', async () => {
    const escaped = await db.transaction(async (tx) => tx)
    await expect(escaped.rows(sql`select 1`)).rejects.toBeInstanceOf(TransactionMisuse)
  })

  test('shows nothing of a transaction to others until it ends', async () => {
    await db.rows(sql`create table counter as select 0 as n`)
    const step = () =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<{ n: number }>(sql`select n from counter for update`)
        await tx.rows(sql`update counter set n = -1`)
        await tx.rows(sql`update counter set n = ${(row?.n ?? 0) + 1}`)
      })
    const look = () => db.rows<{ n: number }>(sql`select n from counter`)
    const [seen] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, look)),
      Promise.all(Array.from({ length: 20 }, step)),
    ])
    expect(seen.flat().every(({ n }) => n >= 0)).toBe(true)
    expect(await look()).toEqual([{ n: 20 }])
  })

  test('runs the statements of a transaction in order, awaited or not', async () => {
    const answers = await db.transaction((tx) =>
      Promise.all(Array.from({ length: 20 }, (_, i) => tx.rows<{ i: number }>(sql`select ${i}::int as i`))),
    )
    expect(answers.flat().map(({ i }) => i)).toEqual(Array.from({ length: 20 }, (_, i) => i))
  })

  test('keeps search paths apart, in statements and transactions side by side', async () => {
    const names = ['read_a_1', 'read_a_2']
    for (const name of names) {
      await all.script(`create schema ${name}; create table ${name}.place as select '${name}'::text as name`)
    }
    const asked = Array.from({ length: 40 }, (_, i) => names[i % 2] ?? '')
    const select = sql`select name, '[1]'::vector::text as v from place`
    const answers = await Promise.all(
      asked.map((name, i) => {
        const here = all.within(name)
        return i % 3 ? here.rows(select) : here.transaction((tx) => tx.rows(select))
      }),
    )
    expect(answers).toEqual(asked.map((name) => [{ name, v: '[1]' }]))
    await expect(db.rows(select)).rejects.toMatchObject({ code: '42P01' })
    expect(() => all.within('a, b')).toThrow(TypeError)
  })

  test('answers after a notification was sent, with listeners and without', async () => {
    const stop = await all.listen('moved', () => {})
    await all.notify('moved', '7')
    await stop()
  })
})

describe.each(databases)('a closed database on $name', ({ openOwn }) => {
  test('refuses all statements as unavailable', async () => {
    const all = await openOwn()
    const db = all.within('public')
    await db.rows(sql`select 1`)
    await all.close()
    const error = await db.rows(sql`select 1`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'DatabaseClosed' })
    expect(isUnavailable(error)).toBe(true)
    await expect(all.script('select 1')).rejects.toMatchObject({ name: 'DatabaseClosed' })
  })
})
