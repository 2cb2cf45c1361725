import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { STANDARD, startEdge } from '../http/edge/setup.js'
import { databases } from '../support/database.js'
import { mcpOverHttp } from '../support/mcp-client.js'
import { served } from '../support/served.js'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const EITHER = { accept: 'application/json, text/event-stream' }
const call = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'list_memories', arguments: { user_id: 'ana' } },
})

describe('the door', () => {
  const ask = async (over: {
    readonly method?: string
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly perMinute?: number
    readonly times?: number
  }) => {
    const { method = 'POST', path = '/mcp', headers = {}, body = JSON.stringify(LIST), perMinute = 0, times = 1 } = over
    const edge = await startEdge({}, { rateLimitPerMinute: perMinute })
    try {
      const init = {
        method,
        headers: { authorization: `Bearer ${STANDARD}`, 'content-type': 'application/json', ...EITHER, ...headers },
        ...(method === 'GET' ? {} : { body }),
      }
      for (let time = 1; time < times; time++) await (await fetch(edge.url + path, init)).text()
      const answer = await fetch(edge.url + path, init)
      return { status: answer.status, text: await answer.text(), allow: answer.headers.get('allow') }
    } finally {
      await edge.close()
    }
  }

  test('opens to a key', async () => {
    const { status, text } = await ask({})
    expect([status, text.includes('"remember"')]).toEqual([200, true])
  })
  test.each([
    ['without a valid key, also where there is nothing', { headers: { authorization: 'Bearer wrong' } }, 401],
    ['at an unknown path without a key', { path: '/mcp/x', headers: { authorization: '' } }, 401],
    ['at an unknown path', { path: '/mcp/x' }, 404],
    ['at a path with another slash', { path: '/mcp/' }, 404],
    ['to GET, as there are no sessions', { method: 'GET' }, 405],
    ['to DELETE', { method: 'DELETE' }, 405],
    ['to a body of more than 2 MiB', { body: JSON.stringify({ ...LIST, params: { a: 'a'.repeat(2 << 20) } }) }, 413],
    ['to what is no JSON', { body: '{' }, 400],
    ['to another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['to a page of another origin', { headers: { origin: 'http://evil.example' } }, 403],
    ['to the third request of a minute, where two are allowed', { perMinute: 2, times: 3 }, 429],
    ['to a batch of more requests than are allowed', { perMinute: 2, body: JSON.stringify([1, 2, 3].map(call)) }, 429],
    ['to a header that differs from the path', { path: '/mcp/u/ana', headers: { 'x-user-id': 'bob' } }, 400],
    ['to a workspace beside a path without one', { path: '/mcp/u/ana', headers: { 'x-workspace-id': 'crew' } }, 400],
    [
      'to another agent than the path names',
      { path: '/mcp/w/ana/crew/scout', headers: { 'x-agent-id': 'painter' } },
      400,
    ],
    ['to a workspace without a user', { headers: { 'x-workspace-id': 'crew', 'x-agent-id': 'scout' } }, 400],
    ['to a workspace without an agent', { headers: { 'x-user-id': 'ana', 'x-workspace-id': 'crew' } }, 400],
    ['to an empty user', { headers: { 'x-user-id': '' } }, 400],
    ['to what erased users are called', { path: '/mcp/u/anon-0123456789abcdef' }, 400],
    ['to a user in other letters than ASCII in a header', { headers: { 'x-user-id': 'jos\u00e9' } }, 400],
    ['to a path that is not percent-encoded', { path: '/mcp/u/%ff' }, 400],
  ])('stays shut %s', async (_, over, status) => {
    const answer = await ask(over)
    expect([answer.status, answer.text.includes('"remember"')]).toEqual([status, false])
    if (status === 405) expect(answer.allow).toBe('POST')
  })
  test('stays shut to a header that is sent twice', async () => {
    const edge = await startEdge()
    const headers = { authorization: `Bearer ${STANDARD}`, 'content-type': 'application/json', 'x-user-id': ['a', 'b'] }
    const sent = request(`${edge.url}/mcp`, { method: 'POST', headers }).end(JSON.stringify(LIST))
    const [answer] = await once(sent, 'response')
    expect(answer.statusCode).toBe(400)
    answer.resume()
    await edge.close()
  })
})

describe.each(databases)('the scope, on $name', (database) => {
  const app = served(database)
  const at = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    mcpOverHttp({ url: app.url, path, headers })
  const contents = async (connected: ReturnType<typeof at>) => {
    const { data } = await (await connected).call('list_memories')
    return (data as unknown as { memories: { content: string }[] }).memories.map(({ content }) => content)
  }

  test('comes from the path or from headers, and both find the same', async () => {
    await (await at('/mcp/w/ana/crew/scout')).call('remember', { text: 'The crew meets on Mondays.' })
    await (await at('/mcp', { 'X-User-Id': 'ana' })).call('remember', { text: 'Ana plays the cello.' })
    const crew = { 'X-User-Id': 'ana', 'X-Workspace-Id': 'crew', 'X-Agent-Id': 'painter' }
    expect(await contents(at('/mcp', crew))).toEqual(['The crew meets on Mondays.'])
    expect(await contents(at('/mcp/u/ana'))).toEqual(['Ana plays the cello.'])
    expect(await contents(at('/mcp/u/ana', { 'X-User-Id': 'ana' }))).toEqual(['Ana plays the cello.'])
    expect(await contents(at('/mcp/u/bob'))).toEqual([])
  })
  test('is never widened by an argument', async () => {
    await (await at('/mcp/u/carla')).call('remember', { text: 'Carla has a parrot.' })
    const bob = await at('/mcp/u/bob')
    for (const name of ['remember', 'recall', 'list_memories', 'forget', 'conflicts'])
      expect(await bob.call(name, { user_id: 'carla', ...ARGUMENTS[name] })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/user_id: must be left out or be bob/),
      })
    expect(await bob.call('list_memories', { user_id: 'bob' })).toMatchObject({ isError: false })
    const open = await at('/mcp')
    expect(await open.call('list_memories')).toMatchObject({
      isError: true,
      text: expect.stringMatching(/user_id: required/),
    })
    expect(await open.call('list_memories', { user_id: 'carla' })).toMatchObject({ data: { total: 1 } })
    for (const more of [{ workspace_id: 'crew' }, { agent_id: 'scout' }])
      expect(await open.call('list_memories', { user_id: 'carla', ...more })).toMatchObject({ isError: true })
  })
  test('of percent-encoded names is that of the names', async () => {
    await (await at(`/mcp/u/${encodeURIComponent('zoë / 1')}`)).call('remember', { text: 'Zoë paints.' })
    expect(await (await at('/mcp')).call('list_memories', { user_id: 'zoë / 1' })).toMatchObject({ data: { total: 1 } })
  })
})

const ARGUMENTS: Readonly<Record<string, object>> = {
  remember: { text: 'a' },
  recall: { query: 'parrot' },
  forget: { query: 'parrot' },
}
