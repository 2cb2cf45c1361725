import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../../faults/rounds.js'
import { type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

test('whatever JSON is sent, the answer is a plain 200 or 400', async () => {
  const bodies = fc.record(
    {
      user_id: fc.oneof(fc.constant('ana'), fc.jsonValue(), fc.string({ unit: 'binary' })),
      query: fc.oneof(fc.constant('bees'), fc.jsonValue()),
      conversation: fc.jsonValue(),
      messages: fc.jsonValue(),
      memory_ids: fc.jsonValue(),
      source_site: fc.oneof(fc.constant('chat'), fc.jsonValue()),
      metadata: fc.jsonValue(),
      workspace_id: fc.jsonValue(),
      agent_id: fc.jsonValue(),
      agent_scope: fc.jsonValue(),
      limit: fc.jsonValue(),
      as_of: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
  const paths = fc.constantFrom('search', 'search/fast', 'ingest', 'ingest/quick', 'expand')
  await fc.assert(
    fc.asyncProperty(paths, fc.oneof(bodies, fc.jsonValue()), async (path, body) => {
      const { status } = await edge.send('POST', `/v1/memories/${path}`, JSON.stringify(body))
      expect([200, 400]).toContain(status)
    }),
    { numRuns: rounds(100, 3000) },
  )
})
