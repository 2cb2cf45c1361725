import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, EPISODE, MEMORY, type Running, startEdge } from './setup.js'

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

describe('an ingest', () => {
  test('hands over a conversation, with what was left out filled in', async () => {
    const answer = await edge.send('POST', '/v1/memories/ingest', {
      user_id: 'ana',
      conversation: 'Ana keeps bees',
      source_site: 'chat',
      skip_extraction: true,
    })
    expect(edge.calls).toEqual([
      [
        'ingest',
        {
          scope: user,
          conversation: { text: 'Ana keeps bees' },
          sourceSite: 'chat',
          sourceUrl: '',
          metadata: {},
          skipExtraction: false,
          async: false,
          actor: { key: 'standard', agentId: null },
        },
        'full',
      ],
    ])
    expect(answer.headers.get('x-log-position')).toBe('41')
    expect(answer.body).toEqual({
      ignored_fields: ['skip_extraction'],
      episodeId: EPISODE,
      factsExtracted: 1,
      memoriesStored: 1,
      memoriesUpdated: 0,
      memoriesDeleted: 0,
      memoriesSkipped: 0,
      duplicates: 0,
      knownTurns: 0,
      memoryIds: [MEMORY],
      linksCreated: 0,
      compositesCreated: 0,
    })
  })

  test('hands over messages and all that a caller may say', async () => {
    await edge.send(
      'POST',
      '/v1/memories/ingest/quick',
      {
        ...inWorkspace,
        messages: [
          { role: 'user', content: 'hello', name: 'Ana', extra: 1 },
          { role: 'assistant', content: '' },
        ],
        source_site: 'chat',
        source_url: 'https://chat.example/1',
        session_id: 's1',
        observed_at: '2026-01-02T01:00:00+02:00',
        metadata: { topic: 'bees' },
        visibility: 'restricted',
        granted_to: ['b'],
        skip_extraction: true,
      },
      { authorization: `Bearer ${ADMIN}` },
    )
    expect(edge.calls).toEqual([
      [
        'ingest',
        {
          scope: workspace,
          conversation: {
            messages: [
              { role: 'user', content: 'hello', name: 'Ana' },
              { role: 'assistant', content: '' },
            ],
          },
          sourceSite: 'chat',
          sourceUrl: 'https://chat.example/1',
          sessionId: 's1',
          observedAt: '2026-01-02T01:00:00+02:00',
          metadata: { topic: 'bees' },
          visibility: 'restricted',
          grantedTo: ['b'],
          skipExtraction: true,
          actor: { key: 'admin', agentId: 'a' },
        },
        'quick',
      ],
    ])
  })

  test('keeps every character as it came', async () => {
    const conversation = '  e\u0301 😀 \u200d \u202e \u0001\r\n '
    await edge.send('POST', '/v1/memories/ingest', { user_id: '日本 語', conversation, source_site: 'chat' })
    expect(edge.calls[0]?.[1]).toMatchObject({ scope: { userId: '日本 語' }, conversation: { text: conversation } })
  })

  test('into an empty log stands at position 0', async () => {
    const empty = await startEdge({ remove: async () => ({ result: { ids: [MEMORY] }, position: 'start' }) })
    const answer = await empty.send('DELETE', `/v1/memories/${MEMORY}?user_id=ana`)
    expect(answer.headers.get('x-log-position')).toBe('0')
    await empty.close()
  })
})
