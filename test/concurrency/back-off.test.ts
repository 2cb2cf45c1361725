import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryDelayMs } from '../../src/concurrency/back-off.js'

const backOff = { firstDelayMs: 500, longestDelayMs: 8_000 }

test('the wait before a retry doubles, half of it random, up to a limit', () => {
  expect([0, 1, 2].map((retry) => retryDelayMs(retry, backOff, 0))).toEqual([250, 500, 1_000])
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (retry, random) => {
      const wait = retryDelayMs(retry, backOff, random)
      expect(wait).toBeGreaterThanOrEqual(backOff.firstDelayMs / 2)
      expect(wait).toBeLessThanOrEqual(backOff.longestDelayMs)
    }),
  )
})
