import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/events.js'
import { encode } from '../../src/event-store/codec.js'
import type { EventStore } from '../../src/event-store/event-store.js'
import { streamsOf } from '../../src/event-store/streams.js'
import type { Databases } from '../../src/postgres/database.js'
import { isDataFault } from '../../src/postgres/faults.js'
import { sql } from '../../src/postgres/sql.js'
import { ProjectorStopped } from '../../src/projector/progress.js'
import { CheckpointMoved, type ReadModel } from '../../src/projector/project-batch.js'
import { ForeignReadModel, type Projector, startProjector } from '../../src/projector/projector.js'
import { databases } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { openLog } from '../support/log.js'
import { dump, LOG_ID, openReadModel } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const streams = streamsOf('test')
const soon = () => AbortSignal.timeout(10_000)
const stored = samples.MemoryStored
if (stored?.type !== 'MemoryStored') throw new Error('the samples have changed')
const memory = (n: number, data = {}): DomainEvent => ({
  ...stored,
  metadata: { ...stored.metadata, commandId: uuid(`command ${n}`), memoryId: uuid(`memory ${n}`) },
  data: { ...stored.data, grantedTo: [], ...data },
})

// One database will do: what differs between them is tested where batches are, and with the whole service.
describe.each(databases.slice(-1))('the projector on $name', ({ open }) => {
  let db: Databases
  let store: EventStore
  let model: ReadModel
  let running: Projector[]
  const said: { retrying: unknown[]; stopped: Error[] } = { retrying: [], stopped: [] }
  beforeEach(async () => {
    db = await open()
    store = await openLog(db)
    model = await openReadModel(db)
    running = []
    said.retrying = []
    said.stopped = []
  })
  afterEach(async () => {
    await Promise.all(running.map((projector) => projector.close()))
    await store.close()
    await db.close()
  })

  const start = (over: Partial<ReadModel> = {}, follow: EventStore['follow'] = store.follow): Projector => {
    const projector = startProjector({
      store: { ...store, follow },
      model: { ...model, ...over },
      isDataFault,
      log: {
        progress: () => {},
        retrying: (error) => said.retrying.push(error),
        stopped: (fault) => said.stopped.push(fault),
      },
    })
    running.push(projector)
    return projector
  }
  const append = async (...events: readonly DomainEvent[]) =>
    (await store.append(streams.bank('anna'), 'any', encode(events, 'any'))).position
  /** An event that no version of the code has written, in a sound log. */
  const smuggle = async (event: { readonly type: string; readonly data: unknown; readonly metadata: object }) => {
    const metadata = JSON.stringify({ schema: 1, append: { index: 0, count: 1 }, ...event.metadata })
    await db.within('log').rows(sql`
      with next as (update head set position = position + 1 returning position),
      moved as (update stream set revision = revision + 1 where name = ${streams.bank('anna')} returning name, revision)
      insert into event (position, stream, revision, id, type, data, metadata, bytes)
      select position, name, revision, ${randomUUID()}, ${event.type}, ${JSON.stringify(event.data)}::json,
             ${metadata}::json, 100
      from next, moved`)
  }
  const ids = async () => (await model.db.rows<{ id: string }>(sql`select id from memory`)).map(({ id }) => id).sort()
  const memories = (...numbers: readonly number[]) => numbers.map((n) => uuid(`memory ${n}`)).sort()

  test.each([
    ['of an unknown type', { ...stored, type: 'MemoryForgotten' }],
    ['of another form', { ...stored, data: { content: 'what is this' } }],
    ['of a newer schema', { ...stored, metadata: { ...stored.metadata, schema: 99 } }],
    ['that the database refuses', { ...stored, data: { ...stored.data, observedAt: '0000-01-01T00:00:00Z' } }],
  ])('stops at an event %s, names it, and has applied all before it in the same batch', async (_, event) => {
    await append(memory(1))
    const last = await append(memory(2), memory(3))
    await smuggle(event)
    await append(memory(4))
    const projector = start()
    await projector.reached(last, soon())
    await expect(projector.reached(last + 1n, soon())).rejects.toThrow(ProjectorStopped)
    await expect(projector.reached(last + 2n, soon())).rejects.toThrow(`position ${last + 1n}`)
    expect(projector.state()).toBe('stopped')
    expect(projector.position()).toBe(last)
    expect(said.stopped).toMatchObject([{ position: last + 1n }])
    expect(await ids()).toEqual(memories(1, 2, 3))
  })

  test('stops at a gap in a stream', async () => {
    const last = await append(memory(1))
    await db.within('log').rows(sql`update stream set revision = revision + 1`)
    await append(memory(2))
    const projector = start()
    await expect(projector.reached(last + 1n, soon())).rejects.toThrow('lacks 1')
    expect(await ids()).toEqual(memories(1))
  })

  test('of two on the same read model either may win: the rows are those of one', async () => {
    const two = [start(), start()]
    let last = 0n
    for (let n = 0; n < 30; n += 3) {
      last = await append(memory(n), memory(n + 1), memory(n + 2))
      if (n % 2 === 0) await two[n % 4 === 0 ? 0 : 1]?.reached(last, soon())
    }
    await Promise.all(two.map((projector) => projector.reached(last, soon())))
    expect(two.map((projector) => projector.state())).toEqual(['running', 'running'])
    const alone = await openReadModel(db, 2)
    const third = start(alone)
    await third.reached(last, soon())
    expect(await dump(model.db)).toEqual(await dump(alone.db))
    expect(said.stopped).toEqual([])
  })

  test('reads a checkpoint that another has moved again, and goes on from there', async () => {
    await append(memory(1))
    let others = 0
    const moved: ReadModel['db'] = {
      ...model.db,
      transaction: async (work) => {
        if (others++ === 0) throw new CheckpointMoved('by another')
        return model.db.transaction(work)
      },
    }
    const last = await append(memory(2))
    await start({ db: moved }).reached(last, soon())
    expect(await ids()).toEqual(memories(1, 2))
    expect(said).toEqual({ retrying: [], stopped: [] })
  })

  test('tries again when the machine is to blame, and says so meanwhile', async () => {
    const last = await append(memory(1))
    let broken = true
    const flaky: ReadModel['db'] = {
      ...model.db,
      transaction: async (work) => {
        if (broken) throw Object.assign(new Error('no room left'), { code: '53100' })
        return model.db.transaction(work)
      },
    }
    const projector = start({ db: flaky })
    await vi.waitFor(() => expect(projector.state()).toBe('retrying'))
    expect(await ids()).toEqual([])
    broken = false
    await projector.reached(last, soon())
    expect(projector.state()).toBe('running')
    expect(said.retrying.length).toBeGreaterThan(0)
  })

  test('is well again as soon as it can read the log, whether there is anything to apply or not', async () => {
    await append(memory(1))
    let broken = true
    const first = start()
    await first.reached(1n, soon())
    await first.close()
    const second = start({}, (after, signal) => {
      if (broken) throw Object.assign(new Error('connection lost'), { code: '08006' })
      return store.follow(after, signal)
    })
    await vi.waitFor(() => expect(said.retrying).toHaveLength(1))
    broken = false
    await vi.waitFor(() => expect(second.state()).toBe('running'), { timeout: 3000 })
  })

  test('refuses read models of another log, and those that are ahead of it', async () => {
    const last = await append(memory(1))
    await expect(start({ logId: uuid('another log') }).reached(last, soon())).rejects.toThrow(
      `these read models belong to log ${LOG_ID}, not ${uuid('another log')}`,
    )
    await model.db.rows(sql`update checkpoint set position = 99`)
    await expect(start().reached(100n, soon())).rejects.toThrow('at position 99 of a log that ends at 1')
    expect(said.stopped.every((fault) => fault instanceof ForeignReadModel)).toBe(true)
    expect(await ids()).toEqual([])
  })
})
