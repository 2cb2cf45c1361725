import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { concurrentDatabases } from '../support/database.js'

const MANY = Array.from({ length: 25 }, (_, i) => i)

describe.each(concurrentDatabases)('many at once, on $name', (database) => {
  let close: () => Promise<void>
  let client: Client
  beforeAll(async () => {
    const app = await startApp(database)
    close = app.close
    client = clientOf(app)
  })
  afterAll(() => close())

  test('twenty-five identical conversations are one memory', async () => {
    const who = { user_id: 'same' }
    const answers = await Promise.all(MANY.map(() => client.tell(who, 'Anna: The violin has a new string.')))
    expect(answers.map(({ memoriesStored, duplicates }) => memoriesStored + duplicates)).toEqual(MANY.map(() => 1))
    const ids = answers.flatMap(({ memoryIds }) => memoryIds)
    expect(ids).toHaveLength(1)
    expect((await client.list(who)).memories.map(({ id }) => id)).toEqual(ids)
  })

  test('twenty-five identical texts of five agents who share them are one memory of each', async () => {
    const as = (i: number) => ({ user_id: 'team', workspace_id: 'w', agent_id: `agent ${i % 5}` })
    await Promise.all(MANY.map((i) => client.tell(as(i), 'Anna: The violin has a new string.')))
    expect((await client.list(as(0))).total).toBe(5)
    expect((await client.search(as(0), 'violin string')).count).toBe(1)
  })

  test('twenty-five different conversations of one user are all there', async () => {
    const who = { user_id: 'different' }
    const answers = await Promise.all(
      MANY.map((i) =>
        client.tell(who, `Anna: Parcel ${i} goes to house ${i * 7}.\nBen: Box ${i} stays in cellar ${i * 3}.`),
      ),
    )
    const ids = answers.flatMap(({ memoryIds }) => memoryIds)
    const { memories, total } = await client.list(who)
    expect(total).toBe(2 * MANY.length)
    expect(memories.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect((await client.stats(who)).count).toBe(2 * MANY.length)
  })

  test('five users with five conversations each get nothing of one another', async () => {
    const who = (i: number) => ({ user_id: `user ${i % 5}` })
    await Promise.all(MANY.map((i) => client.tell(who(i), `Anna: Parcel ${i} goes to house ${i * 7}.`)))
    for (const i of MANY.slice(0, 5)) {
      const { memories } = await client.list(who(i))
      const numbers = memories.map(({ content }) => Number(/Parcel (\d+)/.exec(content)?.[1]) % 5)
      expect(numbers).toEqual([i, i, i, i, i])
    }
  })

  test('of twenty-five who delete one memory one succeeds', async () => {
    const who = { user_id: 'delete' }
    const id = await client.keep(who, 'The violin has a new string.')
    const statuses = await Promise.all(MANY.map(async () => (await client.remove(who, id)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(MANY.length - 1)
    expect((await client.trail(who, id)).trail.map(({ action }) => action)).toEqual(['add', 'delete'])
  })

  test('the log holds every stream without a gap, and time in it never runs backwards', async () => {
    const last = new Map<string, { revision: bigint; at: string }>()
    for (const { stream, revision, metadata } of await client.log()) {
      const { at } = metadata as unknown as { at: string }
      const before = last.get(stream)
      expect(revision).toBe((before?.revision ?? -1n) + 1n)
      if (stream.includes('-bank-')) expect(at >= (before?.at ?? '')).toBe(true)
      last.set(stream, { revision, at })
    }
  })
})
