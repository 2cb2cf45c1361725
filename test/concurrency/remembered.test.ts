import { expect, test } from 'vitest'
import { remembered } from '../../src/concurrency/remembered.js'

test('work is done once, for those who ask at the same time and for those who ask later', async () => {
  let times = 0
  const ask = remembered(async () => ++times)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect(await ask()).toBe(1)
})

test('work that has failed is done anew the next time', async () => {
  let times = 0
  const ask = remembered(async () => {
    if (++times === 1) throw new Error('unreadable')
    return times
  })
  await expect(ask()).rejects.toThrow('unreadable')
  expect(await ask()).toBe(2)
})
