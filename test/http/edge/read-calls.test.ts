import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EPISODE, MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())
beforeEach(() => {
  edge.calls.length = 0
})

const user = { kind: 'user', userId: 'ana' }
const workspace = { kind: 'workspace', userId: 'ana', workspaceId: 'w', agentId: 'a', agentScope: 'all' }
const inWorkspace = { user_id: 'ana', workspace_id: 'w', agent_id: 'a' }

describe('a search', () => {
  test('waits for the read models, then asks with the defaults', async () => {
    await edge.send('POST', '/v1/memories/search', { user_id: 'ana', query: 'bees', agent_scope: 'self' })
    expect(edge.calls).toEqual([
      ['ready', 'ana', undefined],
      [
        'search',
        {
          scope: user,
          query: 'bees',
          limit: 10,
          threshold: 0.3,
          retrievalMode: 'flat',
          tokenBudget: 2000,
          trace: false,
          currentOnly: false,
          includeSuperseded: false,
          nearestBelow: true,
          agentScopeGiven: 'self',
        },
        'full',
      ],
    ])
  })

  test.each([
    [undefined, 'all'],
    ['all', 'all'],
    ['self', 'self'],
    ['others', 'others'],
    ['b', { agents: ['b'] }],
    [['b', 'self'], { agents: ['b', 'self'] }],
  ])('of agents %j', async (agent_scope, agentScope) => {
    await edge.send('POST', '/v1/memories/search/fast', { ...inWorkspace, query: 'bees', agent_scope })
    const [, [, request, mode] = []] = edge.calls
    expect(request).toMatchObject({ scope: { ...workspace, agentScope } })
    expect(Reflect.get(Object(request), 'agentScopeGiven')).toEqual(agent_scope)
    expect(mode).toBe('fast')
  })

  test('takes what the caller says before any default, 0 and false too', async () => {
    const said = {
      limit: 1,
      threshold: 0,
      token_budget: 100,
      trace: true,
      source_site: 'chat',
      namespace_scope: 'site/a',
    }
    await edge.send('POST', '/v1/memories/search', { user_id: 'ana', query: 'bees', ...said })
    expect(edge.calls.at(-1)?.[1]).toEqual({
      scope: user,
      query: 'bees',
      limit: 1,
      threshold: 0,
      retrievalMode: 'flat',
      tokenBudget: 100,
      trace: true,
      currentOnly: false,
      includeSuperseded: false,
      nearestBelow: false,
      sourceSite: 'chat',
      namespaceScope: 'site/a',
    })
  })

  test('is traced always where the service is set so', async () => {
    const traced = await startEdge({}, { searchTrace: true })
    await traced.send('POST', '/v1/memories/search', { user_id: 'ana', query: 'bees', trace: false })
    expect(traced.calls.at(-1)?.[1]).toMatchObject({ trace: true })
    await traced.close()
  })
})

describe('a record', () => {
  test('list narrows what is the user’s own', async () => {
    await edge.send('GET', `/v1/memories/list?user_id=ana&limit=5&offset=7&source_site=chat&episode_id=${EPISODE}`)
    expect(edge.calls.at(-1)).toEqual(['list', user, { limit: 5, offset: 7, sourceSite: 'chat', episodeId: EPISODE }])
  })

  test('list does not narrow a workspace', async () => {
    await edge.send(
      'GET',
      `/v1/memories/list?user_id=ana&workspace_id=w&agent_id=a&source_site=chat&episode_id=${EPISODE}`,
    )
    expect(edge.calls.at(-1)).toEqual(['list', workspace, { limit: 20, offset: 0 }])
  })

  test('get, stats and the trail ask in scope', async () => {
    const scoped = 'user_id=ana&workspace_id=w&agent_id=a'
    await edge.send('GET', `/v1/memories/${MEMORY.toUpperCase()}?${scoped}`)
    await edge.send('GET', `/v1/memories/stats?${scoped}`)
    await edge.send('GET', `/v1/memories/${MEMORY}/audit?${scoped}`)
    expect(edge.calls.filter(([name]) => name !== 'ready')).toEqual([
      ['get', workspace, MEMORY],
      ['stats', workspace],
      ['trail', workspace, MEMORY],
    ])
  })

  test('delete does not wait, says who did it, and where in the log', async () => {
    const answer = await edge.send('DELETE', `/v1/memories/${MEMORY}?user_id=ana&agent_id=a`)
    expect(edge.calls).toEqual([
      ['remove', { scope: user, memoryId: MEMORY, actor: { key: 'standard', agentId: 'a' } }],
    ])
    expect([answer.body, answer.headers.get('x-log-position')]).toEqual([{ success: true, ids: [MEMORY] }, '42'])
  })

  test('expand keeps the order and answers by name', async () => {
    const answer = await edge.send('POST', '/v1/memories/expand', { user_id: 'ana', memory_ids: [MEMORY, EPISODE] })
    expect(edge.calls.at(-1)).toEqual(['expand', user, [MEMORY, EPISODE]])
    expect(answer.body).toEqual({ memories: [] })
  })

  test('a query string is read as UTF-8, encoded or not, with + for a space', async () => {
    await edge.send('GET', '/v1/memories/stats?user_id=a%2Bb+c%20%C3%A9&=x&&x')
    expect(edge.calls.at(-1)?.[1]).toEqual({ kind: 'user', userId: 'a+b c é' })
  })
})

describe('a read', () => {
  test.each([
    ['41', 41n],
    ['9223372036854775807', 9223372036854775807n],
    ['0', undefined],
  ])('with X-Min-Position %s waits for %s', async (position, waited) => {
    await edge.send('GET', '/v1/memories/stats?user_id=ana', undefined, { 'x-min-position': position })
    expect(edge.calls[0]).toEqual(['ready', 'ana', waited])
  })

  test('that is refused waits for nothing', async () => {
    await edge.send('GET', '/v1/memories/stats')
    await edge.send('POST', '/v1/memories/search', { user_id: 'ana' })
    expect(edge.calls).toEqual([])
  })
})
