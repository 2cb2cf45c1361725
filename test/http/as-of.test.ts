import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { changesOf } from '../support/changing.js'
import { type Client, clientOf, type Fields, type Who } from '../support/client.js'
import { databasesFor } from '../support/database.js'

const anna = { user_id: 'anna' }
const agent = { user_id: 'anna', workspace_id: 'w', agent_id: 'a' }

/** An instant of its own: what was done before lies before it, what comes after it after. */
const moment = async (): Promise<string> => {
  await wait(3)
  const now = new Date().toISOString()
  await wait(3)
  return now
}

describe.each(databasesFor(import.meta.url))('a search as of an instant on $name', (database) => {
  let app: Awaited<ReturnType<typeof startApp>>
  let client: Client
  beforeAll(async () => {
    app = await startApp(database)
    client = clientOf(app)
  })
  afterAll(() => app.close())

  const contents = async (who: Who, more: Fields) =>
    (await client.search(who, 'kettle', more)).memories.map(({ content }) => content).sort()

  test.each([anna, agent])('shows what was known then, deleted since or not (%j)', async (who) => {
    const start = await moment()
    const first = await client.keep(who, 'The kettle is red.', { metadata: { room: 'kitchen' } })
    const one = await moment()
    await client.keep(who, 'The kettle leaks at night.')
    const two = await moment()
    await client.remove(who, first)
    const three = await moment()
    expect(await contents(who, { as_of: start })).toEqual([])
    expect(await contents(who, { as_of: '1999-12-31' })).toEqual([])
    expect(await contents(who, { as_of: one })).toEqual(['The kettle is red.'])
    expect(await contents(who, { as_of: two })).toEqual(['The kettle is red.', 'The kettle leaks at night.'])
    expect(await contents(who, { as_of: two, metadata: { room: 'kitchen' } })).toEqual(['The kettle is red.'])
    expect(await contents(who, { as_of: three })).toEqual(['The kettle leaks at night.'])
  })

  test('shows no reader the place of a telling that they could not read, then or now', async () => {
    const owner = { user_id: 'dora', workspace_id: 'w', agent_id: 'a' }
    const reader = { ...owner, agent_id: 'c' }
    const tell = (at: string, more: Fields) =>
      client.tell(owner, 'User: My kettle is blue.', { session_id: at, source_site: at, ...more })
    const share = async (id: string, readers: Fields) =>
      expect((await changesOf(app).share(owner, id, readers)).status).toBe(200)
    const both = { visibility: 'restricted', granted_to: ['b', 'c'] }
    await tell('first', { visibility: 'restricted', granted_to: ['b'] })
    await tell('of-b', { visibility: 'restricted', granted_to: ['b'] })
    const [memory] = (await client.search(owner, 'kettle')).memories
    await share(memory?.id ?? '', both)
    await tell('of-both', both)
    await changesOf(app).removeMany(owner, { session_id: 'first' })
    await share(memory?.id ?? '', { visibility: 'workspace' })
    const as_of = await moment()
    await tell('of-all', { visibility: 'workspace' })
    await changesOf(app).removeMany(owner, { session_id: 'of-both' })
    expect((await client.search(reader, 'kettle', { as_of, source_site: 'of-b' })).count).toBe(0)
    const { memories } = await client.search(reader, 'kettle', { as_of })
    expect(memories.map(({ source_site }) => source_site)).toEqual(['of-both'])
  })

  test('shows a memory at the place that it had then, however often its first telling went', async () => {
    const who = { user_id: 'cleo' }
    const places = ['s1', 's2', 's3'].map((session_id) => ({ session_id, source_site: `of-${session_id}` }))
    for (const place of places) await client.tell(who, 'User: My kettle is blue.', place)
    const moments = [await moment()]
    for (const { session_id } of places.slice(0, 2)) {
      expect((await changesOf(app).removeMany(who, { session_id })).status).toBe(200)
      moments.push(await moment())
    }
    for (const [i, as_of] of moments.entries()) {
      const { memories } = await client.search(who, 'kettle', { as_of })
      expect(memories.map(({ source_site }) => source_site)).toEqual([places[i]?.source_site])
    }
    expect((await client.search(who, 'kettle', { as_of: moments[1] ?? '', session_id: 's1' })).count).toBe(0)
  })

  test('to come gives the same answer as now', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    expect(await client.search(anna, 'kettle', { as_of: ahead })).toEqual(await client.search(anna, 'kettle'))
  })

  test('packs and cites the words of then, and finds by meaning alone', async () => {
    const ben = { user_id: 'ben' }
    const id = await client.keep(ben, 'Ben: I bought a bicycle.')
    const then = await moment()
    await client.remove(ben, id)
    const { memories, injection_text, citations } = await client.search(ben, 'bike riding', { as_of: then })
    expect(memories).toMatchObject([{ id, version: 1, content: 'Ben: I bought a bicycle.' }])
    expect(memories[0]?.similarity).toBeGreaterThan(0.3)
    expect([injection_text.includes('I bought a bicycle.'), citations]).toEqual([true, [id]])
  })

  test('counts what it has shown', async () => {
    const carla = { user_id: 'carla' }
    const id = await client.keep(carla, 'The lamp is green.')
    await client.search(carla, 'lamp', { as_of: await moment() })
    await expect.poll(async () => (await client.list(carla)).memories[0]).toMatchObject({ id, access_count: 1 })
  })
})
