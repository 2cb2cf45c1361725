import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENT_REQUIRED, UNFIT } from './expectations.js'
import { EPISODE, MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

describe('a query string', () => {
  test.each([
    ['list?user_id=ana', null],
    ['list', 'user_id: required'],
    ['list?user_id=', 'user_id: must not be empty'],
    ['list?user_id', 'user_id: must not be empty'],
    ['list?user_id=ana&user_id=ana', 'user_id: must be a single string'],
    ['list?user_id[]=ana', 'user_id: required'],
    ['list?user_id=%ED%A0%80', 'user_id: must be percent-encoded UTF-8'],
    ['list?user_id=%zz&limit=0', 'user_id: must be percent-encoded UTF-8; limit: must be at least 1'],
    ['list?user_id=ana&other=%zz&%zz=1&other=2', null],
    ['list?user_id=ana&limit=%ff', 'limit: must be percent-encoded UTF-8'],
    ['list?user_id=ana&workspace_id=%ff', 'workspace_id: must be percent-encoded UTF-8'],
    ['list?user_id=%ff&user_id=%ff', 'user_id: must be a single string'],
    ['list?user_id=a%00', `user_id: ${UNFIT}`],
    ['list?user_id=ana&other=a%00', `other: ${UNFIT}`],
    ['list?user_id=ana&limit=1000&offset=0', null],
    ['list?user_id=ana&limit=1001', 'limit: must be at most 1000'],
    ['list?user_id=ana&limit=0', 'limit: must be at least 1'],
    ['list?user_id=ana&offset=-1', 'offset: must be at least 0'],
    ['list?user_id=ana&limit=12abc', 'limit: must be an integer'],
    ['list?user_id=ana&limit=', 'limit: must be an integer'],
    ['list?user_id=ana&limit=1e2', 'limit: must be an integer'],
    ['list?user_id=ana&limit=0x10', 'limit: must be an integer'],
    ['list?user_id=ana&limit=1.0', 'limit: must be an integer'],
    ['list?user_id=ana&limit=+5', 'limit: must be an integer'],
    ['list?user_id=ana&limit=NaN', 'limit: must be an integer'],
    ['list?user_id=ana&limit=1&limit=2', 'limit: must be a single string'],
    [`list?user_id=ana&episode_id=${EPISODE}`, null],
    ['list?user_id=ana&episode_id=x', 'episode_id: must be a uuid'],
    ['list?user_id=ana&workspace_id=w', AGENT_REQUIRED],
    ['list?user_id=ana&workspace_id=w&agent_id=', AGENT_REQUIRED],
    ['list?user_id=ana&workspace_id=w&limit=0', AGENT_REQUIRED],
    ['stats?user_id=ana&workspace_id=w', AGENT_REQUIRED],
    [`${MEMORY}?user_id=ana&workspace_id=w`, AGENT_REQUIRED],
    [`${MEMORY}/audit?user_id=ana&workspace_id=w`, AGENT_REQUIRED],
    ['nonsense?limit=1', 'id: must be a uuid; user_id: required'],
    ['nonsense/audit?user_id=ana', 'id: must be a uuid'],
  ])('%s', async (path, error) => {
    const answer = await edge.send('GET', `/v1/memories/${path}`)
    expect([answer.status, Reflect.get(Object(answer.body), 'error')]).toEqual(
      error === null ? [200, undefined] : [400, error],
    )
  })
})

describe('headers', () => {
  test.each(['x', '-1', '1.5', '', '1e3', '0x1', '9223372036854775808', '1'.repeat(20), '1, 2'])(
    'X-Min-Position %j is refused',
    async (position) =>
      expect(
        await edge.send('GET', '/v1/memories/list?user_id=ana', undefined, { 'x-min-position': position }),
      ).toMatchObject({ status: 400, body: { error: 'X-Min-Position: must be a log position, in digits' } }),
  )

  test('an Idempotency-Key that is none is refused on writes, and means nothing on reads', async () => {
    const key = { 'idempotency-key': 'k'.repeat(256) }
    const told = { user_id: 'ana', source_site: 'chat', conversation: 'Ana keeps bees' }
    const refused = { status: 400, body: { error: 'Idempotency-Key: must be 1 to 255 printable ASCII characters' } }
    expect(await edge.send('POST', '/v1/memories/ingest', told, key)).toMatchObject(refused)
    expect(await edge.send('POST', '/v1/memories/ingest/quick', told, key)).toMatchObject(refused)
    expect(await edge.send('DELETE', `/v1/memories/${MEMORY}?user_id=ana`, undefined, key)).toMatchObject(refused)
    expect((await edge.send('POST', '/v1/memories/search', { user_id: 'ana', query: 'x' }, key)).status).toBe(200)
  })
})
