import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const anna = { user_id: 'anna' }
const agent = { user_id: 'anna', workspace_id: 'w', agent_id: 'a' }

describe.each(databasesFor(import.meta.url))('reading records on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  let episode: string
  const ids: string[] = []
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
    for (let i = 0; i < 5; i++)
      ids.push(await client.keep(anna, `Parcel ${i} is sent.`, { source_site: i < 2 ? 'mail' : 'chat' }))
    const told = await client.tell(anna, 'Anna: The shed leaks.\nAnna: The roof is new.\nAnna: The cat sleeps.')
    episode = told.episodeId
    ids.push(...told.memoryIds)
    await client.tell(agent, 'Anna: The workspace has a memory.')
    await client.remove(anna, await client.keep(anna, 'To be forgotten.'))
  })
  afterAll(() => close())

  test('a list is newest first, then as it was said', async () => {
    const { memories, count, total } = await client.list(anna)
    const order = memories.map(({ created_at, turn }) => [created_at, turn ?? 0] as const)
    const sorted = order.toSorted(([a, x], [b, y]) => (a === b ? x - y : a < b ? 1 : -1))
    expect(order).toEqual(sorted)
    expect([count, total]).toEqual([8, 8])
    expect(memories.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  })

  test('pages make up the whole list, each memory once', async () => {
    const all = (await client.list(anna)).memories.map(({ id }) => id)
    for (const size of [1, 3, 8]) {
      const pages: string[] = []
      for (let offset = 0; offset < 8; offset += size) {
        const page = await client.list(anna, { limit: `${size}`, offset: `${offset}` })
        expect(page.total).toBe(8)
        expect(page.count).toBe(page.memories.length)
        pages.push(...page.memories.map(({ id }) => id))
      }
      expect(pages).toEqual(all)
    }
    expect(await client.list(anna, { offset: '8' })).toMatchObject({ memories: [], count: 0, total: 8 })
    expect((await client.list({ user_id: 'nobody' })).total).toBe(0)
  })

  test('a list may be of one platform or of one conversation, but not in a workspace', async () => {
    expect((await client.list(anna, { source_site: 'mail' })).total).toBe(2)
    expect((await client.list(anna, { episode_id: episode })).total).toBe(3)
    expect((await client.list(anna, { episode_id: episode, source_site: 'mail' })).total).toBe(0)
    expect((await client.list(agent, { source_site: 'mail', episode_id: episode })).total).toBe(1)
  })

  test('expand answers in the order asked, each once, without what is not there, and without vectors', async () => {
    const [a = '', b = '', c = ''] = ids
    const asked = [c, crypto.randomUUID(), a, c.toUpperCase(), b, a]
    const records = await client.expand(anna, asked)
    expect(records.map(({ id }) => id)).toEqual([c, a, b])
    expect(records.some((record) => 'embedding' in record)).toBe(false)
    expect(await client.expand(anna, [])).toEqual([])
  })

  test('statistics count and average what is in scope', async () => {
    const { memories } = await client.list(anna)
    const stats = await client.stats(anna)
    expect(stats).toMatchObject({ count: 8, sourceDistribution: { mail: 2, chat: 6 } })
    expect(stats.avgImportance).toBeCloseTo(memories.reduce((sum, { importance }) => sum + importance, 0) / 8, 6)
    expect(await client.stats(agent)).toMatchObject({ count: 1, sourceDistribution: { chat: 1 } })
    expect(await client.stats({ user_id: 'nobody' })).toEqual({ count: 0, avgImportance: 0, sourceDistribution: {} })
  })
})
