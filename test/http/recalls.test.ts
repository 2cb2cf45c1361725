import { beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp } from '../support/app.js'
import { clientOf } from '../support/client.js'
import { databases, databasesFor, type TestDatabase } from '../support/database.js'
import { served } from '../support/served.js'

const who = { user_id: 'anna' }

describe.each(databasesFor(import.meta.url))('what answers show is counted, on $name', (database) => {
  const app = served(database, { RECALL_FLUSH_MS: '100' })
  const client = clientOf(app)
  let violin: string
  let potato: string
  beforeAll(async () => {
    violin = await client.keep(who, 'The violin has a new string.')
    potato = await client.keep(who, 'Potatoes grow behind the shed.')
  })

  const counts = async () =>
    Object.fromEntries((await client.list(who)).memories.map(({ id, access_count }) => [id, access_count]))
  const becomes = (violins: number, potatoes: number) =>
    vi.waitFor(async () => expect(await counts()).toEqual({ [violin]: violins, [potato]: potatoes }), {
      timeout: 5000,
      interval: 30,
    })

  test('by search, get and expand, but not by list; the answer itself does not wait for it', async () => {
    await becomes(0, 0)
    const found = await client.search(who, 'violin string', { threshold: 1 })
    expect(found.memories.map(({ id }) => id)).toEqual([violin])
    await becomes(1, 0)
    await client.fast(who, 'violin string', { threshold: 1 })
    await becomes(2, 0)
    await client.expand(who, [violin, potato])
    await becomes(3, 1)
    const before = await client.get(who, potato)
    expect(before.access_count).toBe(1)
    await becomes(3, 2)
    const after = (await client.list(who)).memories.find(({ id }) => id === potato)
    expect(Date.parse(after?.last_accessed_at ?? '')).toBeGreaterThan(Date.parse(before.created_at))
    await client.list(who)
    await becomes(3, 2)
  })

  test('a memory that was not found is not counted', async () => {
    await client.ask(`/v1/memories/${crypto.randomUUID()}`, who)
    await client.ask(`/v1/memories/${violin}`, { user_id: 'ben' })
    await client.get(who, violin)
    await becomes(4, 2)
    const recalls = await client.log('MemoriesRecalled')
    expect(new Set(recalls.map(({ metadata }) => Reflect.get(metadata, 'userId')))).toEqual(new Set(['anna']))
  })

  test('in one event a user and flush', async () => {
    const before = (await client.log('MemoriesRecalled')).length
    const began = performance.now()
    await Promise.all(Array.from({ length: 20 }, () => client.get(who, violin)))
    await becomes(24, 2)
    // A flush every 50 ms: on a slow machine the twenty take several.
    const flushes = Math.ceil((performance.now() - began) / 50) + 1
    const events = (await client.log('MemoriesRecalled')).slice(before)
    expect(events.length).toBeLessThanOrEqual(flushes)
    expect(new Set(events.map(({ stream }) => stream.replace(/[0-9a-f]{64}$/, '')))).toEqual(
      new Set(['palimpsest-recall-']),
    )
  })
})

test('closing the service writes down what was not yet counted', async () => {
  const [pglite] = databases as readonly [TestDatabase]
  const all = await pglite.open()
  let closing: () => Promise<void> = async () => {}
  const kept = { open: async () => ({ ...all, close: async () => closing() }) }
  const first = await startApp(kept, { RECALL_FLUSH_MS: '60000' })
  const id = await clientOf(first).keep(who, 'The violin has a new string.')
  await clientOf(first).get(who, id)
  await first.close()
  const second = await startApp(kept, { RECALL_FLUSH_MS: '60000' })
  expect((await clientOf(second).get(who, id)).access_count).toBe(1)
  closing = all.close
  await second.close()
})
