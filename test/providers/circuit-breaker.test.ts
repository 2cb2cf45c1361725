import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deferred } from '../../src/concurrency/deferred.js'
import { circuitBreaker, type Failure } from '../../src/providers/circuit-breaker.js'
import { ProviderUnavailable } from '../../src/providers/errors.js'

const PAUSED = { skipped: 'paused after failures' }
const away = () => Promise.reject(new ProviderUnavailable('reranker', 'HTTP 503', 1))
const well = async () => 'an answer'

const opened = ({ timeoutMs = 1000, pauseMs = 60_000 } = {}) => {
  const failures: Failure[] = []
  const recoveries: string[] = []
  const now = () => `instant ${failures.length}`
  const failed = (failure: Failure) => failures.push(failure)
  const recovered = () => recoveries.push('recovered')
  return { ...circuitBreaker({ timeoutMs, pauseMs, now, failed, recovered }), failures, recoveries }
}

describe('a provider that fails', () => {
  test('is asked three times in a row, and then by nobody for a while', async () => {
    const { guard, failures, trouble } = opened()
    let asked = 0
    const ask = () => {
      asked++
      return away()
    }
    for (const _ of [1, 2, 3]) expect(await guard(ask)).toEqual({ skipped: 'HTTP 503' })
    expect([await guard(ask), asked]).toEqual([PAUSED, 3])
    expect(failures.map(({ paused }) => paused)).toEqual([false, false, true])
    expect(trouble()).toEqual({ since: 'instant 0', detail: 'HTTP 503' })
  })

  test('is well with its first answer, and failures that are apart do not add up', async () => {
    const { guard, recoveries, trouble } = opened()
    for (const _ of [1, 2, 3]) {
      await guard(away)
      await guard(away)
      expect(await guard(well)).toEqual({ value: 'an answer' })
    }
    expect([trouble(), recoveries.length]).toEqual([null, 3])
  })

  test('is tried by one, while the others go without and wait for nothing', async () => {
    const { guard } = opened({ pauseMs: 5 })
    for (const _ of [1, 2, 3]) await guard(away)
    await pause(10)
    const { done, settle } = deferred()
    const trial = guard(() => done)
    expect(await guard(well)).toEqual(PAUSED)
    settle()
    await trial
    expect(await guard(well)).toEqual({ value: 'an answer' })
  })

  test('by hanging is told to stop when the time is up', async () => {
    const { guard } = opened({ timeoutMs: 20 })
    let told: AbortSignal | undefined
    const hanging = (signal: AbortSignal) => {
      told = signal
      return deferred().done
    }
    expect(await guard(hanging)).toEqual({ skipped: 'timed out' })
    expect(told?.aborted).toBe(true)
  })

  test('in a way that nobody foresaw is left out too, and its words are shown to nobody', async () => {
    const { guard, failures } = opened()
    const strange = new TypeError('the secret word is swordfish')
    expect(await guard(() => Promise.reject(strange))).toEqual({ skipped: 'failed' })
    expect(failures[0]?.error).toBe(strange)
  })
})
