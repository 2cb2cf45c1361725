import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DomainEvent } from '../../src/domain/all-events.js'
import { encode } from '../../src/event-store/codec.js'
import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'
import type { ReadModel } from '../../src/projector/apply/apply-events.js'
import { CheckpointMoved } from '../../src/projector/apply/checkpoint.js'
import { ForeignReadModel } from '../../src/projector/generations/foreign-read-model.js'
import { ProjectorStopped } from '../../src/projector/progress.js'
import { databases } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { memories, memory, openProjecting, soon, streams } from '../support/projecting.js'
import { dump, LOG_ID, openReadModel, writes } from '../support/read-model.js'
import { samples } from '../support/samples.js'
import { unopposed } from '../support/unopposed.js'

// One database will do: what differs between them is tested where batches are, and with the whole service.
describe.each(databases.slice(-1))('the projector on $name', (database) => {
  let log: Awaited<ReturnType<typeof openProjecting>>
  beforeEach(async () => {
    log = await openProjecting(database)
  })
  afterEach(() => log.close())

  test('stops at an event of the log.store itself that it cannot apply', async () => {
    const [opened] = encode([samples.StoreOpened as DomainEvent], 'no-stream')
    await log.store.append(streams.store, 'any', opened ? [{ ...opened, type: 'StoreDreamt' }] : [])
    const projector = log.start()
    await expect(projector.reached(1n, soon())).rejects.toThrow(ProjectorStopped)
    expect(projector.state()).toBe('stopped')
    expect(log.said.stopped).toMatchObject([{ position: 1n }])
  })

  test('stops at a gap in a stream', async () => {
    const last = await log.append(memory(1))
    await log.db.within('log').rows(sql`update stream set revision = revision + 1`)
    await log.append(memory(2))
    const projector = log.start()
    await expect(projector.reached(last + 1n, soon())).rejects.toThrow('stopped at position 2')
    expect(log.said.stopped).toMatchObject([{ message: expect.stringContaining('lacks 1') }])
    expect(await log.ids()).toEqual(memories(1))
  })

  test.each([
    ['one projects and the other shows what it has done', ({ lock, listen }: Databases) => ({ lock, listen })],
    ['either may win where no lock keeps them apart', unopposed],
  ])('of two on the same read log.model %s: the rows are those of one', async (_, locksOf) => {
    const locks = locksOf(log.db)
    const two = [log.start({ locks }), log.start({ locks })]
    let last = 0n
    for (let n = 0; n < 30; n += 3) {
      last = await log.append(memory(n), memory(n + 1), memory(n + 2))
      if (n % 2 === 0) await two[n % 4 === 0 ? 0 : 1]?.reached(last, soon())
    }
    await Promise.all(two.map((projector) => projector.reached(last, soon())))
    expect(two.map((projector) => projector.state())).toEqual(['running', 'running'])
    const alone = await openReadModel(log.db, 2)
    const third = log.start(alone)
    await third.reached(last, soon())
    expect(await dump(log.model.db)).toEqual(await dump(alone.db))
    expect(log.said.stopped).toEqual([])
  })

  test('reads a checkpoint that another has moved again, and goes on from there', async () => {
    await log.append(memory(1))
    let others = 0
    const moved: ReadModel['db'] = {
      ...log.model.db,
      transaction: async (work) => {
        if (others++ === 0) throw new CheckpointMoved('start')
        return log.model.db.transaction(work)
      },
      rows: async (statement) => {
        if (writes(statement) && others++ === 0) throw new CheckpointMoved('start')
        return log.model.db.rows(statement)
      },
    }
    const last = await log.append(memory(2))
    await log.start({ db: moved }).reached(last, soon())
    expect(await log.ids()).toEqual(memories(1, 2))
    expect(log.said).toEqual({ retrying: [], stopped: [], parked: [], resumed: [] })
  })

  test('tries again when the machine is to blame, and says so meanwhile, but not each time that it projects', async () => {
    const last = await log.append(memory(1))
    let broken = true
    const needRoom = () => {
      if (broken) throw Object.assign(new Error('no room left'), { code: '53100' })
    }
    const flaky: ReadModel['db'] = {
      ...log.model.db,
      rows: async (statement) => {
        if (writes(statement)) needRoom()
        return log.model.db.rows(statement)
      },
      transaction: async (work) => {
        needRoom()
        return log.model.db.transaction(work)
      },
    }
    let leads = 0
    const projector = log.start({ db: flaky, leads: () => void leads++ })
    await vi.waitFor(() => expect(log.said.retrying).toHaveLength(3), 60_000)
    expect(projector.state()).toBe('retrying')
    expect(await log.ids()).toEqual([])
    broken = false
    await projector.reached(last, soon())
    expect(projector.state()).toBe('running')
    expect(leads).toBe(1)
  })

  test('is well again as soon as it can read the log, whether there is anything to apply or not', async () => {
    await log.append(memory(1))
    let broken = true
    const first = log.start()
    await first.reached(1n, soon())
    await first.close()
    const second = log.start({}, (after, signal) => {
      if (broken) throw Object.assign(new Error('connection lost'), { code: '08006' })
      return log.store.follow(after, signal)
    })
    await vi.waitFor(() => expect(log.said.retrying).toHaveLength(1), 60_000)
    broken = false
    await vi.waitFor(() => expect(second.state()).toBe('running'), { timeout: 60_000 })
  })

  test('refuses read models of another log, and those that are ahead of it', async () => {
    const last = await log.append(memory(1))
    await expect(log.start({ logId: uuid('another log') }).reached(last, soon())).rejects.toThrow(
      `these read models belong to log ${LOG_ID}, not ${uuid('another log')}`,
    )
    await log.model.db.rows(sql`
      update checkpoint
      set position = 99, stream = ${streams.store}, revision = 98, event_id = ${uuid('another event')}`)
    await expect(log.start().reached(100n, soon())).rejects.toThrow(
      'The log ends at position 1, but the read models were built up to 99',
    )
    expect(log.said.stopped.every((fault) => fault instanceof ForeignReadModel)).toBe(true)
    expect(await log.ids()).toEqual([])
  })

  /** Puts another event where the last one was, as in a log that was restored and has grown since; or the right one back. */
  const replaceLast = (id: string) =>
    log.db.within('log').rows(sql`update event set id = ${id} where position = (select position from head)`)

  test('notices that the log was replaced while it follows it, and goes on when the right one is back', async () => {
    const last = await log.append(memory(1))
    const right = await log.db.within('log').rows<{ id: string }>(sql`select id from event where position = ${last}`)
    const projector = log.start({ resumeMs: 20 })
    await projector.reached(last, soon())
    await replaceLast(uuid('another event'))
    await vi.waitFor(() => expect(projector.state()).toBe('stopped'), { timeout: 60_000 })
    expect(projector.fault()?.message).toMatch(
      /^The log does not hold the event at position 1 that the read models were/,
    )
    await expect(projector.reached(last + 1n, soon())).rejects.toThrow('palimpsest rebuild')
    await replaceLast(right[0]?.id ?? '')
    await vi.waitFor(() => expect(projector.state()).toBe('running'), { timeout: 10_000 })
    await projector.reached(await log.append(memory(2)), soon())
    expect(await log.ids()).toEqual(memories(1, 2))
  })

  test('does not believe another projector that has not noticed yet that the log was replaced', async () => {
    const last = await log.append(memory(1))
    await log.start().reached(last, soon())
    await replaceLast(uuid('another event'))
    await expect(log.start().reached(last, soon())).rejects.toThrow('The log does not hold the event at position 1')
  })
})
