import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Databases } from '../../src/postgres/database.js'
import { openPostgres } from '../../src/postgres/postgres.js'
import { freshPostgres } from '../support/database.js'
import { servers, type TestedServer } from '../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../support/eventstoredb/written-log.js'
import { leadersOf, nextLeader } from '../support/leader.js'
import { createLedger } from '../support/ledger.js'
import { serviceLog } from '../support/log.js'
import { type ServiceProcess, startService } from '../support/own-process.js'
import { freshPrefix } from '../support/prefix.js'
import { rebuilt } from '../support/rebuilt.js'
import { dice, rounds, seed } from './rounds.js'

const postgres = inject('postgres') ?? undefined

/** Where the services keep their log: in the Postgres of their read models, or in a server of its own. */
const logs = [
  { where: 'the same Postgres', kills: rounds(1, 20), serve: async () => undefined },
  { where: 'an EventStoreDB', kills: rounds(1, 20), serve: servers.open },
]

describe.skipIf(postgres === undefined).each(logs)(
  'of two services on one Postgres, with the log in $where',
  ({ kills, serve }) => {
    const services = new Map<string, ServiceProcess>()
    let databases: Databases
    let started = 0
    let place: Awaited<ReturnType<typeof freshPostgres>>
    let server: TestedServer | undefined
    const prefix = freshPrefix()
    const start = async () => {
      const name = `service ${++started}`
      const address = `${place?.url}?application_name=${encodeURIComponent(name)}`
      const also = server ? { EVENTSTORE_URL: server.url } : {}
      services.set(name, await startService({ DATABASE_URL: address, EVENTSTORE_PREFIX: prefix, ...also }))
    }
    beforeAll(async () => {
      place = await freshPostgres()
      server = await serve()
      databases = openPostgres(place?.url ?? '')
      await Promise.all([start(), start()])
    })
    afterAll(async () => {
      await Promise.all([...services.values()].map(({ kill }) => kill()))
      await databases.close()
      await server?.close()
      await place?.drop()
    })

    test(`the one that projects is killed, the other takes over, and nothing is lost or doubled (${kills} kills)`, {
      timeout: 60_000 + kills * 20_000,
    }, async () => {
      const roll = dice(seed)
      const ledger = createLedger()
      const took: number[] = []
      for (let kill = 0; kill < kills; kill++) {
        const stop = new AbortController()
        const clients = (n: number) =>
          rounds([0, 1], [0, 1, 2]).map((client) => dice(seed * 1000 + kill * 10 + n * 3 + client))
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
        if (kill < kills - 1) await start()
        for (const service of services.values()) await ledger.check(service)
      }
      console.log(`killed: another leads after ${took.join(', ')} ms`)
      expect(Math.max(...took)).toBeLessThan(5000)
      expect(ledger.refused).toEqual([])
      expect(ledger.stored.size).toBeGreaterThan(kills * 4)
      await Promise.all([...services.values()].map(({ kill }) => kill()))
      services.clear()
      const store = server ? serviceLogIn(server, prefix) : await serviceLog(databases, prefix)
      const { rows, live, events } = await rebuilt(databases, store, prefix)
      ledger.checkLog(events, server === undefined)
      expect(live).toEqual(rows)
    })
  },
)
