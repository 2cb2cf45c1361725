import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { createEventStoreDbEventStore } from '../../../src/event-store/eventstoredb/event-store.js'
import { type FaultyLog, openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { freshStream, saying, textOf } from '../../support/said.js'

/** Longer than what a server keeps for a subscriber that is live. */
const LONG = 150
const WAIT = { timeout: 20_000 }

describe('an append that is longer than what EventStoreDB keeps for a live subscription', () => {
  let log: FaultyLog
  beforeEach(async () => {
    log = await openFaultyLog({ callMs: 30_000 })
  })
  afterEach(() => log.close())
  const long = (name: string) => Array.from({ length: LONG }, (_, i) => `${name} ${i}`)
  const append = (texts: readonly string[], store = log.store) => store.append(freshStream('l'), 'any', saying(texts))
  /** Follows a live subscription while `work` goes on, until so many texts have come. */
  const seenWhile = async (count: number, work: () => Promise<unknown>) => {
    const stop = new AbortController()
    const seen: string[] = []
    const following = (async () => {
      for await (const batch of log.store.follow('start', stop.signal)) {
        seen.push(...batch.map(textOf))
        if (seen.length >= count) stop.abort()
      }
    })()
    await append(['first'])
    await expect.poll(() => seen.length, WAIT).toBe(1)
    await work()
    await following
    return seen.slice(1)
  }

  test('is read on at once: no failure, no waiting, and nothing is missing or doubled', async () => {
    const seen = await seenWhile(1 + LONG, () => append(long('a')))
    expect(seen).toEqual(long('a'))
    expect([log.double.seen.overruns, log.store.overruns()]).toEqual([1, 1])
    expect(log.lost).toEqual([])
  })

  test('is followed by those that come meanwhile, by reads and not by one overrun each', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `${i}`)
    const seen = await seenWhile(1 + 20 * LONG, () => Promise.all(names.map((name) => append(long(name)))))
    expect(seen.toSorted()).toEqual(names.flatMap(long).toSorted())
    expect(log.store.overruns()).toBeLessThan(6)
    expect(log.lost).toEqual([])
  })

  test('of another process is read on likewise, and the subscription is live again after it', async () => {
    const address = eventStoreAddress(log.double.url)
    const other = createEventStoreDbEventStore({
      ...{ address, prefix: 'test', maxAppendBytes: 1 << 20, page: 100 },
      lost: () => {},
    })
    const seen = await seenWhile(2 + LONG, async () => {
      await append(long('a'), other)
      await expect.poll(() => log.double.seen.subscriptions, WAIT).toBe(2)
      await append(['last'], other)
    })
    await other.close()
    expect(seen).toEqual([...long('a'), 'last'])
    expect(log.lost).toEqual([])
  })

  test('overruns nobody where the server goes back to reading by itself', async () => {
    log.double.script.catchesUpItself = true
    const seen = await seenWhile(1 + 2 * LONG, async () => {
      await append(long('a'))
      await append(long('b'))
    })
    expect(seen).toEqual([...long('a'), ...long('b')])
    expect([log.store.overruns(), log.double.seen.subscriptions]).toEqual([0, 1])
  })
})
