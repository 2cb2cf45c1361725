import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres } from '../support/database.js'
import { leadersOf, nextLeader } from '../support/leader.js'
import { createLedger } from '../support/ledger.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = await freshPostgres()
const KILLS = rounds(3, 20)

describe.skipIf(postgres === undefined)('of two services on one Postgres', () => {
  const services = new Map<string, ServiceProcess>()
  let databases: Databases
  let started = 0
  const url = postgres?.url ?? ''
  const start = async () => {
    const name = `service ${++started}`
    const address = `${url}?application_name=${encodeURIComponent(name)}`
    services.set(name, await startService({ DATABASE_URL: address }))
  }
  beforeAll(async () => {
    databases = openPostgres(url)
    await Promise.all([start(), start()])
  })
  afterAll(async () => {
    await Promise.all([...services.values()].map(({ kill }) => kill()))
    await databases.close()
    await postgres?.drop()
  })

  test(`the one that projects is killed, the other takes over, and nothing is lost or doubled (${KILLS} kills)`, {
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    const roll = dice(seed)
    const ledger = createLedger()
    const took: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const stop = new AbortController()
      const clients = (n: number) => [0, 1, 2].map((client) => dice(seed * 1000 + kill * 10 + n * 3 + client))
      const working = [...services.values()].map((service, n) =>
        ledger.work(service, { rolls: clients(n), signal: stop.signal }),
      )
      const until = ledger.answered() + 15 + roll() * 40
      while (ledger.answered() < until) await pause(roll() * 20)
      const before = await leadersOf(databases)
      expect(before).toHaveLength(1)
      const name = before[0]?.name ?? ''
      const killing = services.get(name)?.kill()
      services.delete(name)
      const { leader, ms } = await nextLeader(databases, before)
      await killing
      took.push(ms)
      expect([...services.keys()]).toEqual([leader.name])
      const later = ledger.answered() + 10
      while (ledger.answered() < later) await pause(10)
      stop.abort()
      await Promise.all(working)
      if (kill < KILLS - 1) await start()
      for (const service of services.values()) await ledger.check(service)
    }
    console.log(`killed: another leads after ${took.join(', ')} ms`)
    expect(Math.max(...took)).toBeLessThan(5000)
    expect(ledger.refused).toEqual([])
    expect(ledger.stored.size).toBeGreaterThan(KILLS * 4)
    await Promise.all([...services.values()].map(({ kill }) => kill()))
    services.clear()
    const { rows, live, events } = await rebuilt(databases)
    ledger.checkLog(events)
    expect(live).toEqual(rows)
  })
})
