import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import type { RunningApp } from '../support/app.js'
import { asAdmin } from '../support/changing.js'
import { clientOf } from '../support/client.js'
import { uuid } from '../support/histories.js'
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

const EPISODE = uuid('the episode')
const [BEFORE, AFTER] = [uuid('the memory before'), uuid('the memory after')]
const TOLD = 'quixote-ana: My parrot Quixote speaks Xhosa.'
const KEYED = { ...asAdmin, 'Idempotency-Key': 'all of ana' }
const OWN = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }

/** An event of the sample's type, as an ingest of this user appends it that began so many hours ago. */
const given = (type: string, more: object, hours: number, data: object = {}): DomainEvent => {
  const sample = samples[type] ?? expect.unreachable()
  const at = new Date(Date.now() - hours * 3_600_000).toISOString()
  const { reason: _, ...metadata } = sample.metadata
  const by = { commandId: uuid('the command'), userId: 'quixote-ana', at }
  return { ...sample, metadata: { ...metadata, ...by, ...more }, data: { ...sample.data, ...data } } as DomainEvent // the sample's own fields
}
const recorded = (hours: number) => [given('EpisodeRecorded', { episodeId: EPISODE }, hours, OWN)]
const pending = (memoryId: string, hours: number) => {
  const of = { memoryId, episodeId: EPISODE }
  const said = { name: 'Zanzibar', type: 'place' }
  return [
    given('MemoryStored', of, hours, { ...OWN, status: 'pending' }),
    given('MemoryEmbedded', of, hours),
    given('EntitiesMentioned', { episodeId: EPISODE }, hours, { mentions: [{ memoryId, said }] }),
  ]
}

describe.each(searchedStores(import.meta.url))('what an ingest left in $name whose process died', ({ open }) => {
  let store: SearchedStore
  let app: RunningApp
  beforeEach(async () => {
    store = await open()
    const first = await serviceOn(store) // makes the keys
    await clientOf(first).tell({ user_id: 'ben' }, 'Ben: My boat has a keel.')
    await first.close()
  })
  afterEach(async () => {
    await app.close()
    await store.close()
  })

  /** What the erasure of the user was answered. */
  let erased: Awaited<ReturnType<typeof app.ask>>
  let part = 0
  /** As one append each, by a process that goes away before it has done anything else. */
  const append = async (...appends: readonly (readonly DomainEvent[])[]) => {
    for (const events of appends) {
      const numbered = { part: part++ }
      const of = events.map((event) => ({ ...event, metadata: { ...event.metadata, ...numbered } }) as DomainEvent) // the event's own type
      await appendAsService(store, 'quixote-ana', of)
    }
  }
  const leave = async (...appends: readonly (readonly DomainEvent[])[]) => {
    await append(...appends)
    app = await serviceOn(store)
  }
  /** An ingest begins, its user is erased, and what follows in the log comes after that; then another process starts. */
  const leaveErased = async (...after: readonly (readonly DomainEvent[])[]) => {
    await leave(recorded(0), pending(BEFORE, 0))
    const path = '/v1/admin/users/quixote-ana'
    erased = await app.ask(path, undefined, { method: 'DELETE', headers: KEYED })
    expect(erased.status).toBe(200)
    await append(...after)
    await vi.waitFor(async () => expect((await found('zanzibar'))[0]).toEqual(['zanzibar']), soon)
    await app.close()
    app = await serviceOn(store)
  }
  const alive = async (...owners: readonly string[]) =>
    (await keysOf(store)).filter(({ owner, destroyed }) => owners.includes(owner) && !destroyed)
  /** Which of these words are in any row, and which in an event that can be opened. */
  const found = async (...words: readonly string[]) => {
    const [rows, events] = [await everyRow(store), await storedEvents(store)]
    const log = asText(await openedEvents(store.databases, events))
    return [words.filter((word) => rows.includes(word)), words.filter((word) => log.includes(word))]
  }
  const NOWHERE = [[], []]
  const soon = { timeout: 10_000 }

  test('behind the erasure of its user goes with their name, and the same conversation is a new beginning', async () => {
    await leaveErased(pending(AFTER, 0))
    await vi.waitFor(async () => expect(await found('quixote', 'lisbon', 'zanzibar')).toEqual(NOWHERE), soon)
    expect(await alive(EPISODE, BEFORE, AFTER)).toEqual([])
    const path = '/v1/admin/users/quixote-ana'
    expect((await app.ask(path, undefined, { headers: asAdmin })).status).toBe(404)
    const again = await app.ask(path, undefined, { method: 'DELETE', headers: KEYED })
    expect([again.status, again.body]).toEqual([200, erased.body])
    expect((await app.ask(path, undefined, { method: 'DELETE', headers: asAdmin })).status).toBe(404)
    const told = await clientOf(app).tell({ user_id: 'quixote-ana' }, TOLD)
    expect(told).toMatchObject({ knownTurns: 0, memoriesStored: 1, duplicates: 0 })
    expect((await clientOf(app).list({ user_id: 'ben' })).total).toBe(1)
  })

  test('behind the erasure of its user goes alone where they have begun anew', async () => {
    await leaveErased([given('AgentTrustSet', { episodeId: undefined }, 0)], pending(AFTER, 0))
    await vi.waitFor(async () => expect(await found('lisbon', 'zanzibar')).toEqual(NOWHERE), soon)
    expect(await alive(EPISODE, BEFORE, AFTER)).toEqual([])
    const agents = await app.ask<{ agents: unknown[] }>('/v1/agents?user_id=quixote-ana')
    expect(agents.body.agents).toHaveLength(1)
  })

  test('goes after an hour, from the log, too', async () => {
    await leave(recorded(2), pending(BEFORE, 2))
    await vi.waitFor(async () => expect(await found('lisbon', 'zanzibar')).toEqual(NOWHERE), soon)
    expect(await alive(EPISODE, BEFORE)).toEqual([])
  })

  test('stays within an hour, as another process may be at work', async () => {
    await leave(recorded(0.5), pending(BEFORE, 0.5))
    expect((await clientOf(app).list({ user_id: 'ben' })).total).toBe(1)
    expect((await alive(BEFORE)).length).toBe(1)
  })

  test('behind the deletion of its episode goes', async () => {
    const deleted = given('EpisodesDeleted', { episodeId: undefined }, 0, {
      episodes: [[EPISODE, [[0, 9]]]],
      pending: [BEFORE],
    })
    const ended = given('EpisodeIngested', { episodeId: EPISODE }, 0, { told: [], activated: [], memoryIds: [] })
    await leave(recorded(0), pending(BEFORE, 0), [deleted, ended], pending(AFTER, 0))
    await vi.waitFor(async () => expect(await found('zanzibar')).toEqual(NOWHERE), soon)
    expect(await alive(BEFORE, AFTER)).toEqual([])
  })
})
