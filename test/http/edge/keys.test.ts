import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, MEMORY, type Running, STANDARD, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const authorised = async (authorization: string | undefined, running = edge) => {
  const answer = await fetch(`${running.url}/v1/memories/stats?user_id=ana`, {
    headers: authorization === undefined ? {} : { authorization },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('a key', () => {
  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    STANDARD,
    `Basic ${STANDARD}`,
    'Bearer wrong',
    `Bearer ${STANDARD} x`,
  ])('%j is refused', async (authorization) => {
    const answer = await authorised(authorization)
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({ error: 'UNAUTHORIZED', message: expect.any(String) })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each([`Bearer ${STANDARD}`, `bearer ${STANDARD}`, `Bearer  ${STANDARD}`, `Bearer ${ADMIN}`])(
    '%j is accepted',
    async (authorization) => expect((await authorised(authorization)).status).toBe(200),
  )

  test('the development key is refused while a standard key is set', async () =>
    expect((await authorised('Bearer local-dev-key')).status).toBe(401))

  test('the development key is accepted while none is set, and opens nothing to admins', async () => {
    const open = await startEdge({}, { keys: { standard: 'local-dev-key', admin: undefined } })
    expect((await authorised('Bearer local-dev-key', open)).status).toBe(200)
    expect((await authorised('Bearer undefined', open)).status).toBe(401)
    const hard = await open.send('DELETE', `/v1/memories/${MEMORY}?user_id=ana&hard=true`, undefined, {
      authorization: 'Bearer local-dev-key',
    })
    expect(hard.status).toBe(403)
    await open.close()
  })
})

describe('without a key', () => {
  test.each([
    ['GET', '/v1'],
    ['GET', '/v1/'],
    ['GET', '/v1/nowhere'],
    ['PATCH', '/v1/memories/list'],
    ['GET', '/v1/%zz'],
    ['POST', '/v1/memories/search'],
  ])('%s %s answers 401 before anything else', async (method, path) =>
    expect((await edge.send(method, path, undefined, { authorization: '' })).status).toBe(401),
  )

  test('a body is not looked at', async () => {
    const answer = await edge.send('POST', '/v1/memories/ingest', 'x'.repeat(3_000_000), { authorization: '' })
    expect(answer.status).toBe(401)
  })

  test.each(['/', '/health', '/health/live', '/health/ready', '/openapi.json'])('%s answers', async (path) =>
    expect((await edge.send('GET', path, undefined, { authorization: '' })).status).toBe(200),
  )

  test.each(['/openapi', '/docs/', '/V1/memories/list', '/v1x'])('%s is plainly not there', async (path) =>
    expect(await edge.send('GET', path, undefined, { authorization: '' })).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    }),
  )
})

describe('a hard delete', () => {
  const path = `/v1/memories/${MEMORY}?user_id=ana`

  test('is forbidden with the standard key', async () =>
    expect(await edge.send('DELETE', `${path}&hard=true`)).toMatchObject({
      status: 403,
      body: { error: 'FORBIDDEN', message: expect.any(String) },
    }))

  test('erases with the admin key', async () => {
    edge.calls.length = 0
    const answer = await edge.send('DELETE', `${path}&hard=true`, undefined, { authorization: `Bearer ${ADMIN}` })
    expect([answer.status, answer.body]).toEqual([200, { success: true, ids: [MEMORY] }])
    expect(edge.calls).toMatchObject([['erase', { memoryId: MEMORY, actor: { key: 'admin', agentId: null } }]])
  })

  test('is a soft one when it is false', async () =>
    expect((await edge.send('DELETE', `${path}&hard=false`)).body).toEqual({ success: true, ids: [MEMORY] }))

  test.each(['1', 'TRUE', 'true&hard=true', 'true&hard=false'])('cannot be slipped in as hard=%s', async (hard) =>
    expect(await edge.send('DELETE', `${path}&hard=${hard}`)).toMatchObject({
      status: 400,
      body: { error: 'hard: must be one of true, false' },
    }),
  )
})
