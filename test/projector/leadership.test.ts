import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EventStore } from '../../src/event-store/event-store.js'
import { sql } from '../../src/postgres/sql.js'
import { databases } from '../support/database.js'
import { depose, leadersOf, nextLeader } from '../support/leader.js'
import { memories, memory, openProjecting, soon, streams } from '../support/projecting.js'
import { dump, openReadModel } from '../support/read-model.js'
import { samples } from '../support/samples.js'

const servers = databases.filter(({ name }) => name === 'Postgres')

describe.skipIf(servers.length === 0).each(servers)('of several projectors of one read model on $name', (database) => {
  let log: Awaited<ReturnType<typeof openProjecting>>
  beforeEach(async () => {
    log = await openProjecting(database)
  })
  afterEach(() => log.close())

  /** A projector, and whether it has ever read the log. */
  const start = () => {
    let readings = 0
    const follow: EventStore['follow'] = (after, signal) => {
      readings++
      return log.store.follow(after, signal)
    }
    return { ...log.start({}, follow), readings: () => readings }
  }
  const startLeader = async () => {
    const leader = start()
    await vi.waitFor(() => expect(leader.readings()).toBe(1), 60_000)
    return leader
  }
  const rowsOfOne = async (last: bigint) => {
    const alone = await openReadModel(log.db, 2)
    await log.start(alone).reached(last, soon())
    return dump(alone.db)
  }

  test('one reads the log and projects; the others show what it has done, and have the lock when it ends', async () => {
    const leader = await startLeader()
    const others = [start(), start()]
    let last = 0n
    for (let n = 0; n < 10; n++) {
      last = await log.append(memory(n))
      await Promise.all(others.map(({ reached }) => reached(last, soon())))
      expect(await log.ids()).toHaveLength(n + 1)
    }
    expect(others.map(({ readings, state, position }) => [readings(), state(), position()])).toEqual([
      [0, 'running', last],
      [0, 'running', last],
    ])
    expect(await leadersOf(log.db)).toHaveLength(1)
    await leader.close()
    last = await log.append(memory(10))
    await Promise.all(others.map(({ reached }) => reached(last, soon())))
    expect(others.map(({ readings }) => readings()).sort()).toEqual([0, 1])
    expect(await dump(log.model.db)).toEqual(await rowsOfOne(last))
    expect(log.said).toEqual({ retrying: [], stopped: [], parked: [], resumed: [] })
  })

  test('another takes over when the connection of the one that leads is ended', async () => {
    const leader = await startLeader()
    const other = start()
    let last = await log.append(memory(1))
    await other.reached(last, soon())
    const before = await depose(log.db)
    const { ms } = await nextLeader(log.db, before)
    console.log(`an ended connection: another leads after ${ms} ms`)
    expect(ms).toBeLessThan(5000)
    last = await log.append(memory(2))
    await Promise.all([leader.reached(last, soon()), other.reached(last, soon())])
    expect([leader.readings(), other.readings()]).toEqual([1, 1])
    expect([leader.state(), other.state()]).toEqual(['running', 'running'])
    expect(await dump(log.model.db)).toEqual(await rowsOfOne(last))
  })

  test('nothing is lost or doubled while the lock is taken from one after the other', async () => {
    const all = [await startLeader(), start(), start()]
    let last = 0n
    const writing = (async () => {
      for (let n = 0; n < 300; n += 3) last = await log.append(memory(n), memory(n + 1), memory(n + 2))
    })()
    for (let n = 0; n < 4; n++) {
      const before = await depose(log.db)
      await nextLeader(log.db, before)
    }
    await writing
    await Promise.all(all.map(({ reached }) => reached(last, soon())))
    expect(await dump(log.model.db)).toEqual(await rowsOfOne(last))
    expect(log.said.stopped).toEqual([])
  })

  test('those that stand by know who is parked and who goes on, and do not look after them', async () => {
    const leader = await startLeader()
    const other = start()
    const first = await log.append(memory(1))
    await log.smuggle({ type: 'MemoryDreamt', data: {}, metadata: samples.MemoryStored?.metadata ?? {} })
    const after = await log.appendTo('ben', memory(3))
    await Promise.all([leader.reached(after, soon()), other.reached(after, soon())])
    expect(leader.parked()).toBe(1)
    expect([other.parked(), other.isParked(streams.bank('anna')), other.isParked(streams.recall('anna'))]).toEqual([
      1,
      true,
      true,
    ])
    expect(log.said.parked).toHaveLength(1)
    await log.mend(first + 1n, memory(2))
    const third = start()
    await vi.waitFor(() => expect(third.parked()).toBe(1), { timeout: 60_000 })
    await leader.close()
    await vi.waitFor(() => expect([other.parked(), third.parked()]).toEqual([0, 0]), { timeout: 60_000 })
    expect(log.said.resumed).toEqual([streams.bank('anna')])
    expect(await log.ids()).toEqual(memories(1, 2, 3))
  })

  test('one that has stopped lets another try, which stops too', async () => {
    await log.append(memory(1))
    await log.db.within('log').rows(sql`update stream set revision = revision + 1`)
    const last = await log.append(memory(2))
    const all = [start(), start()]
    for (const one of all) await expect(one.reached(last, soon())).rejects.toThrow('stopped at position 2')
    expect(await leadersOf(log.db)).toEqual([])
  })
})
