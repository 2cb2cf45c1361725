import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import type { EventStore, Position } from '../../../src/event-store/event-store.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { batchesOf, UnfinishedAppend } from '../../../src/event-store/log-range.js'
import { type FaultyLog, openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { freshStream, saying, textOf } from '../../support/said.js'

const MANY = 50_000
/** What the log asks the server to look at in one step; a checkpoint is believed when the next one comes. */
const WINDOW = 4096

describe('a log in EventStoreDB among the events of others', () => {
  let log: FaultyLog
  const others: EventStore[] = []
  beforeEach(async () => {
    log = await openFaultyLog({ callMs: 10_000 })
  })
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()))
    await log.close()
  })
  /** As another process, or this one after a restart, opens it. */
  const opened = (): EventStore => {
    const address = eventStoreAddress(log.double.url)
    const other = createEventStoreDbEventStore({
      ...{ address, prefix: 'test', maxAppendBytes: 1 << 20, page: 100 },
      lost: () => {},
    })
    others.push(other)
    return other
  }
  const say = async (text: string, store = log.store) =>
    (await store.append(freshStream('f'), 'any', saying([text]))).position
  const considering = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const before = log.double.seen.considered
    return [await work(), log.double.seen.considered - before]
  }
  /** Follows until so many texts and checkpoints have come; answers with the texts. */
  const followed = async (store: EventStore, after: Position | 'start', wanted: { texts: number; past?: Position }) => {
    const stop = new AbortController()
    const texts: string[] = []
    let position = after === 'start' ? 0n : after
    for await (const batch of store.follow(after, stop.signal)) {
      texts.push(...batch.map(textOf))
      position = batch.at(-1)?.position ?? position
      const past = wanted.past ?? 0n
      if (texts.length >= wanted.texts && store.checkpoints.after(position) >= past) stop.abort()
    }
    return { texts, position, passed: store.checkpoints.after(position) }
  }
  const tail = () => log.double.log.all.at(-1)?.position ?? 0n

  test('finds its last event by a search of the server, and is sent none of the others', async () => {
    const position = await say('x')
    log.double.log.foreign(MANY)
    const [end, considered] = await considering(() => opened().end())
    expect(end).toBe(position)
    expect(considered).toBeGreaterThanOrEqual(MANY)
    expect(log.double.seen.sent).toBeLessThan(10)
  })

  test('finds it behind events of streams that are named almost like its own', async () => {
    const position = await say('x')
    for (let i = 0; i < 100; i++) log.double.log.foreign(1, 'test-storefront')
    expect(await opened().end()).toBe(position)
    log.double.log.foreign(1, 'test-storefront')
    const [end] = await considering(() => log.store.end())
    expect(end).toBe(position)
  })

  test('is searched once for all who ask at the same time, and sees what was appended before they asked', async () => {
    await say('x')
    log.double.log.foreign(MANY)
    const other = opened()
    const asked = Array.from({ length: 50 }, () => other.end())
    const position = await say('y')
    const later = Array.from({ length: 50 }, () => other.end())
    expect(new Set(await Promise.all(later))).toEqual(new Set([position]))
    await Promise.all(asked)
    expect(log.double.seen.reads).toBeLessThan(10)
  })

  test('is searched once, and from then on only where it has grown', async () => {
    const other = opened()
    log.double.log.foreign(MANY)
    expect(await other.end()).toBe('start')
    const [again, nothing] = await considering(() => other.end())
    expect([again, nothing]).toEqual(['start', 0])
    log.double.log.foreign(1000)
    const [grown, some] = await considering(() => other.end())
    expect(grown).toBe('start')
    expect(some).toBeLessThanOrEqual(1001)
    const position = await say('x')
    expect(await other.end()).toBe(position)
  })

  test('is found to be shorter when it was restored from an older copy', async () => {
    const first = await say('x')
    const restore = log.double.log.backup()
    await say('y')
    log.double.log.foreign(10)
    await log.store.end()
    restore()
    expect(await log.store.end()).toBe(first)
  })

  test('shows what is written after it was restored, where it held nothing before', async () => {
    const position = await say('x')
    const restore = log.double.log.backup()
    log.double.log.foreign(8 * WINDOW)
    const { passed } = await followed(opened(), position, { texts: 0, past: tail() + 200n * BigInt(WINDOW) })
    restore()
    const other = opened()
    other.checkpoints.note(position, passed)
    const next = followed(other, position, { texts: 1 })
    await expect.poll(() => log.double.seen.subscriptions, { timeout: 20_000 }).toBe(2)
    await say('y', other)
    expect((await next).texts).toEqual(['y'])
  })

  test('is read to a place without a batch of nothing, however long nothing of its own comes', async () => {
    log.double.log.foreign(MANY)
    const first = await say('x')
    log.double.log.foreign(MANY)
    const second = await say('y')
    const batches = async (end: Position) => {
      const found: string[][] = []
      const signal = new AbortController().signal
      for await (const batch of batchesOf(opened(), { end, signal })) found.push(batch.map(textOf))
      return found
    }
    expect(await batches(second)).toEqual([['x'], ['y']])
    expect(await batches(first)).toEqual([['x']])
    log.double.log.foreign(MANY)
    // No event of ours stands there, and none comes: the end of an append that is missing is not waited for.
    await expect(batches(second + 1n)).rejects.toThrow(UnfinishedAppend)
  })

  test('sends a checkpoint for each large window, not for each 32 events', async () => {
    log.double.log.foreign(MANY)
    await say('x')
    await followed(opened(), 'start', { texts: 1 })
    expect(log.double.seen.checkpoints).toBeLessThanOrEqual(Math.ceil(MANY / WINDOW))
    expect(log.double.seen.checkpoints).toBeGreaterThan(MANY / WINDOW - 4)
  })

  test('is not looked through twice by a subscription that is made anew', async () => {
    log.double.log.foreign(MANY)
    const stop = new AbortController()
    const batches = log.store.follow('start', stop.signal)[Symbol.asyncIterator]()
    while (log.store.checkpoints.after(0n) < tail() + 200n * BigInt(MANY - 3 * WINDOW)) await batches.next()
    const [, considered] = await considering(async () => {
      log.double.drop()
      const next = batches.next()
      await say('x')
      for (let { value } = await next; value?.length === 0; { value } = await batches.next());
    })
    stop.abort()
    await batches.return?.()
    expect(log.lost).toHaveLength(1)
    expect(considered).toBeLessThanOrEqual(4 * WINDOW)
  })

  test('is not looked through twice after a restart that knows how far it held nothing', async () => {
    const position = await say('x')
    log.double.log.foreign(MANY)
    const past = tail() + 200n * BigInt(MANY - 3 * WINDOW)
    const { passed } = await followed(opened(), 'start', { texts: 1, past })
    const other = opened()
    other.checkpoints.note(position, passed)
    const [, considered] = await considering(async () => {
      expect(await other.end()).toBe(position)
      const next = say('y')
      expect((await followed(other, position, { texts: 1 })).texts).toEqual(['y'])
      await next
    })
    // Once to find the end, and once by the subscription.
    expect(considered).toBeLessThanOrEqual(2 * 4 * WINDOW)
  })

  test('loses nothing to a checkpoint that stands where the next event comes', async () => {
    log.double.script.checkpointAhead = true
    const seen: string[] = []
    let position: Position | 'start' = 'start'
    for (let i = 0; i < 20; i++) {
      const store = opened()
      const coming = followed(store, position, { texts: 1 })
      await expect.poll(() => log.double.seen.subscriptions, { timeout: 20_000 }).toBeGreaterThan(i)
      log.double.log.foreign(i % 3 === 0 ? 2 * WINDOW : 1)
      await say(`${i}`)
      const got = await coming
      seen.push(...got.texts)
      position = got.position
      // What is kept of a checkpoint is where the next restart begins.
      expect(got.passed).toBeLessThanOrEqual(await store.end().then((end) => (end === 'start' ? 0n : end)))
    }
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `${i}`))
  })
})
