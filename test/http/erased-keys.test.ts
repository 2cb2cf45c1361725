import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decode } from '../../src/event-store/codec.js'
import type { RunningApp } from '../support/app.js'
import { changesOf } from '../support/changing.js'
import { type Client, clientOf, type Fields } from '../support/client.js'
import { openedEvents, streamsIn } from '../support/opened-log.js'
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
const WORDS = ['quixot', 'xhosa', 'parrot', 'zebulon', 'almanac', 'veterinarian']
const TOLD = {
  ...ANA,
  source_site: 'chat',
  source_url: 'https://chat.example/almanac',
  metadata: { ward: 'Veterinarian' },
  messages: [
    { role: 'user', content: 'The garden has a pond.' },
    { role: 'user', name: 'Zebulon', content: 'My parrot Quixote speaks Xhosa.' },
    { role: 'user', content: 'The garden has a shed.' },
  ],
}

describe.each(searchedStores(import.meta.url))('words in a log in $name', ({ open }) => {
  let store: SearchedStore
  let app: RunningApp
  let client: Client
  let ids: readonly string[]
  let vector: string
  const started = async () => {
    app = await serviceOn(store)
    client = clientOf(app)
  }
  beforeAll(async () => {
    store = await open()
    await started()
    expect(await app.ask('/v1/memories/ingest/quick', TOLD)).toMatchObject({ status: 200 })
    const { memories } = await client.list(ANA)
    ids = memories.toSorted((a, b) => (a.turn ?? 0) - (b.turn ?? 0)).map(({ id }) => id)
    await client.search(ANA, 'Does the parrot know the veterinarian?', { threshold: 0 })
    await app.ask(`/v1/memories/${ids[1]}/recalls?user_id=ana`)
    const { embedding } = await client.get(ANA, ids[1] ?? '')
    vector = Buffer.from(Float32Array.from(embedding ?? []).buffer)
      .toString('base64')
      .slice(0, 60)
      .toLowerCase()
  })
  afterAll(async () => {
    await app.close()
    await store.close()
  })

  const found = (text: string) => [...WORDS, vector].filter((word) => text.includes(word))

  test('are not in it, though all that it says can be opened with its keys', async () => {
    const events = await storedEvents(store)
    expect(found(asText(events))).toEqual([])
    expect(found(asText(await openedEvents(store.databases, events)))).toEqual([...WORDS, vector])
  })

  test('are nowhere once they are erased, and nobody opens again what the log keeps of them', async () => {
    const before = await storedEvents(store)
    expect(await changesOf(app).erase(ANA, ids[1] ?? '')).toMatchObject({ status: 200 })
    // The words of searches that returned it go right behind it.
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
    const after = await storedEvents(store)
    expect(after.slice(0, before.length)).toEqual(before)
    const opened = await openedEvents(store.databases, after)
    expect(found(asText(opened))).toEqual([])
    for (const event of opened) decode(event)
    const owner = opened.find(({ type }) => type === 'EpisodeRecorded')?.metadata.episodeId
    expect(await keysOf(store)).toEqual(
      expect.arrayContaining([
        { owner: ids[1], part: 0, destroyed: true },
        { owner, part: 1, destroyed: true },
        { owner, part: -1, destroyed: true },
        { owner, part: 0, destroyed: false },
        { owner: ids[0], part: 0, destroyed: false },
      ]),
    )
  })

  test('of the same conversation stay', async () => {
    expect((await client.list(ANA)).memories.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort())
    expect((await client.search(ANA, 'garden', { threshold: 0 })).count).toBe(2)
    const { body } = await app.ask<{ episodes: { id: string }[] }>('/v1/memories/episodes?user_id=ana')
    const episode = await app.ask<Fields>(`/v1/memories/episodes/${body.episodes[0]?.id}?user_id=ana`)
    expect(episode.body.messages).toEqual([TOLD.messages[0], { role: '', content: '' }, TOLD.messages[2]])
  })

  test('give the same rows when they are read anew', async () => {
    const watch = { report: () => {}, signal: new AbortController().signal }
    expect(await app.rebuild({ verify: true, dryRun: false }, watch)).toMatchObject({ verification: { equal: true } })
    // The tables that it took the place of go meanwhile.
    await vi.waitFor(async () => expect(found(await everyRow(store))).toEqual([]), 10_000)
  })

  const who = (userId: string) => ({ userId, at: '2026-05-08T00:00:00.000Z' })

  test('whose erasure is in the log, but not the end of their keys, are out of reach after the next start', async () => {
    const id = await client.keep(ANA, 'Zebulon reads the almanac.')
    await app.close()
    const metadata = { ...who('ana'), commandId: crypto.randomUUID(), actor: { key: 'admin' as const, agentId: null } }
    const data = { memories: [[id, 2] satisfies [string, number]], pending: [], episodes: [] }
    await appendAsService(store, 'ana', [{ type: 'MemoriesErased', metadata, data }])
    expect(await keysOf(store)).toContainEqual({ owner: id, part: 0, destroyed: false })
    await started()
    await vi.waitFor(
      async () => expect(await keysOf(store)).toContainEqual({ owner: id, part: 0, destroyed: true }),
      60_000,
    )
  })

  test('that were moved to another place are refused: their user is parked, and others go on', async () => {
    const good = (await storedEvents(store)).find(({ type }) => type === 'MemoryStored')
    if (good === undefined) throw new Error('there is no memory')
    const metadata = { ...good.metadata, ...who('ben'), append: { index: 0, count: 1 } }
    const moved = { id: crypto.randomUUID(), type: good.type, data: good.data, metadata }
    await store.onLog(async (log) =>
      log.append((await streamsIn(log, store.databases, store.prefix)).bank('ben'), 'any', [moved]),
    )
    await client.keep(ANA, 'The garden has a gate.')
    await vi.waitFor(async () => expect((await app.ask<Fields>('/health')).body.parked).toBe(1), 10_000)
    expect((await client.list({ user_id: 'ben' })).total).toBe(0)
  })
})
