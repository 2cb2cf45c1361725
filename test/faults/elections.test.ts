import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClusterDouble } from '../support/eventstoredb/cluster.js'
import { servers, type TestedCluster } from '../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../support/eventstoredb/written-log.js'
import { createLedger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { type Place, places } from '../support/place.js'
import { freshPrefix } from '../support/prefix.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const NODES = [1, 2, 3]
const LASTS_MS = rounds(4_000, 1_800_000)
/** From one thing that befalls the cluster to the next, and how long it lasts. */
const APART_MS = rounds([300, 800], [5_000, 30_000])
const GONE_MS = rounds([300, 1_500], [2_000, 20_000])
const CLIENTS = 6
/** A cluster that runs may need long before it serves again. */
const BACK_MS = servers.isRunning ? 120_000 : 60_000

type Befalling = TestedCluster & { readonly elect?: (leaderlessMs: number) => Promise<void> }

describe.skipIf(!servers.canStopNodes)('a service whose log is in a cluster', () => {
  const prefix = freshPrefix()
  const ledger = createLedger()
  let kept: Place
  let cluster: Befalling
  let service: ServiceProcess
  beforeAll(async () => {
    const [place] = places.slice(-1)
    if (place === undefined) throw new Error('there is no database')
    kept = await place.make()
    cluster = servers.isRunning ? await servers.openCluster() : await startClusterDouble()
    service = await startService({ ...kept.settings, EVENTSTORE_URL: cluster.url, EVENTSTORE_PREFIX: prefix })
  })
  afterAll(async () => {
    await service.kill()
    await cluster.close()
    await kept.remove()
  })

  /** An election, in a third of the cases a long one; or a node that stops or hangs, and goes on after a while. */
  const befall = async (roll: () => number): Promise<void> => {
    const between = ([least = 0, most = 0]: readonly number[]) => least + roll() * (most - least)
    const kind = roll()
    const number = NODES[Math.floor(roll() * NODES.length)] ?? 1
    if (kind < 1 / 3 && cluster.elect) return cluster.elect(between(GONE_MS))
    await cluster.node(kind < 2 / 3 ? 'hang' : 'stop', number)
    await pause(between(GONE_MS))
    await cluster.node('start', number)
    await pause(between(APART_MS))
  }

  test('that elects at random loses and doubles nothing, refuses with 503, and never ends the service', {
    timeout: LASTS_MS + 3 * BACK_MS,
  }, async () => {
    const roll = dice(seed)
    const stop = new AbortController()
    const rolls = Array.from({ length: CLIENTS }, (_, client) => dice(seed * 1000 + client))
    const clients = ledger.work(service, { rolls, signal: stop.signal })
    let befell = 0
    for (const until = performance.now() + LASTS_MS; performance.now() < until; befell++) await befall(roll)
    await expect.poll(async () => (await service.ask('/health')).status, { timeout: BACK_MS }).toBe(200)
    stop.abort()
    await clients
    expect(service.exitCode()).toBeUndefined()
    expect(ledger.refused.filter(({ status }) => status !== 503)).toEqual([])
    const memories = await ledger.check(service)
    expect(memories).toBeGreaterThan(0)
    const refused = ledger.refused.length
    const longest = Math.round(Math.max(0, ...ledger.refused.map(({ ms }) => ms)))
    console.log(JSON.stringify({ befell, answered: ledger.answered(), refused, longestMs: longest, memories }))
  })

  test('leaves a log without a gap or a double, and read models that are those of the log', async () => {
    await service.kill('SIGTERM')
    expect(service.exitCode()).toBe(0)
    const databases = await kept.open()
    const log = serviceLogIn(cluster, prefix)
    const { rows, live, events } = await rebuilt(databases, log, prefix)
    await databases.close()
    ledger.checkLog(events, log.gapless)
    expect(live).toEqual(rows)
  })
})
