import { expect, test } from 'vitest'
import { randomBytesOf } from '../../../src/event-store/sealing/gcm.js'

test('random bytes are as many as asked for, and never the same again', () => {
  const all = Array.from({ length: 5000 }, (_, i) => randomBytesOf(i % 2 === 0 ? 12 : 32))
  expect(all.map(({ length }) => length)).toEqual(all.map((_, i) => (i % 2 === 0 ? 12 : 32)))
  expect(new Set(all.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(5000)
})

test('random bytes that were given do not change with those that are given later', () => {
  const first = randomBytesOf(32)
  const kept = Buffer.from(first).toString('hex')
  for (let i = 0; i < 1000; i++) randomBytesOf(32)
  expect(Buffer.from(first).toString('hex')).toBe(kept)
})
