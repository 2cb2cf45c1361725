import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventStore, Recorded } from '../../src/event-store/event-store.js'
import { rounds } from '../faults/rounds.js'
import { logs, type OpenedLog } from '../support/logs.js'
import { follow, numberOf, saying, textOf } from '../support/said.js'

const WRITERS = Array.from({ length: 16 }, (_, n) => n)
const MiB = 1 << 20

describe.each(logs)('followers of the log on $name', ({ open }) => {
  let opened: OpenedLog
  let store: EventStore
  beforeAll(async () => {
    opened = await open({ page: 60 })
    store = opened.store
  })
  afterAll(() => opened.close())

  test('that join, stop and resume anywhere all see every event once and in order, while 16 writers append', async () => {
    const before = numberOf(await store.end())
    const count = 16 * 12 * 2
    const write = async (n: number) => {
      for (let i = 0; i < 12; i++)
        await store.append(opened.stream(`w${n}`), 'any', saying([`${n}.${i}`, `${n}.${i}'`]))
    }
    const inSteps = async () => {
      const seen: Recorded[] = []
      while (seen.length < count) {
        const after = seen.at(-1)?.position ?? before
        seen.push(...(await follow(store, { after, count: 1 })).flat())
      }
      return seen
    }
    const straight = () => follow(store, { after: before, count })
    const [batches, steps] = await Promise.all([straight(), inSteps(), ...WRITERS.map(write)])
    const seen = batches.flat()
    const positions = seen.map(({ position }) => position)
    if (store.gapless) expect(positions).toEqual(seen.map((_, i) => before + BigInt(i + 1)))
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => Number(a - b)))
    expect(steps.map(({ position, id }) => [position, id])).toEqual(seen.map(({ position, id }) => [position, id]))
    expect(new Set(seen.map(textOf)).size).toBe(count)
    for (const n of [1, 7, 200, count - 1]) {
      const resumed = (await follow(store, { after: positions[n - 1] ?? before, count: count - n })).flat()
      expect(resumed.map(({ id }) => id)).toEqual(seen.slice(n).map(({ id }) => id))
    }
  })

  test('that are slow hold a few batches of bounded size, however much the log holds', async () => {
    const before = numberOf(await store.end())
    const large = 'x'.repeat(700_000)
    const count = rounds(27, 45) // 18 MB, 30 MB
    for (let i = 0; i < count; i++) await store.append(opened.stream('large'), 'any', saying([`${i} ${large}`]))
    const sizes: number[] = []
    let most = 0
    const stop = new AbortController()
    const heap = () => process.memoryUsage().heapUsed + process.memoryUsage().external
    const began = heap()
    let seen = 0
    for await (const batch of store.follow(before, stop.signal)) {
      sizes.push(batch.reduce((sum, event) => sum + textOf(event).length, 0))
      seen += batch.length
      most = Math.max(most, heap() - began)
      if (seen >= count) stop.abort()
      await pause(10)
    }
    expect(seen).toBe(count)
    expect(Math.max(...sizes)).toBeLessThan(9 * MiB)
    // One that is read is full as long as there is more; one that is delivered holds what has arrived.
    if (store.gapless) expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(7 * MiB)
    // Text takes one byte a character here; without a collection a few batches are there at once, never the whole log.
    expect(most).toBeLessThan(130 * MiB)
  })

  test('stop at once when they are told to, also while they wait', async () => {
    const end = await store.end()
    const stop = new AbortController()
    const ended = (async () => {
      for await (const _ of store.follow(end, stop.signal)) throw new Error('there was nothing to see')
    })()
    await pause(50)
    const began = performance.now()
    stop.abort()
    await ended
    expect(performance.now() - began).toBeLessThan(500)
  })
})
