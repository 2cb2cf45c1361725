import { describe, expect, test } from 'vitest'
import { retryAfterMs } from '../../src/providers/openai-client.js'

describe('the wait that a server asks for', () => {
  const now = Date.parse('2024-05-01T12:00:00Z')
  const asked = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now)
  test.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Wed, 01 May 2024 12:00:07 GMT' }, 7_000],
    [{ 'retry-after': 'Wed, 01 May 2024 11:00:00 GMT' }, 0],
    [{ 'retry-after': '3', 'retry-after-ms': '120' }, 120],
    [{ 'retry-after': '-3' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j', (headers, wait) => {
    expect(asked(headers)).toBe(wait)
  })
  test('without headers is none', () => {
    expect(retryAfterMs(undefined, now)).toBeUndefined()
  })
})
