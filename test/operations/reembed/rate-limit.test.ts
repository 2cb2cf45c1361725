import { describe, expect, test } from 'vitest'
import { embedWithRetries } from '../../../src/operations/reembed/fill-vectors.js'
import { createPace } from '../../../src/operations/reembed/rate-limit.js'
import { ProviderRejected, ProviderUnavailable } from '../../../src/providers/errors.js'

const never = new AbortController().signal

/** A clock that stands still but for the waits. */
const clock = () => {
  let now = 0
  const wait = async (ms: number) => {
    now += ms
  }
  return { now: () => now, wait }
}

describe('the pace of embedding', () => {
  test.each([1, 60, 600, 10_000])('of %i texts a minute is kept', async (rate) => {
    const time = clock()
    const pace = createPace(rate, time)
    let sent = 0
    for (; time.now() < 600_000; sent += pace.most) await pace.turn(pace.most, never)
    expect(sent / 10).toBeGreaterThan(0.9 * rate)
    expect((sent - pace.most) / (time.now() / 60_000)).toBeLessThanOrEqual(rate * 1.001)
  })
  test('without a limit waits for nothing', async () => {
    const time = clock()
    const pace = createPace(undefined, time)
    for (let i = 0; i < 100; i++) await pace.turn(256, never)
    expect(time.now()).toBe(0)
  })
  test('ends when it is asked to', async () => {
    await expect(createPace(1, clock()).turn(1, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})

describe('a provider that is away', () => {
  const away = new ProviderUnavailable('embedding', 'HTTP 429', 30)
  const failing = (...errors: readonly Error[]) => {
    const left = [...errors]
    return {
      embed: async () => {
        const error = left.shift()
        if (error) throw error
        return [null]
      },
    }
  }
  const manner = () => {
    const time = clock()
    const waited: number[] = []
    return { time, waited, all: { signal: never, waiting: (s: number) => waited.push(s), waitFor: time.wait } }
  }
  test('is waited for as long as it asks', async () => {
    const { time, waited, all } = manner()
    expect(await embedWithRetries(failing(away, away), ['tea'], all)).toEqual([null])
    expect([waited, time.now()]).toEqual([[30, 30], 60_000])
  })
  test('and stays away ends it', async () => {
    const { all } = manner()
    await expect(embedWithRetries(failing(away, away, away, away, away), ['tea'], all)).rejects.toBe(away)
  })
  test('and refuses is not asked again', async () => {
    const { waited, all } = manner()
    await expect(
      embedWithRetries(failing(new ProviderRejected('embedding', 'HTTP 401')), ['tea'], all),
    ).rejects.toThrow('401')
    expect(waited).toEqual([])
  })
})
