import { expect, test } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import { keyedLimiter } from '../../src/concurrency/limiter.js'

test('work of one key runs one at a time in the order in which it came, and an error does not stop what follows', async () => {
  const limit = keyedLimiter(20, (key) => new Error(key))
  const order: number[] = []
  let running = 0
  let most = 0
  const work = (i: number) => async () => {
    order.push(i)
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    if (i % 3 === 0) throw new Error(`failed ${i}`)
    return i
  }
  const settled = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => limit('a', work(i))))
  expect(most).toBe(1)
  expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i))
  expect(settled[0]).toMatchObject({ status: 'rejected', reason: new Error('failed 0') })
  expect(settled[1]).toMatchObject({ status: 'fulfilled', value: 1 })
  expect(await limit('a', async () => 'next')).toBe('next')
})

test('it counts how many wait for another one of their key, and refuses those beyond the limit', async () => {
  const limit = keyedLimiter(3, (key) => new Error(`too many of ${key}`))
  const { done, settle } = deferred()
  const running = ['a', 'a', 'a', 'b'].map((key) => limit(key, () => done))
  expect(limit.waiting()).toBe(2)
  await expect(limit('a', () => done)).rejects.toThrow('too many of a')
  settle()
  await Promise.all(running)
  expect(limit.waiting()).toBe(0)
  expect(await limit('a', async () => 'next')).toBe('next')
})
