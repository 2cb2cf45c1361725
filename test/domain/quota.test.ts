import { describe, expect, test } from 'vitest'
import { MemoryQuotaExceeded } from '../../src/domain/errors.js'
import { requireQuota, usageOf } from '../../src/domain/quota.js'

describe('the usage of a quota of ten', () => {
  test.each([
    [0, 0, 'ok', 'none'],
    [7, 0.7, 'ok', 'none'],
    [8, 0.8, 'warn', 'consolidate'],
    [9, 0.9, 'warn', 'decay'],
    [10, 1, 'exceeded', 'consolidate-and-decay'],
    [12, 1.2, 'exceeded', 'consolidate-and-decay'],
  ])('with %i memories is %d: %s, %s', (active, usage_ratio, status, recommendation) =>
    expect(usageOf(active, { max: 10 })).toEqual({
      active_memories: active,
      max_memories: 10,
      usage_ratio,
      status,
      recommendation,
    }),
  )
})

describe('an enforced quota of ten', () => {
  const hold = (active: number, more: number, enforced = true) =>
    expect(() => requireQuota({ max: 10, enforced }, active, more))

  test('lets the tenth memory in', () => hold(9, 1).not.toThrow())
  test('refuses what goes over it, also by one', () => hold(9, 2).toThrow(MemoryQuotaExceeded))
  test('welcomes what adds nothing, however many there are', () => hold(12, 0).not.toThrow())
  test('is advice where it is not enforced', () => hold(10, 5, false).not.toThrow())
})
