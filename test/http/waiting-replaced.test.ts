import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disagreeing } from '../support/agents.js'
import { type RunningApp, startApp } from '../support/app.js'
import { type Client, clientOf } from '../support/client.js'
import { databases } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'

const port = (n: number) => `The API gateway listens on port ${n}.`

describe.each(databases)('what an agent has waiting, on $name', (database) => {
  let app: RunningApp
  let client: Client
  let told: ReturnType<typeof disagreeing>
  beforeAll(async () => {
    app = await startApp(database, { RECALL_FLUSH_MS: '60000' })
    client = clientOf(app)
    told = disagreeing(app, client)
  })
  afterAll(() => app.close())

  test.each(['quick', 'full'])('gives way to its next value, and the conflict goes on about that: %s', async (mode) => {
    const { as } = told.someone()
    const { id, existing, memoryId } = await told.contradict(as, [port(8080), port(9090)])
    const before = (await told.conflicts(as('a'))).conflicts[0]
    const next = mode === 'quick' ? await client.tell(as('b'), port(7070)) : await told.full(as('b'), port(7070))
    const [moved] = next.conflicts ?? []
    expect(moved).toMatchObject({ id, with: existing, memoryId: next.memoryIds[0], reason: 'new_value' })
    const { conflicts, total } = await told.conflicts(as('a'))
    expect([total, conflicts]).toEqual([1, [{ ...before, new_memory_id: moved?.memoryId }]])
    expect(await told.statusOf(as('b'), memoryId)).toBeUndefined()
    expect((await client.trail(as('b'), memoryId)).trail.at(-1)).toMatchObject({ version: 2, action: 'supersede' })
    expect(await told.statusOf(as('b'), String(moved?.memoryId))).toBe('needs_clarification')
    expect((await told.resolve(id, 'resolved_new')).status).toBe(200)
    expect(await told.found(as('c'), 'gateway port')).toEqual([port(7070)])
  })

  test('stays where its agent contradicts something else of the same memory', async () => {
    const { as } = told.someone()
    await client.tell(as('a'), 'The retry limit is 3. The retry limit is 3 and the pool size is 5.')
    const first = await client.tell(as('b'), 'The retry limit is 4.')
    const second = await client.tell(as('b'), 'The retry limit is 3 and the pool size is 6.')
    const opened = [...(first.conflicts ?? []), ...(second.conflicts ?? [])]
    expect(new Set(opened.map(({ id }) => id)).size).toBe(opened.length)
    expect((await told.conflicts(as('a'))).total).toBe(opened.length)
  })

  test.each(['quick', 'full'])('goes when its agent says by now what it contradicted: %s', async (mode) => {
    const { as } = told.someone()
    const { id, existing, memoryId } = await told.contradict(as, [port(8080), port(9090)])
    const more = await told.contradict(as, ['The retry limit is 3.', 'The retry limit is 4.'])
    const again = mode === 'quick' ? await client.tell(as('b'), port(8080)) : await told.full(as('b'), port(8080))
    expect(again).toMatchObject({ memoriesStored: 0, duplicates: 1 })
    const { conflicts } = await told.conflicts(as('a'), { status: 'all' })
    expect(conflicts.find((each) => each.id === id)).toMatchObject({
      status: 'resolved_existing',
      resolved_because: 'retracted',
    })
    expect(conflicts.find((each) => each.id === more.id)).toMatchObject({ status: 'open' })
    expect(await told.statusOf(as('b'), memoryId)).toBeUndefined()
    expect((await client.trail(as('b'), memoryId)).trail.at(-1)).toMatchObject({
      action: 'clarify',
      reason: 'retracted',
    })
    expect(await told.found(as('c'), 'gateway port')).toContain(port(8080))
    expect((await client.trail(as('a'), existing)).versionCount).toBe(1)
  })

  test('stays where others say what it contradicted, or its agent says it once more', async () => {
    const { as } = told.someone()
    const { memoryId } = await told.contradict(as, [port(8080), port(9090)])
    await client.tell(as('c'), port(8080))
    await client.tell(as('a'), port(8080))
    await client.tell(as('b'), port(9090))
    expect((await told.conflicts(as('a'))).total).toBe(1)
    expect(await told.statusOf(as('b'), memoryId)).toBe('needs_clarification')
  })

  test('is not replaced by what another agent says', async () => {
    const { as } = told.someone()
    const { id } = await told.contradict(as, [port(8080), port(9090)])
    const [other] = (await client.tell(as('c'), port(7070))).conflicts ?? []
    expect(other?.id).not.toBe(id)
    expect((await told.conflicts(as('a'))).total).toBe(2)
  })

  test('is one, however often it is told at once', async () => {
    const { as } = told.someone()
    await told.contradict(as, [port(8080), port(9090)])
    await Promise.all([7070, 7071, 7072, 7073].map((n) => client.tell(as('b'), port(n))))
    const { conflicts, total } = await told.conflicts(as('b'))
    expect(total).toBe(1)
    expect(await told.statusOf(as('b'), String(conflicts[0]?.new_memory_id))).toBe('needs_clarification')
  })

  test('that was replaced in one ingest is followed by the last', async () => {
    const { as } = told.someone()
    await client.tell(as('a'), port(8080))
    const { conflicts = [] } = await client.tell(as('b'), `${port(9090)} ${port(7070)}`)
    expect(new Set(conflicts.map(({ id }) => id)).size).toBe(1)
    expect((await told.conflicts(as('a'))).total).toBe(1)
  })

  test('is the same after the read models are built anew', async () => {
    const { rows, live } = await rebuilt(app.databases)
    expect(live).toEqual(rows)
  })
})
