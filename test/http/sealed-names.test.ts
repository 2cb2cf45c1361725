import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningApp } from '../support/app.js'
import { asAdmin } from '../support/changing.js'
import { type Client, clientOf, type Fields, query, type Who } from '../support/client.js'
import { openedEvents } from '../support/opened-log.js'
import { replayOfService } from '../support/replaying.js'
import {
  asText,
  everyRow,
  keysOf,
  type SearchedStore,
  searchedStores,
  serviceOn,
  storedEvents,
} from '../support/searched-stores.js'

const ANA = { user_id: 'anastasia-1987' }
const BEN = { user_id: 'benedict-1990' }
const SCOUT: Who = { ...ANA, workspace_id: 'whalers-crew', agent_id: 'scout-seven' }
const PAINTER: Who = { ...ANA, workspace_id: 'whalers-crew', agent_id: 'painter-nine' }
/** All that names Ana, or anybody or anything of hers. */
const NAMES = ['anastasia-1987', 'whalers-crew', 'scout-seven', 'painter-nine', 'night-session', 'harbour-site']
const watch = { report: () => {}, signal: new AbortController().signal }

describe.each(searchedStores(import.meta.url))('names in a new log in $name', ({ open }) => {
  let store: SearchedStore
  let app: RunningApp
  let client: Client
  beforeAll(async () => {
    store = await open()
    app = await serviceOn(store)
    client = clientOf(app)
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const found = (text: string) => NAMES.filter((name) => text.includes(name))
  const users = (path: string, method: string, headers: Readonly<Record<string, string>> = {}) =>
    app.ask<Fields>(`/v1/admin/users/${path}`, undefined, { method, headers: { ...asAdmin, ...headers } })
  const audit = async (more: string) =>
    (await app.ask<{ actions: Fields[] }>(`/v1/admin/audit?${more}`, undefined, { headers: asAdmin })).body.actions
  const opened = async () => openedEvents(store.databases, await storedEvents(store))
  const pseudonyms = async () => {
    const events = (await storedEvents(store)).filter(({ type }) => type === 'MemoryStored')
    return [...new Set(events.map(({ metadata }) => String(metadata.userId)))]
  }
  const ask = (path: string, body: unknown, method: string) =>
    app.ask<Fields>(path, body, { method, headers: { 'Idempotency-Key': crypto.randomUUID() } })

  const tell = async (): Promise<string> => {
    const session = { source_site: 'harbour-site', session_id: 'night-session' }
    const { memoryIds } = await client.tell(ANA, 'Ana: My parrot speaks Xhosa.\nAna: I moved to Zanzibar.', session)
    const id = await client.keep(SCOUT, 'The wheelhouse is red.')
    await client.keep(PAINTER, 'An umbrella for me.', { visibility: 'restricted', granted_to: ['scout-seven'] })
    const wish = { ...SCOUT, visibility: 'restricted', granted_to: ['painter-nine'] }
    expect((await ask(`/v1/memories/${id}/visibility`, wish, 'PUT')).status).toBe(200)
    const trust = { ...ANA, agent_id: 'scout-seven', trust_level: 0.9, display_name: 'Scout' }
    expect((await ask('/v1/agents/trust', trust, 'PUT')).status).toBe(200)
    await ask('/v1/agents/trust', { ...trust, agent_id: 'painter-nine', trust_level: 0.4 }, 'PUT')
    const lesson = { ...SCOUT, pattern: 'An umbrella is no parrot.', source_memory_ids: [id] }
    expect((await ask('/v1/memories/lessons/report', lesson, 'POST')).status).toBe(200)
    await client.search(SCOUT, 'wheelhouse', { threshold: 0, session_id: 'night-session', source_site: 'harbour-site' })
    await app.ask(`/v1/memories/${memoryIds[1]}/recalls?${query(ANA)}`)
    return String(memoryIds[0])
  }

  test('stand nowhere in what the log keeps, and are read as they were', async () => {
    await tell()
    await client.tell(BEN, 'Ben: My boat has a keel.')
    await vi.waitFor(async () => expect(asText(await storedEvents(store))).toContain('memoriesrecalled'), 10_000)
    expect(found(asText(await storedEvents(store)))).toEqual([])
    expect(found(asText(await opened()))).toEqual(NAMES)
    expect((await client.list(SCOUT)).total).toBe(2)
    expect((await client.search(ANA, 'parrot', { threshold: 0 })).count).toBeGreaterThan(0)
  })

  test('are told apart by pseudonyms, which are those of the streams', async () => {
    const names = await pseudonyms()
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toMatch(/^anon-[0-9a-f]{16}$/)
    const events = (await storedEvents(store)).filter(({ metadata }) => names.includes(String(metadata.userId)))
    for (const { stream, metadata } of events) expect(stream).toContain(String(metadata.userId).slice(5))
  })

  test('are the same to a rebuild', async () => {
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
  })

  test('are gone with an erased user: from the log, its keys, and every row of every table', async () => {
    expect((await users(ANA.user_id, 'GET')).body).toMatchObject({ memories: 4, agents: 2 })
    const answer = await users(ANA.user_id, 'DELETE', { 'Idempotency-Key': 'all of ana' })
    expect(answer.status).toBe(200)
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    expect(found(asText(await opened()))).toEqual([])
    expect((await client.list(BEN)).total).toBe(1)
    const retry = await users(ANA.user_id, 'DELETE', { 'Idempotency-Key': 'all of ana' })
    expect([retry.status, retry.body]).toEqual([200, answer.body])
    expect((await users(ANA.user_id, 'DELETE')).status).toBe(404)
    expect((await users(ANA.user_id, 'GET')).status).toBe(404)
  })

  test('are known to who asks for them: the audit says that the user was erased', async () => {
    const about = { user_id: ANA.user_id, action: 'erase_user', deleted: expect.objectContaining({ memories: 4 }) }
    expect(await audit(query(ANA))).toEqual([expect.objectContaining(about)])
    const unnamed = { ...about, user_id: expect.stringMatching(/^anon-[0-9a-f]{16}$/) }
    expect(await audit('limit=10')).toEqual([expect.objectContaining(unnamed)])
    expect(await audit(query(BEN))).toEqual([])
  })

  test('are gone for a rebuild and a check as well', async () => {
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    // The tables that it took the place of go meanwhile.
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    if (store.prefix !== 'palimpsest') return
    const [verdict] = await replayOfService(store.databases, { ask: 'check' })
    expect(verdict).toMatchObject({ kind: 'verdict', verdict: { equal: true } })
    const told = await replayOfService(store.databases, { ask: 'log', user: ANA.user_id, types: [] })
    expect(told.length).toBeGreaterThan(10)
    expect(found(asText(told))).toEqual([])
  })

  test('of what is said afterwards are sealed with another key, and a rebuild keeps them', async () => {
    const before = (await keysOf(store)).length
    expect(before).toBeGreaterThan(0)
    await tell()
    expect(found(asText(await storedEvents(store)))).toEqual([])
    expect(found(asText(await opened()))).toEqual(NAMES)
    expect((await client.list(SCOUT)).total).toBe(2)
    expect(await pseudonyms()).toHaveLength(2)
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    expect((await client.search(ANA, 'parrot', { threshold: 0 })).count).toBeGreaterThan(0)
    expect(await audit(query(ANA))).toContainEqual(expect.objectContaining({ action: 'erase_user' }))
    const retry = await users(ANA.user_id, 'DELETE', { 'Idempotency-Key': 'all of ana' })
    expect(retry.status).toBe(200)
    expect((await client.list(SCOUT)).total).toBe(2)
  })

  test('can be erased again', async () => {
    expect((await users(ANA.user_id, 'DELETE')).status).toBe(200)
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    expect(found(asText(await opened()))).toEqual([])
    expect((await users(ANA.user_id, 'GET')).status).toBe(404)
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
  })
})
