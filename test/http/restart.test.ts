import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/postgres/sql.js'
import { startApp } from '../support/app.js'
import { clientOf, readModelOf } from '../support/client.js'
import { databasesFor, type TestDatabase } from '../support/database.js'
import { dump } from '../support/read-model.js'

const anna = { user_id: 'anna' }
const agent = { user_id: 'anna', workspace_id: 'w', agent_id: 'a' }

/** A database that outlives the services on it; `remove` takes it away. */
const lasting = async ({ open }: TestDatabase) => {
  const all = await open()
  return { all, database: { open: async () => ({ ...all, close: async () => {} }) }, remove: all.close }
}

describe.each(databasesFor(import.meta.url))('a service that is started again, on $name', (testDatabase) => {
  let kept: Awaited<ReturnType<typeof lasting>>
  beforeEach(async () => {
    kept = await lasting(testDatabase)
  })
  afterEach(() => kept.remove())

  const fill = async () => {
    const app = await startApp(kept.database)
    const client = clientOf(app)
    const text = 'Anna: I moved to Lisbon.\nBen: I bought a red bicycle.\nAnna: Where do you ride it?'
    const { memoryIds } = await client.tell(anna, text, { session_id: 's', metadata: { topic: 'moving' } })
    await client.tell(agent, 'Ben: The shed leaks.', { visibility: 'restricted', granted_to: ['b'] })
    await client.tell(anna, 'Ben: It was stolen from the shed.', { session_id: 's' })
    await client.remove(anna, String(memoryIds[1]))
    for (const wanted of ['Lisbon', 'bicycle shed']) await client.search(anna, wanted)
    await client.get(anna, String(memoryIds[0]))
    await vi.waitFor(async () => {
      const recalls = (await client.list(anna)).memories.map(({ access_count }) => access_count)
      expect(recalls.reduce((sum, count) => sum + count)).toBe(7)
    }, 20_000)
    return { app, memoryIds }
  }
  const schemas = () => kept.all.within('generations').rows<object>(sql`select hash, number, live from generation`)
  const end = () => kept.all.within('log').rows<object>(sql`select position from head`)

  test('has the same records, trails and positions, and builds nothing anew', async () => {
    const { app, memoryIds } = await fill()
    await app.close()
    const [before, generations, position] = [await dump(await readModelOf(kept.all)), await schemas(), await end()]
    const again = await startApp(kept.database)
    expect(await dump(await readModelOf(kept.all))).toEqual(before)
    expect(await schemas()).toEqual(generations)
    expect(await end()).toEqual(position)
    expect((await clientOf(again).trail(anna, String(memoryIds[1]))).versionCount).toBe(2)
    expect((await clientOf(again).tell(anna, 'Anna: I moved to Lisbon.')).duplicates).toBe(1)
    expect((await clientOf(again).list(anna)).total).toBe(3)
    await again.close()
  })

  test('tells again what it was asked under a key before, also after its read models were built anew', async () => {
    const body = { ...anna, source_site: 'chat', conversation: 'Anna: I moved to Lisbon.' }
    const init = { headers: { 'Idempotency-Key': 'moving' } }
    const app = await startApp(kept.database)
    const first = await app.ask('/v1/memories/ingest/quick', body, init)
    await app.rebuild({ verify: false, dryRun: false }, { report: () => {}, signal: new AbortController().signal })
    await app.close()
    const again = await startApp(kept.database)
    const second = await again.ask('/v1/memories/ingest/quick', body, init)
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    await again.close()
  })

  test('without its read models builds the same rows from the log, recalls included', async () => {
    const { app } = await fill()
    await app.close()
    const before = await dump(await readModelOf(kept.all))
    expect(before.memory_access?.some((row) => !row.includes(',0,'))).toBe(true)
    const schema = `read_${(await schemas()).map((row) => `${Reflect.get(row, 'hash')}_${Reflect.get(row, 'number')}`)}`
    await kept.all.script(`drop schema ${schema} cascade; delete from generations.generation;`)
    const again = await startApp(kept.database)
    expect(await dump(await readModelOf(kept.all))).toEqual(before)
    expect((await clientOf(again).search(anna, 'Lisbon')).count).toBeGreaterThan(0)
    await again.close()
  })

  test('with another prefix is another, empty store; the first is as it was', async () => {
    const { app } = await fill()
    await app.close()
    const other = await startApp(kept.database, { EVENTSTORE_PREFIX: 'other' })
    expect((await clientOf(other).list(anna)).total).toBe(0)
    await clientOf(other).tell(anna, 'Anna: A note of the other store.')
    expect((await clientOf(other).list(anna)).total).toBe(1)
    await other.close()
    const first = await startApp(kept.database)
    expect((await clientOf(first).list(anna)).total).toBe(3)
    await first.close()
  })
})
