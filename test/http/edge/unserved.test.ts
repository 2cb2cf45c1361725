import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpListener, openHttpListener } from '../../../src/cli/http-listener.js'

let door: HttpListener
beforeAll(async () => {
  door = await openHttpListener('127.0.0.1', 0)
  door.open(async (request, response) => {
    for await (const _ of request);
    await pause(20)
    response.setHeader('Content-Type', 'application/json').end('{"served":true}')
  })
})
afterAll(() => door.close(0))

/** All that is answered to these bytes until the connection ends. */
const answersTo = async (text: string): Promise<string> => {
  const socket = connect(Number(new URL(door.address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(Buffer.from(text, 'latin1'))
  let answers = ''
  for await (const piece of socket) answers += piece
  return answers
}

describe('what never reaches the application is answered in JSON, with an id', () => {
  test.each([
    ['no HTTP', 'NONSENSE\r\n\r\n', '400 Bad Request', 'request: malformed HTTP'],
    ['a method that nobody knows', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', '400 Bad Request', 'request: malformed HTTP'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      '400 Bad Request',
      'request: malformed HTTP',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      '400 Bad Request',
      'request: malformed HTTP',
    ],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers: too large',
    ],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request', 'Host: required'],
    [
      'an expectation that nobody meets',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n',
      '417 Expectation Failed',
      'Expect: must be 100-continue',
    ],
    [
      'the wish for a tunnel',
      'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n',
      '405 Method Not Allowed',
      'Method not allowed',
    ],
  ])('%s', async (_, asked, status, error) => {
    const answer = await answersTo(asked)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n`))
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]{36}\r\n/)
    expect(answer).toMatch(/\r\nContent-Type: application\/json\r\n/)
    expect(answer).toContain(JSON.stringify({ error }))
  })
})

test('HTTP/1.0 needs no host', async () =>
  expect(await answersTo('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK[\s\S]*\{"served":true\}$/))

test('nonsense after a request is refused after its answer, which says what was done', async () => {
  const answers = await answersTo('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}NONSENSE\r\n\r\n')
  expect(answers).toMatch(
    /^HTTP\/1.1 200 OK[\s\S]*\{"served":true\}[\s\S]*HTTP\/1.1 400 Bad Request[\s\S]*malformed HTTP"\}$/,
  )
})
