import { afterEach, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../../src/providers/errors.js'
import { type Running, startEdge } from './setup.js'

const BATCH = '/v1/memories/ingest/batch'

let edge: Running
afterEach(() => edge.close())

const said = (user_id: string, conversation = 'I have a boat.') => ({ user_id, conversation, source_site: 'chat' })
const results = ({ body }: { readonly body: unknown }): { status: number; retry_after?: number }[] =>
  Reflect.get(Object(body), 'results')

test('each conversation of a batch counts as a request; those over the limit are told when to come back', async () => {
  edge = await startEdge({}, { rateLimitPerMinute: 3 })
  const answer = await edge.send('POST', BATCH, { conversations: Array(5).fill(said('ana')) })
  expect(results(answer).map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(results(answer)[4]).toEqual({
    index: 4,
    status: 429,
    error: 'Too many requests',
    retry_after: expect.any(Number),
  })
  expect((await edge.send('GET', '/v1/memories/list?user_id=ana')).status).toBe(429)
})

test('what fails later than it is checked is told with the time to wait, and stops no other', async () => {
  edge = await startEdge({
    ingest: async ({ scope }) => {
      if (scope.userId === 'down') throw new ProviderUnavailable('embedding', 'timed out', 7)
      throw new Error('a secret of the inside')
    },
  })
  const answer = await edge.send('POST', BATCH, { conversations: [said('down'), said('bug'), {}] })
  expect(answer.status).toBe(200)
  expect(results(answer)).toEqual([
    {
      index: 0,
      status: 503,
      error: 'embedding provider unavailable',
      detail: 'timed out',
      retryable: true,
      retry_after: 7,
    },
    { index: 1, status: 500, error: 'Internal error' },
    { index: 2, status: 400, error: expect.stringContaining('user_id: required') },
  ])
  expect(edge.lines.find(({ err }) => err !== undefined)).toMatchObject({ level: 50, status: 200 })
})

test('those of one user go one after the other, those of several users side by side', async () => {
  const running: string[] = []
  let most = 0
  edge = await startEdge({
    ingest: async ({ scope }) => {
      expect(running).not.toContain(scope.userId)
      running.push(scope.userId)
      most = Math.max(most, running.length)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running.splice(running.indexOf(scope.userId), 1)
      throw new Error('done')
    },
  })
  await edge.send('POST', BATCH, { conversations: Array.from({ length: 40 }, (_, i) => said(`user ${i % 8}`)) })
  expect(most).toBe(4)
})

test('more keys and elements are taken than of other requests', async () => {
  edge = await startEdge()
  const messages = Array(10_000).fill({ role: 'user', content: 'x' })
  const one = { user_id: 'ana', messages, source_site: 'chat' }
  expect(results(await edge.send('POST', BATCH, { conversations: Array(5).fill(one) }))).toHaveLength(5)
  expect((await edge.send('POST', BATCH, { conversations: Array(160_000).fill(0) })).status).toBe(400)
})
