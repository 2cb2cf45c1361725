import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())
beforeEach(() => {
  edge.lines.length = 0
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

describe('the request id', () => {
  test.each(['r1', 'A-b_c.9', 'x'.repeat(128)])('is the caller’s when it is %s', async (id) => {
    const { headers } = await edge.send('GET', '/health', undefined, { 'x-request-id': id })
    expect(headers.get('x-request-id')).toBe(id)
  })

  test.each([undefined, '', 'a b', 'x'.repeat(129), '<script>', 'a,b', 'é'])('is a new one for %j', async (id) => {
    const { headers } = await edge.send('GET', '/health', undefined, id === undefined ? {} : { 'x-request-id': id })
    expect(headers.get('x-request-id')).toMatch(UUID)
  })

  test.each([
    ['GET', '/v1/nowhere', {}, 404],
    ['GET', '/v1/memories/list', { authorization: '' }, 401],
    ['GET', '/v1/memories/search', {}, 405],
    ['GET', '/%zz', {}, 400],
  ])('stands on %s %s too', async (method, path, headers, status) => {
    const answer = await edge.send(method, path, undefined, { ...headers, 'x-request-id': 'r2' })
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'r2'])
  })
})

describe('the log', () => {
  test.each([
    ['GET', `/v1/memories/${MEMORY}?user_id=ana`, '/v1/memories/:id', 200],
    ['DELETE', '/v1/memories/list?user_id=ana', '/v1/memories/list', 405],
    ['GET', '/v1/secret-path?user_id=ana', null, 404],
  ])('of %s %s is one line without the address', async (method, path, route, status) => {
    await edge.send(method, path, undefined, { 'x-request-id': 'r3' })
    expect(edge.lines).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        requestId: 'r3',
        method,
        route,
        status,
        durationMs: expect.any(Number),
        msg: 'request completed',
      },
    ])
  })

  test('holds no key, no id and no words at any level', async () => {
    await edge.send('POST', '/v1/memories/ingest', { user_id: 'ana', source_site: 'chat', conversation: 'bees' })
    await edge.send('POST', '/v1/memories/ingest', '{"conversation": "bees')
    await edge.send('POST', '/v1/memories/search', { user_id: 'ana', query: 'bees', limit: 0 })
    await edge.send('GET', '/v1/memories/list?user_id=ana', undefined, { authorization: 'Bearer bees' })
    expect(edge.lines).toHaveLength(4)
    expect(JSON.stringify(edge.lines)).not.toMatch(/standard-key|Bearer|bees|"ana/)
  })
})
