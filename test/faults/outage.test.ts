import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres } from '../support/database.js'
import { createLedger, type Ledger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type FaultyNetwork, openProxy } from '../support/proxy.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = await freshPostgres()
const OUTAGES = rounds([3000], [3000, 100, 30_000, 1000])

describe.skipIf(postgres === undefined)('while Postgres is gone', () => {
  let proxy: FaultyNetwork
  let service: ServiceProcess
  let ledger: Ledger
  const url = postgres?.url ?? ''
  beforeAll(async () => {
    proxy = await openProxy(url)
    service = await startService({ DATABASE_URL: proxy.url })
    ledger = createLedger()
  })
  afterAll(async () => {
    await service.kill()
    await proxy.close()
    await postgres?.drop()
  })

  const recovered = async () => {
    const began = performance.now()
    const probes = ['/health', '/health/ready', '/v1/memories/list?user_id=user%200'] as const
    for (;;) {
      const statuses = await Promise.all(probes.map(async (path) => (await service.ask(path)).status))
      if (statuses.every((status) => status === 200)) return performance.now() - began
      await pause(50)
    }
  }

  test.each(OUTAGES.map((ms, i) => [ms, i] as const))(
    'for %i ms, requests are refused promptly, and all is well after',
    {
      timeout: 120_000,
    },
    async (ms, i) => {
      const stop = new AbortController()
      const rolls = [0, 1, 2, 3].map((client) => dice(seed * 100 + i * 10 + client))
      const working = ledger.work(service, { rolls, signal: stop.signal })
      await pause(500)
      proxy.cut()
      await pause(ms)
      const [live, ready] = [await service.ask('/health/live'), await service.ask('/health/ready')]
      expect([live.status, ready.status]).toEqual([200, 503])
      expect(ready.body).toEqual({ status: 'unavailable', reason: 'Read model unavailable' })
      proxy.restore()
      expect(await recovered()).toBeLessThan(5000)
      await pause(500)
      stop.abort()
      await working
      expect(service.exitCode()).toBeUndefined()
      expect(ledger.refused.length).toBeGreaterThan(0)
      expect(new Set(ledger.refused.map(({ status }) => status))).toEqual(new Set([503]))
      expect(ledger.refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([])
      expect(Math.max(...ledger.refused.map(({ ms: taken }) => taken))).toBeLessThan(3000)
      expect(await ledger.check(service)).toBeGreaterThan(0)
    },
  )

  test('nothing acknowledged is lost, nothing doubled, and the read models are those of the log', async () => {
    const databases = openPostgres(url)
    const { rows, live, events } = await rebuilt(databases)
    await databases.close()
    ledger.checkLog(events)
    expect(live).toEqual(rows)
  })
})
