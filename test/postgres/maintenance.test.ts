import { cpSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { type MaintenanceOptions, withMaintenance } from '../../src/postgres/maintenance.js'
import { analyzeTables, logSize } from '../../src/postgres/maintenance-steps.js'
import { openPglite } from '../../src/postgres/pglite.js'
import { sql } from '../../src/postgres/sql.js'
import { databases as kinds } from '../support/database.js'

let folder: string
let steps: string[]
let all: Databases
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-upkeep-'))
  steps = []
})
afterEach(async () => {
  await all.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (options: MaintenanceOptions) => {
  cpSync(inject('pgliteFolder'), folder, { recursive: true })
  const raw = await openPglite(folder, { fsync: false })
  const stepped: MaintenanceOptions['stepped'] = ({ text }) => void steps.push(text)
  const failed = (error: unknown) => void steps.push(`failed: ${error}`)
  all = withMaintenance(raw, { stepped, failed, ...options })
  await all.script('create table note (n int primary key, text text)')
  return all.within('public')
}
const fill = (from: number, count: number) => sql`
  insert into note
  select n, repeat('word ', 20)
  from generate_series(${from}::int, ${from + count - 1}::int) as n`
const done = (step: string) => expect.poll(() => steps.join('\n'), { timeout: 10_000 }).toContain(step)

describe('maintenance of the embedded database', () => {
  test('analyses, vacuums and truncates the log when idle, and then stops', async () => {
    const db = await open({ idleMs: 40 })
    for (let n = 0; n < 10; n++) await db.rows(fill(n * 1000, 1000))
    await db.rows(sql`update note set text = 'other'`)
    await done('analyze (skip_locked) public.note')
    await done('vacuum public.note')
    await done('checkpoint')
    const [table] = await db.rows<{ rows: number }>(sql`
      select reltuples as rows
      from pg_class
      where relname = 'note'`)
    expect(table?.rows).toBe(10_000)
    await expect.poll(() => logSize(all), { timeout: 10_000 }).toBeLessThan(5000)
    const before = steps.length
    await new Promise((rest) => setTimeout(rest, 300))
    expect(steps.slice(before)).toEqual([])
  })

  test('analyses a table that has grown although requests never stop', async () => {
    const db = await open({ idleMs: 400, statements: 100 })
    const seen = () => steps.some((step) => /statistics_target = 10; analyze .*public.note/.test(step))
    for (let n = 0; n < 50_000 && !seen(); n++) {
      await db.rows(fill(n, 1))
      if (n % 20 === 0) await new Promise((turn) => setTimeout(turn, 1))
    }
    expect(seen()).toBe(true)
  })

  test('never runs inside a transaction or while one runs', async () => {
    const db = await open({ idleMs: 20 })
    await db.rows(fill(0, 5000))
    const during = await db.transaction(async (tx) => {
      const before = steps.length
      await new Promise((while_) => setTimeout(while_, 200))
      await tx.rows(fill(5000, 1))
      return steps.length - before
    })
    expect(during).toBeLessThanOrEqual(1) // one that had been waiting since before
    expect(steps.join()).not.toContain('failed')
  })

  test('stops when the database is closed', async () => {
    const db = await open({ idleMs: 10 })
    await db.rows(fill(0, 5000))
    await all.close()
    const before = steps.length
    await new Promise((rest) => setTimeout(rest, 100))
    expect(steps.length).toBe(before)
    expect(steps.join()).not.toContain('failed')
  })

  test('leaves a closed directory with nothing to replay and few log files', async () => {
    const db = await open({ idleMs: 20 })
    await db.rows(fill(0, 20_000))
    await all.close()
    const control = await readFile(join(folder, 'cluster/global/pg_control'))
    expect(control.readUInt32LE(16)).toBe(1) // DB_SHUTDOWNED in pg_control.h
    const files = await readdir(join(folder, 'cluster/pg_wal'))
    expect(files.filter((name) => /^[0-9A-F]{24}$/.test(name)).length).toBeLessThanOrEqual(4)
  })
})

test.each(kinds)('a table of the store is analysed on $name as soon as it has doubled', async ({ open }) => {
  const raw = await open()
  await raw.script('create schema if not exists log; create table log.note (n int primary key, text text)')
  await raw.script('create schema others; create table others.note (n int primary key, text text)')
  all = withMaintenance(raw, { idleMs: 400, stepped: ({ text }) => void steps.push(text) })
  const analysed = () => steps.filter((step) => step.includes('analyze')).map((step) => step.split(' ').at(-1))
  for (let n = 0; n < 50_000 && !analysed().includes('log.note'); n++) {
    await all.within('log').rows(fill(n, 1))
    await all.within('others').rows(fill(n, 1))
  }
  expect(analysed()).toContain('log.note')
  // On a server the tables of others are theirs.
  if (raw.kind === 'postgres') expect(analysed()).not.toContain('others.note')
})

test.each(kinds)('all tables of a schema are analysed on $name', async ({ open }) => {
  all = await open()
  await all.script('create schema read_a_1; create table read_a_1.thing as select generate_series(1, 300) as n')
  await analyzeTables(all, 'read_a_1')
  const [table] = await all.within('public').rows<{ rows: number }>(sql`
    select reltuples as rows
    from pg_class
    where relname = 'thing'`)
  expect(table?.rows).toBe(300)
})
