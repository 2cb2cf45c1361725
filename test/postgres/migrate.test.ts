import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { MigrationMismatch, migrate } from '../../src/postgres/migrate.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { sql } from '../../src/postgres/sql.js'
import { databases, freshPostgres } from '../support/database.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-migrate-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const file = (name: string, text: string) => writeFile(join(folder, name), text)
const table = `create table note (id int); -- a table`

describe.each(databases)('migrations on $name', ({ open }) => {
  let all: Databases
  beforeEach(async () => {
    all = await open()
  })
  afterEach(() => all.close())

  const numbers = async () => (await migrate(all, folder, 'notes')).map(({ number }) => number)

  test('are applied once each, in the order of their numbers, in their schema', async () => {
    await file('10-row.sql', `insert into note values (1); insert into note values (2)`)
    await file('2-note.sql', table)
    expect(await numbers()).toEqual([2, 10])
    await file('011-more.sql', `insert into note values (3);`)
    expect(await numbers()).toEqual([11])
    expect(await numbers()).toEqual([])
    expect(await all.within('notes').rows(sql`select id from notes.note order by id`)).toEqual(
      [1, 2, 3].map((id) => ({ id })),
    )
    const [first] = await all.within('notes').rows(sql`select * from migration order by number`)
    expect(first).toEqual({
      number: 2,
      name: '2-note.sql',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: expect.stringMatching(/Z$/),
    })
  })

  test('leave nothing behind when one fails, and keep those before it', async () => {
    await file('001-note.sql', table)
    await file('002-wrong.sql', `insert into note values (1); insert into nowhere values (1);`)
    await expect(numbers()).rejects.toThrow(/002-wrong.sql failed.*nowhere/)
    expect(await all.within('notes').rows(sql`select id from note`)).toEqual([])
    await file('002-wrong.sql', `insert into note values (7);`)
    expect(await numbers()).toEqual([2])
  })

  test('distinguish a violated key inside a migration from another process that was quicker', async () => {
    await file('001-twice.sql', `create table one (id int primary key); insert into one values (1), (1);`)
    await expect(numbers()).rejects.toThrow(/001-twice.sql failed.*duplicate key/)
  })

  test('refuse a changed file, a database that is newer, and a file below the last one applied', async () => {
    await file('002-note.sql', table)
    await numbers()
    await file('002-note.sql', `${table} -- changed`)
    await expect(numbers()).rejects.toThrow(/002-note.sql was applied with other content/)
    await rm(join(folder, '002-note.sql'))
    await expect(numbers()).rejects.toThrow(/newer than this program.*002-note.sql/)
    await file('002-note.sql', table)
    await file('001-late.sql', 'select 1')
    await expect(numbers()).rejects.toBeInstanceOf(MigrationMismatch)
  })

  test('refuse files without a number or with the same one', async () => {
    await file('1-a.sql', 'select 1')
    await file('01-b.sql', 'select 1')
    await expect(numbers()).rejects.toThrow(/have the number 1/)
    await rm(join(folder, '01-b.sql'))
    await file(`x'; drop.sql`, 'select 1')
    await expect(numbers()).rejects.toThrow(/is not named/)
  })
})

test('several processes at the same time apply each migration once', async ({ skip }) => {
  const fresh = await freshPostgres()
  if (fresh === undefined) return skip()
  await file('001-note.sql', `${table} select pg_sleep(0.05);`)
  await file('002-row.sql', 'insert into note values (1);')
  const all = Array.from({ length: 5 }, () => openPostgres(fresh.url))
  const applied = await Promise.all(all.map((one) => migrate(one, folder, 'notes')))
  expect(
    applied
      .flat()
      .map(({ number }) => number)
      .sort(),
  ).toEqual([1, 2])
  expect(await all[0]?.within('notes').rows(sql`select id from note`)).toEqual([{ id: 1 }])
  await Promise.all(all.map((one) => one.close()))
  await fresh.drop()
})
