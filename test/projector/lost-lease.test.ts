import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { sql } from '../../src/postgres/sql.js'
import { createLeases } from '../../src/projector/generations/leases.js'
import { freshPostgres } from '../support/database.js'
import { longHistory, type Served, serveLog } from '../support/generations.js'
import { dump } from '../support/read-model.js'

const available = await freshPostgres()
await available?.drop()

describe.skipIf(available === undefined)('a process that loses the connection which holds its generation', () => {
  let here: Databases
  let there: Databases
  let served: Served
  let drop = async () => {}
  beforeEach(async () => {
    const fresh = await freshPostgres()
    if (fresh === undefined) throw new Error('no Postgres')
    drop = fresh.drop
    here = openPostgres(fresh.url)
    there = openPostgres(fresh.url)
    served = await serveLog(here)
    await served.append(longHistory(31))
  })
  afterEach(async () => {
    await served.close()
    await Promise.all([here.close(), there.close()])
    await drop()
  })

  /** The connections that hold the lease of the served generation, or the right to rebuild. */
  const holders = async () => {
    const schema = served.serving.schema()
    const names = [`generation ${schema}`, `rebuild ${schema.split('_')[1]}`]
    const rows = await there.within('public').rows<{ pid: number }>(sql`
      select pid
      from pg_locks
      where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32 | objid::bigint) = any(array(
          select hashtextextended(name, 0)
          from unnest(${names}::text[]) as name))
        and granted`)
    return rows.map(({ pid }) => pid)
  }
  /** Answers when another connection holds what this one held. */
  const lose = async () => {
    const before = await holders()
    expect(before).toHaveLength(1)
    await there.within('public').rows(sql`select pg_terminate_backend(${before[0]})`)
    await vi.waitFor(
      async () => {
        const now = await holders()
        expect(now).toHaveLength(1)
        expect(now).not.toEqual(before)
      },
      { timeout: 5000, interval: 50 },
    )
  }

  test('holds it again, so that what its requests still read is not dropped by another process', async () => {
    await lose()
    const rows = await served.serving.reading(dump)
    let leave = () => {}
    const reading = served.serving.reading(async (db) => {
      await new Promise<void>((left) => {
        leave = left
      })
      return dump(db)
    })
    const first = served.serving.schema()
    await served.rebuild()
    expect(served.serving.schema()).not.toBe(first)
    const others = createLeases(there)
    const hash = first.split('_')[1] ?? ''
    expect(await others.collect(hash)).toBe(0)
    leave()
    expect(await reading).toEqual(rows)
    const schemas = () =>
      there
        .within('public')
        .rows<{ name: string }>(sql`select nspname::text as name from pg_namespace where nspname like 'read\\_%'`)
    await vi.waitFor(async () => expect(await schemas()).toEqual([{ name: served.serving.schema() }]), {
      timeout: 5000,
    })
  })

  test('claims the right to rebuild again, and gives it back at the end', async () => {
    const leases = createLeases(here)
    const hash = served.serving.schema().split('_')[1] ?? ''
    const [serving] = await holders()
    const release = await leases.claim(hash)
    const claim = (await holders()).find((pid) => pid !== serving)
    await there.within('public').rows(sql`select pg_terminate_backend(${claim})`)
    await vi.waitFor(async () => expect((await holders()).filter((pid) => pid !== claim)).toHaveLength(2), {
      timeout: 5000,
      interval: 50,
    })
    expect(await createLeases(there).claim(hash)).toBeUndefined()
    await release?.()
    const next = await createLeases(there).claim(hash)
    expect(next).toBeDefined()
    await next?.()
  })
})
