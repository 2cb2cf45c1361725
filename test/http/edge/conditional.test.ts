import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEMORY, type Running, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

test.each(['/', '/openapi.json', '/docs', '/v1/memories/stats?user_id=ana', `/v1/memories/${MEMORY}?user_id=ana`])(
  'GET %s is answered in full, whatever the client says it has kept',
  async (path) => {
    const answer = await fetch(`${edge.url}${path}`, {
      headers: {
        authorization: 'Bearer standard-key',
        'if-none-match': '*',
        'if-modified-since': 'Sat, 01 Jan 2050 00:00:00 GMT',
      },
    })
    expect(answer.status).toBe(200)
    expect((await answer.text()).length).toBeGreaterThan(10)
  },
)
