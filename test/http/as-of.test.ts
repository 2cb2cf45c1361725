import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
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
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
  })
  afterAll(() => close())

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
