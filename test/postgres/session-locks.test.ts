import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { databases, freshPostgres } from '../support/database.js'
import { depose, leadersOf } from '../support/leader.js'
import { openProxy } from '../support/proxy.js'

const never = new AbortController().signal
const waiting = { signal: never, taken: () => {} }

test.each(databases)('a free lock is taken and released, on $name', async ({ open }) => {
  const all = await open()
  for (let n = 0; n < 3; n++) {
    const lock = await all.lock('one', waiting)
    expect(lock.lost.aborted).toBe(false)
    await lock.release()
  }
  await all.close()
})

const postgres = await freshPostgres()

describe.skipIf(postgres === undefined)('a lock on a Postgres server', () => {
  const url = postgres?.url ?? ''
  let all: Databases
  let other: Databases
  beforeAll(() => {
    all = openPostgres(url)
    other = openPostgres(url)
  })
  afterAll(async () => {
    await Promise.all([all.close(), other.close()])
    await postgres?.drop()
  })

  test('is held by one at a time, and by the next as soon as it is released', async () => {
    const lock = await all.lock('one', waiting)
    const elsewhere = await other.lock('two', waiting)
    const taken = vi.fn()
    let got = false
    const second = other.lock('one', { signal: never, taken }).then((mine) => {
      got = true
      return mine
    })
    await vi.waitFor(() => expect(taken.mock.calls.length).toBeGreaterThan(1), 60_000)
    expect(got).toBe(false)
    await lock.release()
    await (await second).release()
    await elsewhere.release()
    expect(await leadersOf(all)).toEqual([])
  })

  test('is held by all who ask for it shared, and by an exclusive one only after the last of them has released it', async () => {
    const shared = { ...waiting, mode: 'shared' } as const
    const first = await all.lock('many', shared)
    const second = await other.lock('many', shared)
    const taken = vi.fn()
    let got = false
    const alone = all.lock('many', { signal: never, taken }).then((mine) => {
      got = true
      return mine
    })
    await first.release()
    await vi.waitFor(() => expect(taken.mock.calls.length).toBeGreaterThan(1), 60_000)
    expect(got).toBe(false)
    await second.release()
    await (await alone).release()
  })

  test('reports its loss with the connection', async () => {
    const lock = await all.lock('one', waiting)
    await depose(other)
    await vi.waitFor(() => expect(lock.lost.aborted).toBe(true), 60_000)
    await (await other.lock('one', waiting)).release()
  })

  test("is waited for until the caller's signal aborts", async () => {
    const lock = await all.lock('one', waiting)
    const stop = new AbortController()
    const taken = () => stop.abort()
    await expect(other.lock('one', { signal: stop.signal, taken })).rejects.toThrow('aborted')
    await lock.release()
    expect(await leadersOf(all)).toEqual([])
  })

  test('is released when its databases are closed', async () => {
    const third = openPostgres(url)
    const lock = await third.lock('one', waiting)
    await third.close()
    expect(lock.lost.aborted).toBe(true)
    await vi.waitFor(async () => expect(await leadersOf(all)).toEqual([]), 60_000)
    await expect(third.lock('one', waiting)).rejects.toThrow('closed')
  })

  test('counts as lost when the network drops all packets', async () => {
    const network = await openProxy(url)
    const behind = openPostgres(network.url, { answerTimeoutMs: 200 })
    const lock = await behind.lock('one', waiting)
    network.freeze()
    await vi.waitFor(() => expect(lock.lost.aborted).toBe(true), { timeout: 60_000 })
    network.restore()
    await behind.close()
    await network.close()
  })
})
