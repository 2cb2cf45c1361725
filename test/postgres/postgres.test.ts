import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { ExtensionMissing, ensureExtensions } from '../../src/postgres/extensions.js'
import { isUnavailable, sqlState } from '../../src/postgres/faults.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { sql } from '../../src/postgres/sql.js'
import { freshPostgres } from '../support/database.js'
import { addressOf, createDatabase } from '../support/database-template.js'

const given = inject('postgres')
const eventually = async (met: () => boolean | Promise<boolean>) => {
  while (!(await met())) await new Promise((soon) => setTimeout(soon, 20))
}

test('a missing server is unavailable, and a statement to it does not end the process', async () => {
  const all = openPostgres('postgres://nobody@127.0.0.1:1/nothing')
  const error = await all
    .within('public')
    .rows(sql`select 1`)
    .catch((thrown: unknown) => thrown)
  expect(isUnavailable(error)).toBe(true)
  expect(sqlState(error)).toBeUndefined()
  const stop = await all.listen('moved', () => {})
  await stop()
  await all.close()
})

describe.skipIf(given === null)('the adapter for a Postgres server', () => {
  let url = ''
  let all: Databases
  let drop = async () => {}
  beforeEach(async () => {
    const fresh = await freshPostgres()
    if (fresh === undefined) throw new Error('no Postgres')
    url = fresh.url
    drop = fresh.drop
    all = openPostgres(url, { max: 2 })
  })
  afterEach(async () => {
    await all.close()
    await drop()
  })

  const disconnectAll = async () => {
    const other = openPostgres(url)
    await other.within('public').rows(sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await other.close()
  }

  test('survives when the server closes its connections, idle or in a transaction', async () => {
    const db = all.within('public')
    await db.rows(sql`select 1`)
    await disconnectAll()
    const cut = await db
      .transaction(async (tx) => {
        await tx.rows(sql`select 1`)
        await disconnectAll()
        await tx.rows(sql`select 1`)
      })
      .catch((thrown: unknown) => thrown)
    expect(isUnavailable(cut)).toBe(true)
    await eventually(() =>
      db.rows(sql`select 1`).then(
        () => true,
        () => false,
      ),
    )
  })

  test('lets more callers than connections wait', async () => {
    const slow = () => all.within('public').rows(sql`select 1 as one from pg_sleep(0.3)`)
    const answers = await Promise.all(Array.from({ length: 20 }, slow)) // 3 s, longer than a connection may take
    expect(answers.flat()).toEqual(Array.from({ length: 20 }, () => ({ one: 1 })))
  })

  test('delivers notifications to every listener, also of other processes and after its connection was lost', async () => {
    const heard: string[] = []
    const other = openPostgres(url)
    const stop = await all.listen('moved', (payload) => heard.push(`a ${payload}`))
    await all.listen('moved', (payload) => heard.push(`b ${payload}`))
    await all.listen('else', () => heard.push('wrong'))
    await other.notify('moved', '7')
    await eventually(() => heard.length === 2)
    await disconnectAll()
    const retry = () => other.notify('moved', '8').catch(() => {})
    await eventually(async () => {
      await retry()
      return heard.includes('a 8')
    })
    await stop()
    heard.length = 0
    await other.notify('moved', '9')
    await eventually(() => heard.includes('b 9'))
    expect(heard).not.toContain('a 9')
    expect(heard).not.toContain('wrong')
    await other.close()
  })

  test('keeps the options of the address, too', async () => {
    const own = openPostgres(`${url}?options=-c%20work_mem%3D7MB%20-c%20search_path%3Dpg_catalog&application_name=me`)
    const [row] = await own.within('read_a_1').rows(sql`
      select current_setting('work_mem') as memory, current_setting('search_path') as path, current_setting('application_name') as name`)
    expect(row).toEqual({ memory: '7MB', path: 'read_a_1,public', name: 'me' })
    await own.close()
  })
})

describe.skipIf(given === null)('the extensions on a Postgres server', () => {
  const onEmpty = async (work: (url: string) => Promise<void>) => {
    const server = given?.url ?? ''
    const { name, drop } = await createDatabase(server, 't')
    await work(addressOf(server, name)).finally(drop)
  }

  test('are created once by many at the same time', () =>
    onEmpty(async (url) => {
      const all = Array.from({ length: 4 }, () => openPostgres(url))
      await Promise.all(all.map((one) => ensureExtensions(one)))
      expect(await all[0]?.within('x').rows(sql`select '[1]'::vector::text as v`)).toEqual([{ v: '[1]' }])
      await Promise.all(all.map((one) => one.close()))
    }))

  test('that a role may not create are reported with the statement for an administrator', () =>
    onEmpty(async (url) => {
      const all = openPostgres(url)
      const role = new URL(url).pathname.slice(1)
      await all.script(`create role ${role} login`)
      const address = new URL(url)
      address.username = role
      const weak = openPostgres(address.href)
      const error = await ensureExtensions(weak).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ExtensionMissing)
      expect(String(error)).toContain('create extension if not exists vector with schema public;')
      await ensureExtensions(all)
      await ensureExtensions(weak)
      await weak.close()
      await all.script(`drop role ${role}`)
      await all.close()
    }))

  test('in another schema are reported', () =>
    onEmpty(async (url) => {
      const all = openPostgres(url)
      await all.script('create schema elsewhere; create extension vector with schema elsewhere')
      await expect(ensureExtensions(all)).rejects.toThrow('alter extension vector set schema public;')
      await all.close()
    }))

  test('that the server does not have are reported', () =>
    onEmpty(async (url) => {
      const all = openPostgres(url)
      const error = await ensureExtensions(all, ['no_such_extension']).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ExtensionMissing)
      expect(String(error)).toContain('does not have the extension no_such_extension')
      await all.close()
    }))
})
