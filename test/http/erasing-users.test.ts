import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { decode } from '../../src/event-store/codec.js'
import type { RunningApp } from '../support/app.js'
import { asAdmin } from '../support/changing.js'
import { type Client, clientOf, type Fields, query, type Who } from '../support/client.js'
import { openedEvents } from '../support/opened-log.js'
import { samples } from '../support/samples.js'
import {
  appendAsService,
  asText,
  everyRow,
  keysOf,
  type SearchedStore,
  searchedStores,
  serviceOn,
  storedEvents,
} from '../support/searched-stores.js'

const ANA = { user_id: 'ana' }
const BEN = { user_id: 'ben' }
const CARL = { user_id: 'carl' }
const as = (user_id: string, agent_id: string): Who => ({ user_id, workspace_id: 'crew', agent_id })
const TOLD = ['Ana: My parrot Quixote speaks Xhosa.', 'Ana: I moved to Zanzibar yesterday.'].join('\n')
/** Words that only Ana ever said or was told. */
const WORDS = ['quixot', 'xhosa', 'zanzibar', 'parrot', 'almanac', 'umbrella', 'veterinarian', 'wheelhouse']

describe.each(searchedStores(import.meta.url))('a whole user in a log in $name', ({ open }) => {
  let store: SearchedStore
  let app: RunningApp
  let client: Client
  const started = async () => {
    app = await serviceOn(store)
    client = clientOf(app)
  }
  beforeAll(async () => {
    store = await open()
    await started()
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const users = (path: string, method: string, headers: Readonly<Record<string, string>> = asAdmin) =>
    app.ask<Fields>(`/v1/admin/users/${path}`, undefined, { method, headers })
  const found = (text: string) => WORDS.filter((word) => text.includes(word))
  const opened = async () => openedEvents(store.databases, await storedEvents(store))

  const tell = async () => {
    const told = await client.tell(ANA, TOLD, { source_url: 'https://chat.example/almanac', metadata: { of: 'Xhosa' } })
    const scout = await client.tell(as('ana', 'scout'), 'Ana: The wheelhouse is red.')
    await client.keep(as('ana', 'painter'), 'An umbrella for me.', { visibility: 'agent_only' })
    await client.remove(ANA, String(told.memoryIds[0]))
    const trust = { user_id: 'ana', agent_id: 'scout', trust_level: 0.9, display_name: 'Quixote' }
    expect((await app.ask('/v1/agents/trust', trust, { method: 'PUT' })).status).toBe(200)
    const lesson = { ...ANA, pattern: 'An umbrella is no parrot.', source_memory_ids: told.memoryIds }
    expect((await app.ask('/v1/memories/lessons/report', lesson)).status).toBe(200)
    await client.search(ANA, 'Does the veterinarian know?', { threshold: 0 })
    await app.ask(`/v1/memories/${told.memoryIds[1]}/recalls?user_id=ana`)
    return { told, scout }
  }

  test('is for the admin key alone, and not there before anything was said', async () => {
    expect((await users('ana', 'DELETE', {})).status).toBe(403)
    expect((await users('ana', 'GET', {})).status).toBe(403)
    expect((await users('ana', 'DELETE', { Authorization: '' })).status).toBe(401)
    expect(await users('ana', 'DELETE')).toMatchObject({ status: 404, body: { error: 'User not found' } })
    expect((await users('ana', 'GET')).status).toBe(404)
    expect((await users('%00', 'DELETE')).status).toBe(400)
  })

  const deleted = { memories: 4, derived: 0, episodes: 3, turns: 4, lessons: 1, conflicts: 0, agents: 2, recalls: 1 }

  test('goes in one step, of whatever agent and status, and nobody opens again what the log keeps', async () => {
    await tell()
    await client.tell(BEN, 'Ben: My boat has a keel.')
    await client.search(BEN, 'boat', { threshold: 0 })
    expect(found(asText(await opened()))).toEqual(WORDS)
    expect((await users('ana', 'GET')).body).toEqual({ user_id: 'ana', ...deleted })
    const answer = await users('ana', 'DELETE', { ...asAdmin, 'Idempotency-Key': 'all of ana' })
    expect(answer.body).toEqual({ success: true, deleted })
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    const after = await opened()
    expect(found(asText(after))).toEqual([])
    for (const event of after) decode(event)
    expect((await client.search(BEN, 'boat', { threshold: 0 })).count).toBe(1)
    expect((await client.list(BEN)).total).toBe(1)
  })

  test('is not there any more when it is asked for again, but for the retry of the same request', async () => {
    expect((await users('ana', 'DELETE')).status).toBe(404)
    expect((await users('ana', 'GET')).status).toBe(404)
    const retry = await users('ana', 'DELETE', { ...asAdmin, 'Idempotency-Key': 'all of ana' })
    expect([retry.status, retry.body]).toEqual([200, { success: true, deleted }])
  })

  test('leaves in the audit that it was erased, and how much there was', async () => {
    const { body } = await app.ask<{ actions: Fields[] }>('/v1/admin/audit?user_id=ana', undefined, {
      headers: asAdmin,
    })
    expect(body.actions).toEqual([
      expect.objectContaining({ user_id: 'ana', action: 'erase_user', memory_id: null, episode_id: null, deleted }),
    ])
  })

  test('has nothing left that any read shows, though the index in memory had it', async () => {
    for (const who of [ANA, as('ana', 'scout'), as('ana', 'painter')]) {
      expect((await client.search(who, 'parrot umbrella wheelhouse', { threshold: 0 })).count).toBe(0)
      expect((await client.list(who)).total).toBe(0)
      expect((await client.stats(who)).count).toBe(0)
    }
    const { body } = await app.ask<{ agents: unknown[] }>(`/v1/agents?${query(ANA)}`)
    expect(body.agents ?? []).toEqual([])
  })

  test('begins anew with what is said afterwards, which no rebuild takes away', async () => {
    const { told } = await tell()
    expect(told).toMatchObject({ knownTurns: 0, memoriesStored: 2, duplicates: 0 })
    expect((await client.search(ANA, 'Quixote the parrot', { threshold: 0 })).count).toBe(1)
    const trust = await app.ask<Fields>(`/v1/agents/trust?${query({ user_id: 'ana', agent_id: 'scout' })}`)
    expect(trust.body).toMatchObject({ display_name: 'Quixote' })
    const left = (await keysOf(store)).filter(({ destroyed }) => !destroyed)
    const watch = { report: () => {}, signal: new AbortController().signal }
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    expect(await keysOf(store)).toEqual(expect.arrayContaining(left))
    expect((await client.search(ANA, 'Quixote the parrot', { threshold: 0 })).count).toBe(1)
  })

  test('whose erasure is in the log, but not the end of the keys, is out of reach after the next start', async () => {
    await client.keep(CARL, 'The almanac is in the wheelhouse.')
    await app.close()
    const [data, metadata] = [samples.UserErased?.data, samples.UserErased?.metadata]
    const event = { type: 'UserErased', data, metadata: { ...metadata, userId: 'carl' } } as DomainEvent
    await appendAsService(store, 'carl', [event])
    await started()
    await vi.waitFor(async () => expect(asText(await opened())).not.toContain('The almanac is in'), 10_000)
    await vi.waitFor(async () => expect((await client.list(CARL)).total).toBe(0), 10_000)
  })

  test('can be erased again', async () => {
    const again = { ...deleted, recalls: expect.any(Number) }
    expect((await users('ana', 'DELETE')).body).toEqual({ success: true, deleted: again })
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    expect(found(asText(await opened()))).toEqual([])
    expect((await users('ana', 'DELETE')).status).toBe(404)
  })

  test('stays as it is when an erasure of before is sent again, however often the user was erased since', async () => {
    const again = (key: string) => users('ana', 'DELETE', { ...asAdmin, 'Idempotency-Key': key })
    const first = { success: true, deleted }
    expect((await again('all of ana')).body).toEqual(first)
    await tell()
    const second = (await again('all of ana, once more')).body
    expect((await again('all of ana, and again')).status).toBe(404)
    await tell()
    expect((await again('all of ana')).body).toEqual(first)
    expect((await again('all of ana, once more')).body).toEqual(second)
    expect((await client.search(ANA, 'Quixote the parrot', { threshold: 0 })).count).toBe(1)
  })
})
