import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openAppOn } from '../src/app/app.js'
import { configFrom } from '../src/config/config.js'
import type { Databases } from '../src/postgres/database.js'
import { openPostgres } from '../src/postgres/postgres.js'
import { startServer } from '../test/support/database-server.js'
import { durable } from './durable.js'
import type { Told } from './event-store-double.js'
import { quantiles, round } from './measure.js'
import { type Client, overHttp } from './over-http.js'

/** Events of others: a third each before, between and behind ours. */
const FOREIGN = 2_000_001
const CONVERSATIONS = 20
const TURNS = 500
const INGESTS = 9
const PROBE_MS = 20

type Double = { readonly url: string; readonly ask: (foreign?: number) => Promise<Told>; readonly stop: () => void }

const startDouble = async (): Promise<Double> => {
  const child: ChildProcess = fork(join(import.meta.dirname, 'event-store-double.ts'), { execArgv: process.execArgv })
  const told = async (): Promise<Told> => (await once(child, 'message'))[0]
  const { url } = await told()
  const ask = (foreign = 0) => {
    child.send({ foreign })
    return told()
  }
  return { url, ask, stop: () => void child.kill() }
}

type Service = { readonly http: Client; readonly readyMs: number; readonly close: () => Promise<void> }

const startService = async (open: () => Promise<Databases>, eventStoreUrl: string | undefined): Promise<Service> => {
  const config = configFrom({ LOG_LEVEL: 'silent', ...(eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl } : {}) })
  const began = performance.now()
  const app = await openAppOn(open)(config, pino({ level: 'silent' }), () => {})
  const http = await overHttp(app.handler)
  const probing = probe(http)
  await app.ready
  const readyMs = performance.now() - began
  const probed = await probing.stop()
  console.log(`  ready after ${round(readyMs)} ms; ${probed}`)
  const close = async () => {
    http.close()
    await app.close()
  }
  return { http, readyMs, close }
}

/** Asks for the health of a service all the time, and says how long the answers took. */
const probe = (http: Client) => {
  const taken: number[] = []
  let over = false
  const running = (async () => {
    while (!over) {
      const began = performance.now()
      await (await fetch(`${http.url}/health`)).text()
      taken.push(performance.now() - began)
      await pause(PROBE_MS)
    }
  })()
  return {
    stop: async () => {
      over = true
      await running
      const at = quantiles(taken)
      return `/health ${taken.length} times, p50 ${round(at(0.5))} ms, p99 ${round(at(0.99))} ms`
    },
  }
}

const conversation = (n: number, turns: number) =>
  Array.from({ length: turns }, (_, i) => `Anna: On trip ${n} I saw place ${i} and noted number ${n * 1000 + i}.`).join(
    '\n',
  )

const ingest = async ({ http }: Service, n: number, turns: number): Promise<number> => {
  const body = { user_id: `user ${n}`, source_site: 'bench', conversation: conversation(n, turns) }
  const began = performance.now()
  await http.post('ingest/quick', body)
  return performance.now() - began
}

const folder = await mkdtemp(join(tmpdir(), 'palimpsest-bench-'))
await chmod(folder, 0o755) // the server runs as another user
const server = await startServer(folder)
const { url } = server
if (url === null) throw new Error(server.about)
await durable(url)
let databases = 0
/** Opens the same database of its own each time. */
const fresh = async () => {
  const name = `bench_${databases++}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return async () => openPostgres(url.replace(/[^/]*$/, name))
}

/** A log of some conversations with so many events of others; the service is started on it, and started again. */
const amongOthers = async (foreign: number): Promise<void> => {
  console.log(`\n${foreign} events of others`)
  const double = await startDouble()
  await double.ask(foreign / 3)
  const writer = await startService(await fresh(), double.url)
  for (let n = 0; n < CONVERSATIONS / 2; n++) await ingest(writer, n, 20)
  await double.ask(foreign / 3)
  for (let n = CONVERSATIONS / 2; n < CONVERSATIONS; n++) await ingest(writer, n, 20)
  await writer.close()
  await double.ask(foreign / 3)
  const open = await fresh()
  for (const start of ['with new read models', 'again']) {
    console.log(` started ${start}`)
    const before = (await double.ask()).seen.considered
    const service = await startService(open, double.url)
    for (let quiet = 0, seen = 0; quiet < 5; quiet++, await pause(200)) {
      const { considered } = (await double.ask()).seen
      if (considered !== seen) quiet = 0
      seen = considered
    }
    console.log(`  the server looked at ${(await double.ask()).seen.considered - before} events`)
    await service.close()
  }
  double.stop()
}

/** Ingests of many turns at once, on both logs in turn. */
const largeIngests = async (): Promise<void> => {
  const double = await startDouble()
  console.log(`\nIngests of ${TURNS} turns`)
  const services = {
    'log in Postgres': await startService(await fresh(), undefined),
    'log in EventStoreDB': await startService(await fresh(), double.url),
  }
  const taken = Object.keys(services).map((): number[] => [])
  for (let n = 0; n < INGESTS + 2; n++)
    for (const [i, service] of Object.values(services).entries()) {
      const ms = await ingest(service, n, TURNS)
      if (n > 1) taken[i]?.push(ms) // the first ones compile
    }
  for (const [i, name] of Object.keys(services).entries()) {
    const at = quantiles(taken[i] ?? [])
    console.log(`  ${name}: p50 ${round(at(0.5))} ms, from ${round(at(0))} to ${round(at(1))}`)
  }
  console.log(`  overruns: ${(await double.ask()).seen.overruns}`)
  for (const service of Object.values(services)) await service.close()
  double.stop()
}

try {
  await amongOthers(0)
  await amongOthers(FOREIGN)
  await largeIngests()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
