import { afterEach, describe, expect, test } from 'vitest'
import { ADMIN, type Running, startEdge } from './setup.js'

let edge: Running
afterEach(() => edge.close())

const LIST = '/v1/memories/list?user_id=ana'

describe('a limit of three requests a minute', () => {
  test('refuses the fourth, says when to come back, and asks nothing of the service', async () => {
    edge = await startEdge({}, { rateLimitPerMinute: 3 })
    for (const _ of [1, 2, 3]) expect((await edge.send('GET', LIST)).status).toBe(200)
    const asked = edge.calls.length
    const fourth = await edge.send('GET', LIST)
    expect([fourth.status, fourth.body]).toEqual([429, { error: 'Too many requests' }])
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(fourth.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(edge.calls.length).toBe(asked)
  })

  test('is that of each key', async () => {
    edge = await startEdge({}, { rateLimitPerMinute: 1 })
    expect((await edge.send('GET', LIST)).status).toBe(200)
    expect((await edge.send('GET', LIST)).status).toBe(429)
    const admin = { authorization: `Bearer ${ADMIN}` }
    expect((await edge.send('GET', LIST, undefined, admin)).status).toBe(200)
    expect((await edge.send('GET', LIST, undefined, admin)).status).toBe(429)
  })

  test('comes after the key and before the body', async () => {
    edge = await startEdge({}, { rateLimitPerMinute: 1 })
    for (const _ of [1, 2, 3])
      expect((await edge.send('GET', LIST, undefined, { authorization: 'Bearer x' })).status).toBe(401)
    expect((await edge.send('POST', '/v1/memories/search', '{')).status).toBe(400)
    expect((await edge.send('POST', '/v1/memories/search', 'x'.repeat(3_000_000))).status).toBe(429)
  })

  test('leaves health and the description of the interface alone', async () => {
    edge = await startEdge({}, { rateLimitPerMinute: 1 })
    await edge.send('GET', LIST)
    for (const path of ['/', '/health', '/openapi.json', '/health'])
      expect((await edge.send('GET', path)).status).toBe(200)
  })
})

test('without a limit nobody is refused', async () => {
  edge = await startEdge({}, { rateLimitPerMinute: 0 })
  const answers = await Promise.all(Array.from({ length: 50 }, () => edge.send('GET', LIST)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
