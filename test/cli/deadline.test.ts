import { expect, test } from 'vitest'
import { ready, stub } from './stub.js'

test('a server that stops cuts off requests that do not end, says so, and ends with 1', async () => {
  const server = stub('never-closes')
  await ready(server)
  const began = performance.now()
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.ended
  expect(code).toBe(1)
  expect(stderr).toContain('"unfinished":["store","data directory"]')
  expect(performance.now() - began).toBeLessThan(10_000)
})
