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
const path = `/v1/memories/${MEMORY}`

describe('a change', () => {
  test('of what a memory says hands over what is given, and nothing else', async () => {
    const answer = await edge.send('PUT', path, { user_id: 'ana', importance: 0, visibility: 'workspace' })
    const actor = { key: 'standard', agentId: null }
    expect(edge.calls).toEqual([['update', { scope: user, actor, memoryId: MEMORY, importance: 0 }]])
    expect([answer.body, answer.headers.get('x-log-position')]).toEqual([
      { id: MEMORY, version: 2, ids: [MEMORY], ignored_fields: ['visibility'] },
      '44',
    ])
    await edge.send('PUT', path, { ...inWorkspace, content: 'Ana keeps bees', metadata: {} })
    expect(edge.calls.at(-1)?.[1]).toMatchObject({ scope: workspace, content: 'Ana keeps bees', metadata: {} })
  })

  test('back to earlier words hands over the version', async () => {
    const answer = await edge.send('POST', `${path}/restore`, { ...inWorkspace, version: 2 })
    expect(edge.calls).toMatchObject([['restore', { scope: workspace, memoryId: MEMORY, version: 2 }]])
    expect([answer.body, answer.headers.get('x-log-position')]).toEqual([
      { id: MEMORY, version: 3, ids: [MEMORY] },
      '49',
    ])
  })

  test('of who may read it hands over the readers', async () => {
    const body = { ...inWorkspace, visibility: 'restricted', granted_to: ['b'] }
    const answer = await edge.send('PUT', `${path}/visibility`, body)
    expect(edge.calls).toEqual([
      [
        'share',
        {
          scope: workspace,
          actor: { key: 'standard', agentId: 'a' },
          memoryId: MEMORY,
          visibility: 'restricted',
          grantedTo: ['b'],
        },
      ],
    ])
    expect(answer.body).toEqual({ id: MEMORY, visibility: 'restricted', granted_to: ['b'], version: 2, ids: [MEMORY] })
  })

  test('of many narrows a workspace, too', async () => {
    const narrowing = { source_site: 'chat', session_id: 's', episode_id: EPISODE }
    const answer = await edge.send('DELETE', `/v1/memories?${new URLSearchParams({ ...inWorkspace, ...narrowing })}`)
    expect(edge.calls).toMatchObject([
      ['removeMany', { scope: workspace, hard: false, of: { sourceSite: 'chat', sessionId: 's', episodeId: EPISODE } }],
    ])
    expect([answer.body, answer.headers.get('x-log-position')]).toEqual([{ success: true, deleted: 2 }, '46'])
  })

  test.each(['PUT', 'DELETE'])('%s of a word that is no id is refused', async (method) => {
    expect(
      (await edge.send(method, '/v1/memories/nonsense?user_id=ana', method === 'PUT' ? {} : undefined)).status,
    ).toBe(400)
    expect(edge.calls).toEqual([])
  })
})
