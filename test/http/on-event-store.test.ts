import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Progress } from '../../src/concurrency/operation.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf, type Fields } from '../support/client.js'
import { databasesFor } from '../support/database.js'
import { servers, type TestedServer } from '../support/eventstoredb/tested-server.js'
import { serviceLogIn } from '../support/eventstoredb/written-log.js'
import { freshPrefix } from '../support/prefix.js'
import { rebuilt } from '../support/rebuilt.js'

const who = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))(
  'a service whose log is in EventStoreDB, its read models on $name',
  ({ open }) => {
    const prefix = freshPrefix()
    let server: TestedServer
    let app: RunningApp
    let client: Client
    beforeAll(async () => {
      server = await servers.open()
      app = await startApp(
        { open },
        { EVENTSTORE_URL: server.url, EVENTSTORE_PREFIX: prefix, RECALL_FLUSH_MS: '60000' },
      )
      client = clientOf(app)
    })
    afterAll(async () => {
      await app.close()
      await server.close()
    })

    test('stores, finds, deletes and tells the trail', async () => {
      const id = await client.keep(who, 'The harp is in the hall.')
      expect((await client.search(who, 'Where is the harp?')).memories.map((memory) => memory.id)).toContain(id)
      expect((await client.remove(who, id)).status).toBe(200)
      expect((await client.trail(who, id)).trail.map(({ action }) => action)).toEqual(['add', 'delete'])
      // The search above is counted after it was answered: until that is projected, too, something lags.
      const health = async () => (await app.ask<Fields>('/v1/memories/health')).body
      await expect.poll(health).toMatchObject({ status: 'ok', lag: 0, config: { event_store: 'eventstoredb' } })
    })

    test('stores an ingest that is larger than one append', async () => {
      const lines = Array.from(
        { length: 300 },
        (_, i) => `Anna: Crate ${i} holds ${i * 7} ${'very '.repeat(55)}old books.`,
      )
      expect((await client.tell({ user_id: 'large' }, lines.join('\n'))).memoriesStored).toBe(300)
      expect((await client.list({ user_id: 'large' })).total).toBe(300)
    })

    test('rebuilds its read models: it counts the events it has read, and foretells no number of them', async () => {
      const { signal } = new AbortController()
      const told: Progress[] = []
      const watch = { report: (progress: Progress) => void told.push(progress), signal }
      expect(await app.rebuild({ verify: false, dryRun: true }, watch)).toMatchObject({
        events: undefined,
        swapped: false,
      })
      const { events, verification } = await app.rebuild({ verify: true, dryRun: false }, watch)
      expect(verification).toMatchObject({ equal: true })
      expect(events).toBeGreaterThan(300)
      expect(told.map(({ phase }) => phase)).toContain('Building')
      expect(told.every(({ total }) => total === undefined)).toBe(true)
    })

    test('has the read models of its log', async () => {
      await expect.poll(async () => (await app.ask<Fields>('/health')).body.lag, { timeout: 10_000 }).toBe(0)
      const { rows, live } = await rebuilt(app.databases, serviceLogIn(server, prefix), prefix)
      expect(live).toEqual(rows)
    })
  },
)
