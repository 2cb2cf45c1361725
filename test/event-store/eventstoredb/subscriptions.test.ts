import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SubscriptionStalled } from '../../../src/event-store/eventstoredb/follow-all.js'
import { type FaultyLog, openFaultyLog } from '../../support/eventstoredb/faulty-log.js'
import { follow, freshStream, saying, textOf } from '../../support/said.js'

describe('a follower of EventStoreDB', () => {
  let log: FaultyLog
  beforeEach(async () => {
    log = await openFaultyLog({ stallMs: 300 })
  })
  afterEach(() => log.close())
  const texts = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i}`)
  const append = async (from: number, to: number) => {
    for (const text of texts(from, to)) await log.store.append(freshStream('f'), 'any', saying([text, `${text}'`]))
  }
  const both = (from: number, to: number) => texts(from, to).flatMap((text) => [text, `${text}'`])
  /** What a follower from the start sees, while `meanwhile` goes on. */
  const seenWhile = async (count: number, meanwhile: () => Promise<void>) => {
    const [batches] = await Promise.all([follow(log.store, { after: 'start', count }), meanwhile()])
    return batches.flat().map(textOf)
  }

  test('whose subscription is dropped goes on from the last event it was given', async () => {
    const seen = await seenWhile(60, async () => {
      for (let i = 0; i < 3; i++) {
        await append(i * 10, i * 10 + 10)
        log.double.drop()
      }
    })
    expect(seen).toEqual(both(0, 30))
    expect(log.lost.length).toBeGreaterThan(0)
  })

  test('whose subscription says nothing more although the log has grown makes another', async () => {
    const seen = await seenWhile(8, async () => {
      await append(0, 2)
      await pause(100)
      log.double.script.stalled = true
      await append(2, 4)
      await pause(700)
      log.double.script.stalled = false
    })
    expect(seen).toEqual(both(0, 4))
    expect(log.lost.some((error) => error instanceof SubscriptionStalled)).toBe(true)
  })

  test('that has nothing to wait for keeps its subscription', async () => {
    await append(0, 1)
    const stop = new AbortController()
    const quiet = (async () => {
      for await (const _ of log.store.follow('start', stop.signal));
    })()
    await pause(900)
    stop.abort()
    await quiet
    expect(log.lost).toEqual([])
    expect(log.double.seen.subscriptions).toBe(1)
  })

  test('sees an event once that is delivered twice, and none that comes again', async () => {
    log.double.script.doubled = true
    expect(await seenWhile(40, () => append(0, 20))).toEqual(both(0, 20))
  })

  test('sees all of a slow delivery, in whole appends', async () => {
    log.double.script.slowMs = 5
    expect(await seenWhile(40, () => append(0, 20))).toEqual(both(0, 20))
    expect(log.lost).toEqual([])
  })

  test('takes no position from a checkpoint, which runs ahead of the events', async () => {
    await append(0, 40)
    const some = (await follow(log.store, { after: 'start', count: 1 })).flat()
    const rest = (await follow(log.store, { after: some.at(-1)?.position ?? 0n, count: 80 - some.length })).flat()
    expect([...some, ...rest].map(textOf)).toEqual(both(0, 40))
  })

  test('that is slow does not make the process hold the log', async () => {
    const large = 'x'.repeat(200_000)
    for (let i = 0; i < 150; i++) await log.store.append(freshStream('l'), 'any', saying([`${i} ${large}`]))
    const sizes: number[] = []
    let ahead = 0
    await follow(log.store, { after: 'start', count: 150 }, async (batch) => {
      sizes.push(batch.length)
      await pause(60)
      ahead = Math.max(ahead, log.double.seen.delivered - sizes.reduce((sum, size) => sum + size, 0))
    })
    expect(ahead).toBeLessThan(100)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(51)
  })
})
