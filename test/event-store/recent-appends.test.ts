import { describe, expect, test } from 'vitest'
import type { Recorded } from '../../src/event-store/event-store.js'
import { recentAppends } from '../../src/event-store/postgres-event-store.js'

const event = (position: number): Recorded => ({
  position: BigInt(position),
  revision: 0n,
  stream: 'test-bank-0',
  id: `${position}`,
  type: 'MemoryDeleted',
  data: {},
  metadata: { schema: 1, append: { index: 0, count: 1 } },
})
const append = (from: number, to: number, bytes = 10) => ({
  events: Array.from({ length: to - from + 1 }, (_, i) => event(from + i)),
  bytes,
})
const positions = (events: readonly Recorded[]) => events.map(({ position }) => Number(position))

describe('appends that were just made', () => {
  test('are given to whoever stands right before one of them, up to the first gap', () => {
    const fresh = recentAppends()
    for (const each of [append(3, 4), append(5, 5), append(8, 9)]) fresh.keep(each)
    expect(positions(fresh.after(2n, 100))).toEqual([3, 4, 5])
    expect(positions(fresh.after(4n, 100))).toEqual([5])
    expect(positions(fresh.after(7n, 100))).toEqual([8, 9])
  })

  test.each([0n, 1n, 3n, 5n, 6n, 9n])('are not given to a follower at %d, who has to read the log', (position) => {
    const fresh = recentAppends()
    for (const each of [append(3, 4), append(5, 5), append(8, 9)]) fresh.keep(each)
    expect(fresh.after(position, 100)).toEqual([])
  })

  test('are given whole, no more than are wanted', () => {
    const fresh = recentAppends()
    for (const each of [append(1, 3), append(4, 6), append(7, 9)]) fresh.keep(each)
    expect(positions(fresh.after(0n, 4))).toEqual([1, 2, 3, 4, 5, 6])
    expect(positions(fresh.after(0n, 1))).toEqual([1, 2, 3])
  })

  test('are forgotten, oldest first, where they would take too much room', () => {
    const fresh = recentAppends()
    for (let n = 1; n <= 5; n++) fresh.keep(append(n, n, 1 << 20))
    expect(fresh.after(0n, 100)).toEqual([])
    expect(positions(fresh.after(1n, 100))).toEqual([2, 3, 4, 5])
  })
})
