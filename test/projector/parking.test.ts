import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReadModel } from '../../src/projector/apply/apply-events.js'
import { databases } from '../support/database.js'
import { memories, memory, openProjecting, soon, stored, streams } from '../support/projecting.js'
import { dump, openReadModel, writes } from '../support/read-model.js'

// One database will do: what differs between them is tested where batches are, and with the whole service.
describe.each(databases.slice(-1))('parking on $name', (database) => {
  let log: Awaited<ReturnType<typeof openProjecting>>
  beforeEach(async () => {
    log = await openProjecting(database)
  })
  afterEach(() => log.close())

  test.each([
    ['of an unknown type', { ...stored, type: 'MemoryForgotten' }],
    ['of another form', { ...stored, data: { content: 'what is this' } }],
    ['of a newer schema', { ...stored, metadata: { ...stored.metadata, schema: 99 } }],
    ['that the database refuses', { ...stored, data: { ...stored.data, observedAt: '0000-01-01T00:00:00Z' } }],
  ])('parks the user of an event %s, has applied all before it in the same batch, and goes on', async (_, event) => {
    await log.append(memory(1))
    const last = await log.append(memory(2), memory(3))
    await log.smuggle(event)
    await log.append(memory(4))
    const others = await log.appendTo('ben', memory(5))
    const projector = log.start()
    await projector.reached(others, soon())
    expect(projector.state()).toBe('running')
    expect(log.said.parked).toMatchObject([{ position: last + 1n }])
    expect([
      projector.parked(),
      projector.isParked(streams.bank('anna')),
      projector.isParked(streams.recall('anna')),
    ]).toEqual([1, true, true])
    expect(projector.isParked(streams.bank('ben'))).toBe(false)
    expect(await log.ids()).toEqual(memories(1, 2, 3, 5))
  })

  test('takes a parked user in again when the event can be applied, with all that came after it', async () => {
    const last = await log.append(memory(1))
    await log.smuggle({ ...stored, type: 'MemoryForgotten' })
    const after = await log.append(memory(4))
    const first = log.start()
    await first.reached(after, soon())
    expect(await log.ids()).toEqual(memories(1))
    await first.close()
    const second = log.start()
    await second.reached(after, soon())
    await second.close()
    expect(await log.ids(), 'a restart alone mends nothing').toEqual(memories(1))
    await log.mend(last + 1n, memory(2))
    const third = log.start()
    await third.reached(await log.appendTo('ben', memory(5)), soon())
    expect(third.parked()).toBe(0)
    expect(log.said.resumed).toEqual([streams.bank('anna')])
    const alone = await openReadModel(log.db, 2)
    await log.start(alone).reached(after + 1n, soon())
    expect(await dump(log.model.db)).toEqual(await dump(alone.db))
    expect(await log.ids()).toEqual(memories(1, 2, 4, 5))
  })

  test('parks nobody when the machine is to blame', async () => {
    const last = await log.append(memory(1))
    const noRoom = async () => {
      throw Object.assign(new Error('no room left'), { code: '53100' })
    }
    const full: ReadModel['db'] = {
      ...log.model.db,
      rows: (statement) => (writes(statement) ? noRoom() : log.model.db.rows(statement)),
      transaction: noRoom,
    }
    const projector = log.start({ db: full })
    await vi.waitUntil(() => projector.state() === 'retrying', 20_000)
    await expect(projector.reached(last, AbortSignal.timeout(100))).rejects.toThrow()
    expect([projector.state(), projector.parked(), log.said.parked]).toEqual(['retrying', 0, []])
  })
})
