import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENT_REQUIRED, expectAnswer, shown, UNFIT } from './expectations.js'
import { type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const TIMESTAMP =
  'messages[0].timestamp: must be an ISO 8601 date or date and time, or the seconds or milliseconds since 1970'

describe('ingest', () => {
  const told = { user_id: 'ana', source_site: 'chat' }
  const spoken = { ...told, conversation: 'Ana keeps bees' }
  const shared = { ...spoken, workspace_id: 'w', agent_id: 'a' }
  const saying = (content: unknown) => ({ role: 'user', content })
  const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

  test.each(
    shown([
      [spoken, null],
      [{}, 'user_id: required; conversation: required, or else messages; source_site: required'],
      [told, 'conversation: required, or else messages'],
      [{ ...told, conversation: '' }, 'conversation: must not be empty'],
      [{ ...told, conversation: ' \n ' }, null],
      [{ ...told, conversation: 'x'.repeat(100_000) }, null],
      [{ ...told, conversation: '😀'.repeat(100_000) }, null],
      [{ ...told, conversation: 'x'.repeat(100_001) }, 'conversation: must be at most 100,000 characters'],
      [{ ...told, conversation: 'a\u0000' }, `conversation: ${UNFIT}`],
      [{ ...spoken, messages: [saying('hi')] }, 'messages: must not be given together with conversation'],
      [{ ...told, messages: [saying('hi')] }, null],
      [{ ...told, messages: [{ ...saying('hi'), name: 'Ana' }, saying('')] }, null],
      ...['2026-01-31', '2026-01-31T08:30:00+01:00', 1769844600, 1769844600000, 0, null].map(
        (timestamp) => [{ ...told, messages: [{ ...saying('hi'), timestamp }] }, null] as const,
      ),
      ...['yesterday', '2026-02-30', '', 1e300, true, {}].map(
        (timestamp) => [{ ...told, messages: [{ ...saying('hi'), timestamp }] }, TIMESTAMP] as const,
      ),
      [{ ...told, messages: [] }, 'messages: must hold at least one message'],
      [{ ...told, messages: {} }, 'messages: must be an array'],
      [{ ...told, messages: Array(10_000).fill(saying('0123456789')) }, null],
      [{ ...told, messages: Array(10_001).fill(saying('')) }, 'messages: must hold at most 10000 items'],
      [
        { ...told, messages: [saying('x'.repeat(60_000)), saying('x'.repeat(40_001))] },
        'messages: must be at most 100,000 characters together',
      ],
      [
        { ...told, messages: [saying('hi'), { content: 7 }, null] },
        'messages[1].role: required; messages[1].content: must be a string, a part, a list of parts or null; messages[2]: must be a JSON object',
      ],
      [{ ...told, messages: [saying('a\ud800')] }, `messages: ${UNFIT}`],
      [{ ...spoken, source_url: `https://x.example/${'é'.repeat(1015)}` }, null],
      [{ ...spoken, source_url: 'é'.repeat(1025) }, 'source_url: must be at most 2048 bytes'],
      [{ ...spoken, source_url: '' }, null],
      [{ ...spoken, session_id: '' }, 'session_id: must not be empty'],
      [{ ...spoken, observed_at: '2026-02-29' }, 'observed_at: must be an ISO 8601 date or date and time'],
      [{ ...spoken, observed_at: '2024-02-29' }, null],
      [{ ...spoken, observed_at: 1_700_000_000 }, 'observed_at: must be a string'],
      [{ ...spoken, metadata: [] }, 'metadata: must be a JSON object'],
      [{ ...spoken, metadata: { constructor: { prototype: 1 }, hasOwnProperty: 1 } }, null],
      [{ ...spoken, metadata: { a: 'x'.repeat(32 * 1024 - 8) } }, null],
      [{ ...spoken, metadata: { a: 'x'.repeat(32 * 1024 - 7) } }, 'metadata: must be at most 32 KiB of JSON'],
      [{ ...spoken, metadata: nested(64) }, null],
      [{ ...spoken, metadata: nested(65) }, 'metadata: must be nested at most 64 deep'],
      [{ ...spoken, metadata: { a: [{ 'b\u0000': 1 }] } }, `metadata: ${UNFIT}`],
      [{ ...spoken, unknown: ['a\ud800'] }, `unknown: ${UNFIT}`],
      [{ ...spoken, 'un\u0000known': 1 }, `body: ${UNFIT}`],
      [{ ...spoken, unknown: 1, skip_extraction: 'not read here' }, null],
      [{ ...spoken, workspace_id: 'w' }, AGENT_REQUIRED],
      [{ ...spoken, workspace_id: 'w', agent_id: '' }, AGENT_REQUIRED],
      [{ workspace_id: 'w' }, AGENT_REQUIRED],
      [{ ...spoken, workspace_id: '' }, 'workspace_id: must not be empty'],
      [{ ...spoken, workspace_id: null, agent_id: 'a' }, 'workspace_id: must be a string'],
      [{ ...spoken, agent_id: 'a' }, null],
      [shared, null],
      [{ ...shared, visibility: 'agent_only' }, null],
      [{ ...shared, visibility: 'public' }, 'visibility: must be one of workspace, agent_only, restricted'],
      [{ ...spoken, visibility: 'workspace' }, 'visibility: needs workspace_id'],
      [
        { ...spoken, visibility: 'restricted', granted_to: ['b'] },
        'visibility: needs workspace_id; granted_to: needs workspace_id',
      ],
      [{ ...shared, granted_to: ['b'] }, 'granted_to: needs visibility restricted'],
      [{ ...shared, visibility: 'restricted' }, null],
      [{ ...shared, visibility: 'restricted', granted_to: [] }, null],
      [{ ...shared, visibility: 'restricted', granted_to: Array(50).fill('b') }, null],
      [
        { ...shared, visibility: 'restricted', granted_to: Array(51).fill('b') },
        'granted_to: must hold at most 50 agent ids',
      ],
      [{ ...shared, visibility: 'restricted', granted_to: ['b', ''] }, 'granted_to[1]: must not be empty'],
    ]),
  )('%s', (_, error, body) => expectAnswer(edge, 'ingest', [body, error]))

  test('a number that JSON cannot give back is refused', async () => {
    const text = JSON.stringify({ ...spoken, metadata: { a: [0] } }).replace('[0]', '[1e999]')
    expect((await edge.send('POST', '/v1/memories/ingest', text)).body).toEqual({
      error: 'metadata: must hold finite numbers only',
    })
  })

  test('metadata nested without end does no harm', async () => {
    const text = JSON.stringify({ ...spoken, metadata: 0 }).replace(':0', `:${JSON.stringify({ a: 0 })}`)
    const deep = text.replace('{"a":0}', `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`)
    expect((await edge.send('POST', '/v1/memories/ingest', deep)).body).toEqual({
      error: 'body: must be nested at most 100 deep',
    })
  })

  test('quick takes skip_extraction, as a boolean', async () => {
    await expectAnswer(edge, 'ingest/quick', [{ ...spoken, skip_extraction: true }, null])
    await expectAnswer(edge, 'ingest/quick', [
      { ...spoken, skip_extraction: 'yes' },
      'skip_extraction: must be true or false',
    ])
  })

  test('a great many faults are counted', async () => {
    const { body } = await edge.send('POST', '/v1/memories/ingest', { ...told, messages: Array(1000).fill(7) })
    expect(body).toEqual({ error: expect.stringMatching(/^messages\[0\]: .*; and 900 more$/) })
  })
})
