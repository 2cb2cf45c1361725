import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventStoreDouble, startEventStoreDouble } from '../support/eventstoredb/server.js'
import { serviceLogIn } from '../support/eventstoredb/written-log.js'
import { createLedger, type Ledger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const ROUNDS = rounds(1, 10)
// The last kind is Postgres, where there is one.
const place = places.slice(-1)
const SECRET = 'pass:word'

describe.each(place)('a process whose log is in EventStoreDB, its read models on $name', ({ make }) => {
  let kept: Place
  let double: EventStoreDouble
  let ledger: Ledger
  let service: ServiceProcess
  const start = async () => {
    const url = `esdb://ops:${encodeURIComponent(SECRET)}@127.0.0.1:${double.port}?tls=false`
    service = await startService({ ...kept.settings, EVENTSTORE_URL: url, LOG_LEVEL: 'trace' })
  }
  beforeAll(async () => {
    kept = await make()
    double = await startEventStoreDouble()
    ledger = createLedger()
    await start()
  })
  afterAll(async () => {
    await service.kill()
    await double.close()
    await kept.remove()
  })
  const working = (round: number, signal: AbortSignal) => {
    const rolls = [0, 1, 2, 3].map((client) => dice(seed * 1000 + round * 10 + client))
    return ledger.work(service, { rolls, signal })
  }

  test('that is killed again and again keeps every acknowledged write, once', {
    timeout: 60_000 + ROUNDS * 30_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const clients = working(round, new AbortController().signal)
      const until = ledger.answered() + 30
      while (ledger.answered() < until) await pause(20)
      await service.kill()
      await clients
      await start()
      expect(await ledger.check(service)).toBeGreaterThan(0)
    }
    expect(ledger.refused).toEqual([])
  })

  test('refuses writes promptly while its event store is gone, and goes on by itself when it is back', {
    timeout: 60_000,
  }, async () => {
    const stop = new AbortController()
    const clients = working(ROUNDS, stop.signal)
    await pause(300)
    await double.stop()
    await pause(1500)
    await double.restart()
    await expect.poll(async () => (await service.ask('/health')).status, { timeout: 15_000 }).toBe(200)
    await pause(500)
    stop.abort()
    await clients
    expect(ledger.refused.length).toBeGreaterThan(0)
    expect(new Set(ledger.refused.map(({ status }) => status))).toEqual(new Set([503]))
    expect(Math.max(...ledger.refused.map(({ ms }) => ms))).toBeLessThan(5000)
    expect(await ledger.check(service)).toBeGreaterThan(0)
  })

  test('ends when it is asked to, and has never told its password', { timeout: 30_000 }, async () => {
    await service.kill('SIGTERM')
    expect(service.exitCode()).toBe(0)
    for (const secret of [SECRET, encodeURIComponent(SECRET)]) expect(service.output()).not.toContain(secret)
  })

  test('leaves a log without a gap or a double, and read models that are those of the log', async () => {
    const databases = await kept.open()
    const log = serviceLogIn(double)
    const { rows, live, events } = await rebuilt(databases, log)
    await databases.close()
    ledger.checkLog(events, log.gapless)
    expect(live).toEqual(rows)
  })
})
