import { describe, expect, test } from 'vitest'
import type { IngestResult } from '../../src/ingest/context.js'
import { disagreementOn } from '../support/agents.js'
import { type Fields, query } from '../support/client.js'
import { databases } from '../support/database.js'
import { rebuilt } from '../support/rebuilt.js'

const port = (n: number) => `The API gateway listens on port ${n}.`

describe.each(databases)('what an agent has waiting, on $name', (database) => {
  const on = disagreementOn(database, { RECALL_FLUSH_MS: '60000' })

  test.each(['quick', 'full'])('gives way to its next value, and the conflict goes on about that: %s', async (mode) => {
    const { as } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [port(8080), port(9090)])
    const before = (await on.told.conflicts(as('a'))).conflicts[0]
    const next = mode === 'quick' ? await on.client.tell(as('b'), port(7070)) : await on.told.full(as('b'), port(7070))
    const [moved] = next.conflicts ?? []
    expect(moved).toMatchObject({ id, with: existing, memoryId: next.memoryIds[0], reason: 'new_value' })
    const { conflicts, total } = await on.told.conflicts(as('a'))
    expect([total, conflicts]).toEqual([1, [{ ...before, new_memory_id: moved?.memoryId }]])
    expect(await on.told.statusOf(as('b'), memoryId)).toBeUndefined()
    expect((await on.client.trail(as('b'), memoryId)).trail.at(-1)).toMatchObject({ version: 2, action: 'supersede' })
    expect(await on.told.statusOf(as('b'), String(moved?.memoryId))).toBe('needs_clarification')
    expect((await on.told.resolve(id, 'resolved_new')).status).toBe(200)
    expect(await on.told.found(as('c'), 'gateway port')).toEqual([port(7070)])
  })

  test('stays where its agent contradicts something else of the same memory', async () => {
    const { as } = on.told.someone()
    await on.client.tell(as('a'), 'The retry limit is 3. The retry limit is 3 and the pool size is 5.')
    const first = await on.client.tell(as('b'), 'The retry limit is 4.')
    const second = await on.client.tell(as('b'), 'The retry limit is 3 and the pool size is 6.')
    const opened = [...(first.conflicts ?? []), ...(second.conflicts ?? [])]
    expect(new Set(opened.map(({ id }) => id)).size).toBe(opened.length)
    expect((await on.told.conflicts(as('a'))).total).toBe(opened.length)
  })

  test.each(['quick', 'full'])('goes when its agent says by now what it contradicted: %s', async (mode) => {
    const { as } = on.told.someone()
    const { id, existing, memoryId } = await on.told.contradict(as, [port(8080), port(9090)])
    const more = await on.told.contradict(as, ['The retry limit is 3.', 'The retry limit is 4.'])
    const again = mode === 'quick' ? await on.client.tell(as('b'), port(8080)) : await on.told.full(as('b'), port(8080))
    expect(again).toMatchObject({ memoriesStored: 1, duplicates: 0 })
    const { conflicts } = await on.told.conflicts(as('a'), { status: 'all' })
    expect(conflicts.find((each) => each.id === id)).toMatchObject({
      status: 'resolved_existing',
      resolved_because: 'retracted',
    })
    expect(conflicts.find((each) => each.id === more.id)).toMatchObject({ status: 'open' })
    expect(await on.told.statusOf(as('b'), memoryId)).toBeUndefined()
    expect((await on.client.trail(as('b'), memoryId)).trail.at(-1)).toMatchObject({
      action: 'clarify',
      reason: 'retracted',
    })
    expect(await on.told.found(as('c'), 'gateway port')).toContain(port(8080))
    expect((await on.client.trail(as('a'), existing)).versionCount).toBe(1)
  })

  test('stays where others say what it contradicted, or its agent says it once more', async () => {
    const { as } = on.told.someone()
    const { memoryId } = await on.told.contradict(as, [port(8080), port(9090)])
    await on.client.tell(as('c'), port(8080))
    await on.client.tell(as('a'), port(8080))
    await on.client.tell(as('b'), port(9090))
    expect((await on.told.conflicts(as('a'))).total).toBe(1)
    expect(await on.told.statusOf(as('b'), memoryId)).toBe('needs_clarification')
  })

  test('goes when its message is edited, and the conflict with it; what takes its place is linked', async () => {
    const { as } = on.told.someone()
    await on.client.tell(as('a'), port(8080))
    const send = async (content: string) => {
      const messages = [{ id: 'm1', role: 'user', content }]
      const body = { ...as('b'), source_site: 'chat', session_id: 's', messages }
      return (await on.app.ask<IngestResult>('/v1/memories/ingest/quick', body)).body
    }
    const [waiting = ''] = (await send(port(9090))).memoryIds
    expect(await on.told.statusOf(as('b'), waiting)).toBe('needs_clarification')
    const { memoryIds, conflicts } = await send('We have no gateway of our own any more.')
    expect(conflicts).toBeUndefined()
    expect((await on.client.trail(as('b'), waiting)).trail.at(-1)).toMatchObject({
      action: 'supersede',
      reason: 'edited',
    })
    expect((await on.told.conflicts(as('a'))).total).toBe(0)
    const links = await on.app.ask<{ links: readonly Fields[] }>(`/v1/memories/${memoryIds[0]}/links?${query(as('b'))}`)
    expect(links.body.links.map(({ kind }) => kind)).toContain('supersedes')
  })

  test('is not replaced by what another agent says', async () => {
    const { as } = on.told.someone()
    const { id } = await on.told.contradict(as, [port(8080), port(9090)])
    const [other] = (await on.client.tell(as('c'), port(7070))).conflicts ?? []
    expect(other?.id).not.toBe(id)
    expect((await on.told.conflicts(as('a'))).total).toBe(2)
  })

  test('is one, however often it is told at once', async () => {
    const { as } = on.told.someone()
    await on.told.contradict(as, [port(8080), port(9090)])
    await Promise.all([7070, 7071, 7072, 7073].map((n) => on.client.tell(as('b'), port(n))))
    const { conflicts, total } = await on.told.conflicts(as('b'))
    expect(total).toBe(1)
    expect(await on.told.statusOf(as('b'), String(conflicts[0]?.new_memory_id))).toBe('needs_clarification')
  })

  test('that was replaced in one ingest is followed by the last', async () => {
    const { as } = on.told.someone()
    await on.client.tell(as('a'), port(8080))
    const { conflicts = [] } = await on.client.tell(as('b'), `Ana: ${port(9090)}\nAna: ${port(7070)}`)
    expect(new Set(conflicts.map(({ id }) => id)).size).toBe(1)
    expect((await on.told.conflicts(as('a'))).total).toBe(1)
  })

  test('is the same after the read models are built anew', async () => {
    const { rows, live } = await rebuilt(on.app.databases)
    expect(live).toEqual(rows)
  })
})
