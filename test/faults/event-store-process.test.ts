import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventStoreAddress } from '../../src/config/event-store-address.js'
import { servers, type TestedServer } from '../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../support/eventstoredb/written-log.js'
import { createLedger, type Ledger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { freshPrefix } from '../support/prefix.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const ROUNDS = rounds(1, 10)
// The last kind is Postgres, where there is one.
const place = places.slice(-1)
/** A server that was started a moment ago may need long before it serves. */
const BACK_MS = servers.isRunning ? 120_000 : 60_000

/** The address with a name and a password in it: its own, or such as a server without TLS asks nobody for. */
const secretAddress = (url: string) => {
  const { credentials } = eventStoreAddress(url)
  const secret = credentials?.password ?? 'pass:word'
  return { secret, url: credentials ? url : url.replace('://', `://ops:${encodeURIComponent(secret)}@`) }
}

describe.each(place)('a process whose log is in EventStoreDB, its read models on $name', ({ make }) => {
  let kept: Place
  let server: TestedServer
  const prefix = freshPrefix()
  let ledger: Ledger
  let service: ServiceProcess
  const start = async () => {
    const settings = { EVENTSTORE_URL: secretAddress(server.url).url, EVENTSTORE_PREFIX: prefix, LOG_LEVEL: 'trace' }
    service = await startService({ ...kept.settings, ...settings })
  }
  beforeAll(async () => {
    kept = await make()
    server = await servers.open()
    ledger = createLedger()
    await start()
  })
  afterAll(async () => {
    await service.kill()
    await server.close()
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

  const restarting = 'refuses writes promptly while its event store is gone, and goes on by itself when it is back'
  test.skipIf(!servers.canRestart)(restarting, { timeout: 60_000 + 2 * BACK_MS }, async () => {
    const stop = new AbortController()
    const clients = working(ROUNDS, stop.signal)
    await pause(300)
    // It may be back before anybody has asked.
    for (; ledger.refused.length === 0; await pause(500)) await server.restart()
    await expect.poll(async () => (await service.ask('/health')).status, { timeout: BACK_MS }).toBe(200)
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
    const { secret } = secretAddress(server.url)
    for (const told of [secret, encodeURIComponent(secret)]) expect(service.output()).not.toContain(told)
  })

  test('leaves a log without a gap or a double, and read models that are those of the log', async () => {
    const databases = await kept.open()
    const log = serviceLogIn(server, prefix)
    const { rows, live, events } = await rebuilt(databases, log, prefix)
    await databases.close()
    ledger.checkLog(events, log.gapless)
    expect(live).toEqual(rows)
  })
})
