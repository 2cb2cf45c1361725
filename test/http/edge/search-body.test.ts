import { afterAll, beforeAll, describe, test } from 'vitest'
import { AGENT_REQUIRED, expectAnswer, shown, UNFIT } from './expectations.js'
import { MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

describe('names', () => {
  test.each([
    ['ana', null],
    ['', 'user_id: must not be empty'],
    [' ', null],
    ['x'.repeat(256), null],
    ['x'.repeat(257), 'user_id: must be at most 256 characters'],
    ['é'.repeat(256), null],
    ['語'.repeat(170), null],
    ['語'.repeat(171), 'user_id: must be at most 512 bytes'],
    ['😀'.repeat(128), null],
    ['😀'.repeat(129), 'user_id: must be at most 512 bytes'],
    ['a\nb', 'user_id: must not contain control characters'],
    ['a\u007fb', 'user_id: must not contain control characters'],
    ['a\u0085b', 'user_id: must not contain control characters'],
    ['a\u0000b', `user_id: ${UNFIT}`],
    ['a\ud800b', `user_id: ${UNFIT}`],
    ['\udc00', `user_id: ${UNFIT}`],
    ["'; drop table memory; --", null],
    ['__proto__', null],
    [7, 'user_id: must be a string'],
    [null, 'user_id: must be a string'],
    [['ana'], 'user_id: must be a single string'],
    [{}, 'user_id: must be a string'],
    [undefined, 'user_id: required'],
  ])('%j', (user_id, error) => expectAnswer(edge, 'search/fast', [{ user_id, query: 'bees' }, error]))
})

describe('search', () => {
  const asked = { user_id: 'ana', query: 'bees' }
  const AGENTS = 'agent_scope: must be all, self, others, an agent id or 1 to 50 agent ids'

  test.each(
    shown([
      [{ user_id: 'ana' }, 'query: required'],
      [{ ...asked, query: '' }, 'query: must not be empty'],
      [{ ...asked, query: '?!' }, null],
      [{ ...asked, query: '😀'.repeat(10_000) }, null],
      [{ ...asked, query: 'x'.repeat(100_001) }, null],
      [{ ...asked, limit: 1 }, null],
      [{ ...asked, limit: 100 }, null],
      [{ ...asked, limit: 0 }, 'limit: must be at least 1'],
      [{ ...asked, limit: 101 }, 'limit: must be at most 100'],
      [{ ...asked, limit: 1.5 }, 'limit: must be an integer'],
      [{ ...asked, limit: '10' }, 'limit: must be a number'],
      [{ ...asked, threshold: -0.1 }, 'threshold: must be at least 0'],
      [{ ...asked, threshold: 1.1 }, 'threshold: must be at most 1'],
      [{ ...asked, token_budget: 99 }, 'token_budget: must be at least 100'],
      [{ ...asked, token_budget: 50_001 }, 'token_budget: must be at most 50000'],
      [{ ...asked, retrieval_mode: 'flat' }, null],
      [{ ...asked, retrieval_mode: 'deep' }, 'retrieval_mode: must be one of flat, tiered, abstract-aware'],
      [{ ...asked, as_of: '2026-01-01T00:00:00Z' }, null],
      [{ ...asked, as_of: '2026-02-30' }, 'as_of: must be an ISO 8601 date or date and time'],
      [{ ...asked, as_of: 'yesterday' }, 'as_of: must be an ISO 8601 date or date and time'],
      [{ ...asked, trace: 'yes' }, 'trace: must be true or false'],
      [{ ...asked, namespace_scope: '' }, 'namespace_scope: must not be empty'],
      [{ ...asked, workspace_id: 'w', agent_id: 'a', agent_scope: ['b'] }, null],
      [{ ...asked, agent_scope: [] }, 'agent_scope: must hold at least one agent id'],
      [{ ...asked, agent_scope: Array(51).fill('a') }, AGENTS],
      [{ ...asked, agent_scope: '' }, 'agent_scope: must not be empty'],
      [{ ...asked, agent_scope: 7 }, AGENTS],
      [{ ...asked, agent_scope: ['a', 7] }, AGENTS],
      [{ ...asked, workspace_id: 'w' }, AGENT_REQUIRED],
      [{ query: '', limit: 0, workspace_id: 'w' }, AGENT_REQUIRED],
      [
        { limit: 0, workspace_id: '\n' },
        'user_id: required; workspace_id: must not contain control characters; query: required; limit: must be at least 1',
      ],
    ]),
  )('%s', (_, error, body) => expectAnswer(edge, 'search', [body, error]))

  test('fast knows nothing of what only full search takes', () =>
    expectAnswer(edge, 'search/fast', [{ ...asked, as_of: 7, retrieval_mode: 'tiered', token_budget: 1 }, null]))
})

describe('expand', () => {
  test.each([
    [[], null],
    [Array(100).fill(MEMORY), null],
    [Array(101).fill(MEMORY), 'memory_ids: must hold at most 100 items'],
    [[MEMORY, 'x'], 'memory_ids[1]: must be a uuid'],
    [undefined, 'memory_ids: required'],
    [MEMORY, 'memory_ids: must be an array'],
  ])('%j', (memory_ids, error) => expectAnswer(edge, 'expand', [{ user_id: 'ana', memory_ids }, error]))
})
