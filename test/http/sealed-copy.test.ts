import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { keyPlaceOf } from '../../src/app/open-store.js'
import { openingEventStore } from '../../src/event-store/sealing/opening-event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import type { RunningApp } from '../support/app.js'
import { asAdmin } from '../support/changing.js'
import { type Client, clientOf, type Fields, query, type Who } from '../support/client.js'
import { anyDatabase } from '../support/kept-logs.js'
import { migrations, storedLog } from '../support/log.js'
import { openedWithClearNames } from '../support/old-logs.js'
import { openedEvents } from '../support/opened-log.js'
import { replayOfService } from '../support/replaying.js'
import { keysIn, sealEvents } from '../support/sealing-copies.js'
import {
  asText,
  everyRow,
  type SearchedStore,
  searchedStores,
  serviceOn,
  storedEvents,
} from '../support/searched-stores.js'
import { appendToStore } from '../support/signing.js'

const ANA = { user_id: 'anastasia-1987' }
const BEN = { user_id: 'benedict-1990' }
const CARL = { user_id: 'carolus-1955' }
const SCOUT: Who = { ...ANA, workspace_id: 'whalers-crew', agent_id: 'scout-seven' }
const NAMES = ['anastasia-1987', 'whalers-crew', 'scout-seven', 'night-session', 'harbour-site']
const SAID = 'Ana: My parrot speaks Xhosa.\nAna: I moved to Zanzibar.'
const watch = { report: () => {}, signal: new AbortController().signal }

const under = (key: string) => ({ headers: { 'Idempotency-Key': key } })
const erase = (app: RunningApp, user: string) =>
  app.ask<Fields>(`/v1/admin/users/${user}`, undefined, {
    method: 'DELETE',
    headers: { ...asAdmin, ...under('all').headers },
  })
const tellOnce = (app: RunningApp) =>
  app.ask<Fields>(
    '/v1/memories/ingest/quick',
    { ...BEN, conversation: 'Ben: My boat has a keel.', source_site: 'chat' },
    { method: 'POST', ...under('ben once') },
  )

/** Speaks to a service that names people in its log. */
const speak = async (app: RunningApp) => {
  const client = clientOf(app)
  const session = { source_site: 'harbour-site', session_id: 'night-session' }
  const { memoryIds } = await client.tell(ANA, SAID, session)
  const id = await client.keep(SCOUT, 'The wheelhouse is red.', {
    visibility: 'restricted',
    granted_to: ['scout-seven'],
  })
  const trust = { ...ANA, agent_id: 'scout-seven', trust_level: 0.9, display_name: 'Scout' }
  expect((await app.ask('/v1/agents/trust', trust, { method: 'PUT' })).status).toBe(200)
  await client.search(SCOUT, 'wheelhouse', { threshold: 0, session_id: 'night-session', source_site: 'harbour-site' })
  await app.ask(`/v1/memories/${memoryIds[1]}/recalls?${query(ANA)}`)
  await client.remove(ANA, String(memoryIds[0]))
  await client.tell(CARL, 'Carl: I collect stamps.')
  expect((await erase(app, CARL.user_id)).status).toBe(200)
  await client.tell(CARL, 'Carl: I bake bread.')
  const once = await tellOnce(app)
  expect(once.status).toBe(200)
  return { ids: [...memoryIds, id].map(String), once: once.body }
}

/** What a service answers of its users; how often that was asked for is another matter. */
const answersOf = async (client: Client, ids: readonly string[]): Promise<unknown> => {
  const answers = await Promise.all([
    ...[ANA, SCOUT, BEN, CARL].flatMap((who) => [client.list(who), client.stats(who)]),
    ...[ANA, SCOUT].map((who) => client.search(who, 'parrot or wheelhouse', { threshold: 0 })),
    ...ids.map((id, i) => client.trail(i === 2 ? SCOUT : ANA, id)),
  ])
  return JSON.parse(JSON.stringify(answers, (key, value) => (/access/.test(key) ? undefined : value)))
}

/** An old store in databases that hold nothing yet, with the secret key of the tests. */
const oldStore = async (databases: Databases, prefix: string): Promise<SearchedStore> => {
  for (const kind of ['log', 'generations']) await migrate(databases, migrations(kind), kind)
  const onLog: SearchedStore['onLog'] = async (work) => work(await storedLog(databases, prefix))
  await onLog((log) => appendToStore(log, openedWithClearNames, prefix))
  await keepKey(databases)
  return { databases, prefix, settings: { EVENTSTORE_PREFIX: prefix }, onLog, close: databases.close }
}

const keepKey = async (databases: Databases) => {
  await migrate(databases, migrations('generations'), 'generations')
  await keyPlaceOf(databases).keep(Buffer.alloc(32, 7))
}

describe.each(searchedStores(import.meta.url))('an old store that was sealed into $name', ({ open }) => {
  let source: SearchedStore
  let store: SearchedStore
  let app: RunningApp
  let client: Client
  let spoken: Awaited<ReturnType<typeof speak>>
  let before: unknown
  beforeAll(async () => {
    store = await open()
    const { prefix, databases } = store
    source = await oldStore(await anyDatabase(), prefix)
    const old = await serviceOn(source)
    spoken = await speak(old)
    before = await answersOf(clientOf(old), spoken.ids)
    await vi.waitFor(async () => expect(asText(await storedEvents(source))).toContain('memoriesrecalled'), 10_000)
    await old.close()
    const opened = openingEventStore(await storedLog(source.databases, prefix), await keysIn(source.databases))
    await migrate(databases, migrations('log'), 'log')
    await store.onLog((log) => sealEvents(opened, { log, databases }, { prefix }))
    await keepKey(databases)
    app = await serviceOn(store)
    client = clientOf(app)
  }, 60_000)
  afterAll(async () => {
    await app.close()
    for (const each of [source, store]) await each.close()
  })
  const found = (text: string) => NAMES.filter((name) => text.includes(name))
  const opened = async () => openedEvents(store.databases, await storedEvents(store))

  test('names nobody in its log', async () => {
    expect(found(asText(await storedEvents(source)))).toEqual(NAMES)
    expect(found(asText(await storedEvents(store)))).toEqual([])
    expect(found(asText(await opened()))).toEqual(NAMES)
    expect(asText(await opened())).not.toContain('stamps')
  })

  test('answers as before', async () => {
    expect(await answersOf(client, spoken.ids)).toEqual(before)
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    if (store.prefix !== 'palimpsest') return
    const [verdict] = await replayOfService(store.databases, { ask: 'check' })
    expect(verdict).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
  })

  test('carries out nothing again that it was asked for before, and knows what it was told', async () => {
    expect((await tellOnce(app)).body).toEqual(spoken.once)
    expect((await erase(app, CARL.user_id)).status).toBe(200)
    expect((await client.list(CARL)).total).toBe(1)
    const told = await client.tell(ANA, SAID, { source_site: 'harbour-site', session_id: 'night-session' })
    expect(told).toMatchObject({ knownTurns: 2, memoriesStored: 0 })
    expect((await erase(app, 'dora-nobody')).status).toBe(404)
  })

  test('forgets a user with all names', async () => {
    expect((await erase(app, ANA.user_id)).status).toBe(200)
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    expect(found(asText(await opened()))).toEqual([])
    expect((await client.list(BEN)).total).toBe(1)
    await client.tell(ANA, SAID)
    expect((await client.list(ANA)).total).toBe(2)
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
  })
})
