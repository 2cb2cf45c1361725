import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/postgres/postgres.js'
import { type RunningApp, startApp } from '../support/app.js'
import type { Fields } from '../support/client.js'
import { freshPostgres } from '../support/database.js'
import { createLedger } from '../support/ledger.js'
import { type FaultyNetwork, openProxy } from '../support/proxy.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = await freshPostgres()
const ANSWER_MS = 1000
const CONNECT_MS = 2000
/** A write whose answer does not come is sent once more, and each time a connection may first be waited for in vain. */
const PATIENCE_MS = 2 * (ANSWER_MS + CONNECT_MS) + 500
// Longer than both attempts of a write, or it may find the network back again.
const FREEZES = rounds([2500], [3000, 2500, 10_000])
const WAYS = ['restore', 'forget'] as const

describe.skipIf(postgres === undefined)('while the network to Postgres swallows every packet', () => {
  let proxy: FaultyNetwork
  let app: RunningApp
  const ledger = createLedger()
  const url = postgres?.url ?? ''
  beforeAll(async () => {
    proxy = await openProxy(url)
    app = await startApp({ open: async () => openPostgres(proxy.url, { answerTimeoutMs: ANSWER_MS }) })
  })
  afterAll(async () => {
    await app.close()
    await proxy.close()
    await postgres?.drop()
  })

  const service = {
    ask: (path: string, body?: unknown, method?: string) =>
      app.ask<Fields>(path, body, method === undefined ? {} : { method }),
  }
  const recovered = async () => {
    const began = performance.now()
    const probes = ['/health', '/health/ready', '/v1/memories/list?user_id=user%200'] as const
    for (;;) {
      const answers = await Promise.all(probes.map((path) => service.ask(path)))
      if (answers.every(({ status }) => status === 200)) return performance.now() - began
      await pause(50)
    }
  }

  test.each(FREEZES.flatMap((ms, i) => WAYS.map((way, j) => [ms, way, 2 * i + j] as const)))(
    'for %i ms, requests are told to try again in time, and all is well after (%s)',
    { timeout: 120_000 },
    async (ms, way, round) => {
      const stop = new AbortController()
      const rolls = [0, 1, 2, 3].map((client) => dice(seed * 100 + round * 10 + client))
      const before = { refused: ledger.refused.length, stored: ledger.stored.size }
      const working = ledger.work(service, { rolls, signal: stop.signal })
      while (ledger.stored.size < before.stored + 6) await pause(20)
      proxy.freeze()
      await pause(ms)
      proxy[way]()
      expect(await recovered()).toBeLessThan(PATIENCE_MS + 1000)
      const { size } = ledger.stored
      while (ledger.stored.size < size + 4) await pause(20)
      stop.abort()
      await working
      const refused = ledger.refused.slice(before.refused)
      expect(refused.length).toBeGreaterThan(0)
      expect([...new Set(refused.map(({ status }) => status))]).toEqual([503])
      expect(refused.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([])
      expect(Math.max(...refused.map(({ ms: taken }) => taken))).toBeLessThan(PATIENCE_MS + 500)
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
