import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { openAppOn } from '../src/app/app.js'
import type { Databases } from '../src/postgres/database.js'
import { sql } from '../src/postgres/sql.js'
import { type Recording, recording } from '../test/support/recording.js'
import { type Client, overHttp } from './over-http.js'
import { type Population, seedLog, userOf } from './seed.js'
import type { Place } from './stores.js'
import { tell } from './tell.js'

/** The service on a store that holds users of these sizes, and the same store without the service. */
export type Bench = {
  readonly http: Client
  readonly recording: Recording
  readonly databases: Databases
  /** What the store says it is. */
  readonly version: string
  readonly seconds: { readonly seeding: number; readonly catchingUp: number }
  /** Builds the read models anew beside those that answer, compares them and throws them away. */
  readonly rebuild: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Longer than the embedded store waits for silence before its upkeep begins. */
const SILENCE_MS = 5000

export const openBench = async (place: Place, sizes: readonly number[]): Promise<Bench> => {
  let stepped = performance.now()
  const databases = await place.open(() => {
    stepped = performance.now()
  })
  const seeding = await secondsOf(() => seedLog({ databases, config: place.config, tell }, sizes.map(personal)))
  const recorded = recording(databases)
  const app = await openAppOn(async () => recorded.databases)(place.config, pino({ level: 'silent' }), tell)
  const catchingUp = await secondsOf(() => app.ready)
  tell(`${place.store}: waiting for the store's own upkeep`)
  stepped = performance.now()
  while (performance.now() - stepped < SILENCE_MS) {
    await pause(1000)
    await databases.within('public').rows(sql`select 1`) // on the embedded store it stands behind a step under way
  }
  if (databases.kind === 'postgres') await settle(databases)
  const version = await versionOf(databases)
  const http = await overHttp(recorded.around(app.handler))
  const close = async () => {
    http.close()
    await app.close()
  }
  const rebuild = async () => {
    const watch = { report: () => {}, signal: new AbortController().signal }
    const { verification } = await app.rebuild({ verify: true, dryRun: true }, watch)
    if (verification?.equal !== true) throw new Error(`the generations differ: ${JSON.stringify(verification)}`)
  }
  return { http, recording: recorded, databases, version, seconds: { seeding, catchingUp }, rebuild, close }
}

/** What autovacuum and the checkpointer would do of the seeding within minutes, in the middle of the figures. */
const settle = async (databases: Databases): Promise<void> => {
  await databases.script('vacuum (analyze)')
  await databases.script('checkpoint')
}

const personal = (memories: number): Population => ({ scope: { kind: 'user', userId: userOf(memories) }, memories })

const versionOf = async (databases: Databases): Promise<string> => {
  const [row] = await databases.within('public').rows<{ version: string }>(sql`select version()`)
  return (row?.version ?? '').split(',')[0] ?? ''
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
