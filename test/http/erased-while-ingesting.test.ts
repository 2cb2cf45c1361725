import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { isAnonymous } from '../../src/event-store/event-store.js'
import { keysIn } from '../../src/event-store/sealing/open-events.js'
import { sql } from '../../src/postgres/sql.js'
import type { RunningApp } from '../support/app.js'
import { asAdmin } from '../support/changing.js'
import { type Client, clientOf, type Fields, readModelOf } from '../support/client.js'
import { openedEvents } from '../support/opened-log.js'
import { samples } from '../support/samples.js'
import {
  appendAsService,
  keysOf,
  type SearchedStore,
  searchedStores,
  serviceOn,
  storedEvents,
} from '../support/searched-stores.js'

const TURNS = 300
const conversation = Array.from(
  { length: TURNS },
  (_, i) =>
    `Ana: Entry ${i} tells of house ${i * 13} and its owner number ${i * 7 + 1}, ${'who likes tea '.repeat(16)}.`,
).join('\n')

describe.each(searchedStores(import.meta.url))(
  'a large ingest in $name, whose user is erased meanwhile',
  ({ open }) => {
    let store: SearchedStore
    let app: RunningApp
    let client: Client
    beforeAll(async () => {
      store = await open()
      store = { ...store, settings: { ...store.settings, MAX_APPEND_BYTES: `${2 ** 20}`, WRITE_TIMEOUT_MS: '60000' } }
      app = await serviceOn(store)
      client = clientOf(app)
    })
    afterAll(async () => {
      await app.close()
      await store.close()
    })

    const eraseOverHttp = (user_id: string) =>
      app.ask<Fields>(`/v1/admin/users/${user_id}`, undefined, { method: 'DELETE', headers: asAdmin })
    /** As another process does, between two parts. */
    const eraseInLog = (user_id: string) => {
      const { data, metadata } = samples.UserErased ?? expect.unreachable()
      const event = {
        type: 'UserErased',
        data: { ...data, bank: { from: 0, to: 0 } },
        metadata: { ...metadata, userId: user_id },
      }
      return appendAsService(store, user_id, [event as DomainEvent]) // the sample's own fields
    }

    test.each([
      ['ana', eraseOverHttp],
      ['ben', eraseInLog],
    ])('is stored wholly: %s', async (user_id, erase) => {
      const before = (await storedEvents(store)).length
      const telling = client.tell({ user_id }, conversation)
      telling.catch(() => {}) // thrown when it is awaited
      await vi.waitUntil(
        async () => (await storedEvents(store)).slice(before).some(({ type }) => type === 'EpisodeRecorded'),
        // Each look reads the whole log.
        { timeout: 20_000, interval: 40 },
      )
      await erase(user_id)
      const told = await telling

      const events = await openedEvents(store.databases, (await storedEvents(store)).slice(before))
      const [erased, ingested] = ['UserErased', 'EpisodeIngested'].map((type) =>
        events.findLastIndex((event) => event.type === type),
      )
      expect(told).toMatchObject({ memoriesStored: TURNS, duplicates: 0 })
      await vi.waitFor(async () => {
        expect((await client.list({ user_id })).total).toBe((ingested ?? 0) > (erased ?? 0) ? TURNS : 0)
      }, 10_000)
      const db = await readModelOf(store.databases)
      expect(await db.rows(sql`select id from memory where status = 'pending'`)).toEqual([])
      const nobodys = keysIn(
        (await storedEvents(store)).slice(before).filter((_, i) => events[i] && isAnonymous(events[i])),
      )
      const kept = new Set(
        (await keysOf(store)).flatMap(({ owner, part, destroyed }) => (destroyed ? [] : `${owner}/${part}`)),
      )
      expect(nobodys.filter(({ owner, part }) => kept.has(`${owner}/${part}`))).toEqual([])
    })
  },
)
