import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openHttpListener } from '../../src/cli/http-listener.js'
import { startApp } from '../support/app.js'
import { databases } from '../support/database.js'

const opened = async (host = '127.0.0.1') => {
  const door = await openHttpListener(host, 0)
  onTestFinished(async () => void (await door.close(0).catch(() => {})))
  return door
}

test('an answer that does not come in time is cut off, and counted', async () => {
  const door = await opened()
  const reached = new Promise<void>((resolve) => door.open(() => resolve()))
  const asked = fetch(door.address).catch(() => 'cut off')
  await reached
  expect(await door.close(50)).toBe(1)
  expect(await asked).toBe('cut off')
})

test('a connection without a request does not delay the end', async () => {
  const door = await opened()
  const socket = connect(Number(new URL(door.address).port), '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await pause(100)
  const began = performance.now()
  expect(await door.close(5000)).toBe(0)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('the address is one of this machine also when it listens on all', async () => {
  expect((await opened('0.0.0.0')).address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('the tests use it, too: an idle connection lives as long as in the product', async () => {
  const [database = { open: () => Promise.reject(new Error('no database')) }] = databases
  const app = await startApp(database)
  onTestFinished(app.close)
  const { headers } = await app.ask('/health')
  expect(headers.get('keep-alive')).toBe('timeout=65')
})

test('a request that is no HTTP is answered in JSON', async () => {
  const door = await opened()
  const socket = connect(Number(new URL(door.address).port), '127.0.0.1')
  socket.end('NONSENSE\r\n\r\n')
  let answer = ''
  for await (const piece of socket) answer += piece
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request[\s\S]*\r\n\r\n\{"error":"request: malformed HTTP"\}$/)
})

test('a stop waits for the request under way, and not for its connection that stays open', async () => {
  const door = await opened()
  let answer = () => {}
  const reached = new Promise<void>((resolve) =>
    door.open((_, response) => {
      answer = () => void response.end('done')
      resolve()
    }),
  )
  const asked = fetch(door.address).then((response) => response.text())
  await reached
  const began = performance.now()
  const closed = door.close(5000)
  setTimeout(answer, 100)
  expect(await closed).toBe(0)
  expect(performance.now() - began).toBeLessThan(2000)
  expect(await asked).toBe('done')
})
