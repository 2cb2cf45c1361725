import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRecalls, type Receipts } from '../../src/commands/record-recalls.js'
import { decode } from '../../src/event-store/codec.js'
import { type EventStore, EventStoreUnavailable } from '../../src/event-store/event-store.js'
import type { Databases } from '../../src/postgres/database.js'
import { databases } from '../support/database.js'
import { uuid } from '../support/histories.js'
import { openLog } from '../support/log.js'
import { plainStreams } from '../support/prefix.js'

const streams = plainStreams('test')

describe.each(databases.slice(-1))('recalls', ({ open }) => {
  let db: Databases
  let store: EventStore
  let users = 0
  let closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    db = await open()
    store = await openLog(db)
  })
  afterEach(async () => {
    for (const close of closing) await close()
    closing = []
  })
  afterAll(async () => {
    await store.close()
    await db.close()
  })

  const given = (append: EventStore['append'] = store.append, flushMs = 60_000, receipts: Receipts = 'ids') => {
    let commands = 0
    const prefix = `${users++}`
    const failed: unknown[] = []
    const recalls = createRecalls({
      store: { ...store, append },
      streams,
      now: () => '2026-01-02T03:04:05.678Z',
      newId: () => uuid(`command ${prefix} ${commands++}`),
      newRecallId: () => v7(),
      receipts,
      failed: (error) => failed.push(error),
      flushMs,
    })
    closing.push(recalls.close)
    return { ...recalls, failed, anna: `anna ${prefix}`, ben: `ben ${prefix}` }
  }
  /** What the log holds of the user: each event as memory and times. */
  const logged = async (user: string) => {
    const events: Record<string, number>[] = []
    for await (const recorded of store.read(streams.recall(user))) {
      const event = decode(recorded)
      if (event.type !== 'MemoriesRecalled') throw new Error(event.type)
      expect(event.metadata.userId).toBe(user)
      events.push(Object.fromEntries(event.data.recalls.map(({ memoryId, times }) => [memoryId, times])))
    }
    return events
  }
  const [one, two] = [uuid('one'), uuid('two')]

  test('of many answers are one event a user and flush', async () => {
    const { recalled, flush, anna, ben } = given()
    for (let i = 0; i < 50; i++) recalled(anna, i % 5 === 0 ? [one, two] : [one])
    recalled(ben, [two])
    expect(await logged(anna)).toEqual([])
    await flush()
    expect(await logged(anna)).toEqual([{ [one]: 50, [two]: 10 }])
    expect(await logged(ben)).toEqual([{ [two]: 1 }])
    await flush()
    expect(await logged(anna)).toHaveLength(1)
  })

  test('of nothing are nothing', async () => {
    const { recalled, flush, anna } = given()
    recalled(anna, [])
    await flush()
    expect(await logged(anna)).toEqual([])
  })

  test('are flushed by themselves, and when closed', async () => {
    const { recalled, close, anna } = given(store.append, 20)
    recalled(anna, [one])
    await vi.waitFor(async () => expect(await logged(anna)).toEqual([{ [one]: 1 }]), 60_000)
    recalled(anna, [two])
    await close()
    expect((await logged(anna)).at(-1)).toEqual({ [two]: 1 })
  })

  test('whose outcome is unknown are tried again, and not counted twice', async () => {
    let cut = true
    const append: EventStore['append'] = async (...asked) => {
      const appended = await store.append(...asked)
      if (cut) throw new EventStoreUnavailable('the answer was lost')
      return appended
    }
    const { recalled, flush, failed, anna } = given(append)
    recalled(anna, [one])
    await flush()
    expect(failed).toHaveLength(1)
    cut = false
    recalled(anna, [two])
    await flush()
    await flush()
    expect(await logged(anna)).toEqual([{ [one]: 1 }, { [two]: 1 }])
  })

  test('that the log did not take are there with the next flush', async () => {
    let down = true
    const append: EventStore['append'] = async (...asked) => {
      if (down) throw new EventStoreUnavailable('down')
      return store.append(...asked)
    }
    const { recalled, flush, anna } = given(append)
    recalled(anna, [one])
    await flush()
    recalled(anna, [one])
    await flush()
    expect(await logged(anna)).toEqual([])
    down = false
    await flush()
    expect(await logged(anna)).toEqual([{ [one]: 1 }, { [one]: 1 }])
  })

  test('of more than a thousand memories are several events of one append', async () => {
    const { recalled, flush, anna } = given()
    recalled(
      anna,
      Array.from({ length: 2500 }, (_, i) => uuid(`memory ${i}`)),
    )
    await flush()
    expect((await logged(anna)).map((event) => Object.keys(event).length)).toEqual([1000, 1000, 500])
  })
})
