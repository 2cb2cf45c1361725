import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MEMORY, type Running, STANDARD, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

/** Sends the path as it stands, which fetch would tidy. */
const raw = (method: string, path: string): Promise<{ status: number; type: string; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(edge.url, { method, path, headers: { authorization: `Bearer ${STANDARD}` } }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })

describe('a known path with another method', () => {
  test.each([
    ['GET', '/v1/memories/search', 'POST'],
    ['HEAD', '/v1/memories/search', 'POST'],
    ['GET', '/v1/memories/ingest/quick', 'POST'],
    ['DELETE', '/v1/memories/list', 'GET, HEAD'],
    ['OPTIONS', '/v1/memories/stats', 'GET, HEAD'],
    ['POST', '/v1/memories/health', 'GET, HEAD'],
    ['POST', `/v1/memories/${MEMORY}`, 'GET, HEAD, PUT, DELETE'],
    ['GET', `/v1/memories/${MEMORY}/visibility`, 'PUT'],
    ['GET', '/v1/memories', 'DELETE'],
    ['POST', `/v1/memories/${MEMORY}/audit`, 'GET, HEAD'],
    ['GET', '/v1/memories/config', 'PUT'],
    ['DELETE', '/v1/memories/cap', 'GET, HEAD'],
    ['POST', '/v1/memories/episodes', 'GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
    ['DELETE', '/', 'GET, HEAD'],
  ])('%s %s answers 405', async (method, path, allow) => {
    const answer = await edge.send(method, path)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('an unknown path', () => {
  test.each([
    '/nowhere',
    '/v1',
    '/v1/',
    '/v1/memories/',
    '/v1/memories/list/',
    '/v1/memories/LIST/x',
    '/v1/Memories/list',
    '//v1/memories/list',
    '/v1/memories//list',
    `/v1/memories/${MEMORY}/`,
    `/v1/memories/${MEMORY}/nowhere`,
    '/v1/agents/nowhere',
    '/v1/memories/cap/x?user_id=ana',
    '/v1/memories/audit/nowhere',
    '/v1/memories/episodes/x/y',
    '/v1/memories/lessons/x/y',
  ])('%s answers 404 in JSON', async (path) => {
    const answer = await raw('GET', path)
    expect(answer).toEqual({ status: 404, type: 'application/json; charset=utf-8', text: '{"error":"Not found"}' })
  })
})

describe('a malformed path', () => {
  test.each(['/v1/memories/%zz', '/v1/memories/%', '/%c3', `/v1/memories/${MEMORY}/%ed%a0%80`, '/v1/%ff/list'])(
    '%s answers 400 in JSON',
    async (path) => {
      const answer = await raw('GET', path)
      expect([answer.status, answer.type]).toEqual([400, 'application/json; charset=utf-8'])
      expect(JSON.parse(answer.text)).toEqual({ error: 'path: must be percent-encoded UTF-8' })
    },
  )

  test('a NUL in it is refused', async () =>
    expect(await raw('GET', '/v1/memories/a%00b?user_id=ana')).toMatchObject({
      status: 400,
      text: '{"error":"path: must not contain a NUL character"}',
    }))

  test.each(['nonsense', 'LIST', '%6cist', "1' or '1'='1", '__proto__', 'constructor', `${MEMORY}0`])(
    'the id %s is no uuid',
    async (id) =>
      expect(await edge.send('GET', `/v1/memories/${encodeURIComponent(id)}?user_id=ana`)).toMatchObject({
        status: 400,
      }),
  )

  test('a long one answers all the same', async () =>
    expect((await raw('GET', `/v1/memories/${'%41'.repeat(4000)}?user_id=ana`)).status).toBe(400))
})

describe('HEAD', () => {
  test.each(['/', '/health', '/v1/memories/list?user_id=ana', `/v1/memories/${MEMORY}?user_id=ana`])(
    'of %s is GET without the body',
    async (path) => {
      const [head, get] = [await raw('HEAD', path), await raw('GET', path)]
      expect(head).toEqual({ ...get, text: '' })
      expect(get.status).toBe(200)
    },
  )
})

test('an address with the host in it works', async () =>
  expect((await raw('GET', `${edge.url}/v1/memories/list?user_id=ana`)).status).toBe(200))

test('every answer is safe to show and never kept', async () => {
  const { headers } = await edge.send('GET', '/v1/memories/list?user_id=ana')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('etag')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
})
