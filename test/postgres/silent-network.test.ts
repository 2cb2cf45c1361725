import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { isUnavailable } from '../../src/postgres/faults.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { sql } from '../../src/postgres/sql.js'
import { freshPostgres } from '../support/database.js'
import { type FaultyNetwork, openProxy } from '../support/proxy.js'

const postgres = await freshPostgres()
const ANSWER_MS = 400
const statement = sql`select 1 as one`
const timed = async (work: Promise<unknown>) => {
  const began = performance.now()
  const error = await work.catch((thrown: unknown) => thrown)
  return { unavailable: isUnavailable(error), ms: performance.now() - began }
}

describe.skipIf(postgres === undefined)('behind a network that swallows packets', () => {
  let proxy: FaultyNetwork
  let all: Databases
  beforeEach(async () => {
    proxy = await openProxy(postgres?.url ?? '')
    all = openPostgres(proxy.url, { answerTimeoutMs: ANSWER_MS })
  })
  afterEach(async () => {
    await all.close()
    await proxy.close()
  })
  afterAll(() => postgres?.drop())

  test('a statement and a transaction fail as unavailable after one timeout', async () => {
    const db = all.within('public')
    await Promise.all([db.rows(statement), db.rows(statement)])
    const within = db.transaction(async (tx) => {
      await tx.rows(statement)
      proxy.freeze()
      await tx.rows(statement)
    })
    const times = [await timed(within), await timed(db.rows(statement))]
    expect(times.map(({ unavailable }) => unavailable)).toEqual([true, true])
    expect(Math.max(...times.map(({ ms }) => ms))).toBeLessThan(2 * ANSWER_MS)
    proxy.restore()
    expect(await db.rows(statement)).toEqual([{ one: 1 }])
  })

  test('the locks of a transaction are released although the server never hears from its client again', async () => {
    const db = all.within('public')
    await all.script('create table door (open boolean); insert into door values (true)')
    const locking = db.transaction(async (tx) => {
      await tx.rows(sql`select open from door for update`)
      proxy.freeze()
      await tx.rows(statement)
    })
    expect(await timed(locking)).toMatchObject({ unavailable: true })
    proxy.forget()
    const direct = openPostgres(postgres?.url ?? '')
    const began = performance.now()
    await direct.within('public').rows(sql`update door set open = false`)
    expect(performance.now() - began).toBeLessThan(2 * ANSWER_MS)
    await direct.close()
  })

  test('a script may take longer than the timeout of an answer', () =>
    all.script(`select pg_sleep(${(2 * ANSWER_MS) / 1000})`))
})
