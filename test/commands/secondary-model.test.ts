import { describe, expect, test, vi } from 'vitest'
import { createSecondaryModel } from '../../src/commands/secondary-model.js'

describe('a model that does not answer requests', () => {
  const started = (embed: () => Promise<readonly (Float32Array | null)[]>) => {
    let now = 0
    const failures: unknown[] = []
    const asked = vi.fn(embed)
    const provider = { model: 'other', dimensions: 1, weighs: false, embed: asked }
    const beside = createSecondaryModel(provider, { failed: (error) => failures.push(error), now: () => now })
    const later = (ms: number) => {
      now += ms
    }
    return { beside, failures, asked, later }
  }
  test('sees what is written', async () => {
    const { beside, failures } = started(async () => [null])
    expect([await beside.embed(['tea']), failures]).toEqual([[null], []])
  })
  test('and fails is told of once, left alone for a while, and asked again', async () => {
    const { beside, failures, asked, later } = started(() => Promise.reject(new Error('away')))
    expect(await beside.embed(['tea'])).toBeUndefined()
    expect(await beside.embed(['tea'])).toBeUndefined()
    expect([failures.length, asked.mock.calls.length]).toEqual([1, 1])
    later(10_001)
    expect(await beside.embed(['tea'])).toBeUndefined()
    expect([failures.length, asked.mock.calls.length]).toEqual([2, 2])
  })
  test('and is silent is not waited for', async () => {
    vi.useFakeTimers()
    const { beside, failures } = started(() => new Promise(() => {}))
    const seen = beside.embed(['tea'])
    await vi.advanceTimersByTimeAsync(3001)
    expect(await seen).toBeUndefined()
    expect(failures).toHaveLength(1)
    vi.useRealTimers()
  })
})
