import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, STANDARD, startEdge } from './setup.js'

let edge: Running
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge.close())

const SEARCH = '/v1/memories/search'
const search = { user_id: 'ana', query: 'bees' }
const post = (body: unknown, headers?: Record<string, string>) => edge.send('POST', SEARCH, body, headers)

const send = async (body: Uint8Array, headers: Record<string, string>) => {
  const answer = await fetch(`${edge.url}${SEARCH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STANDARD}`, 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

describe('the content type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON; charset=utf8; x=y',
  ])('%s is taken', async (type) => expect((await post(search, { 'content-type': type })).status).toBe(200))

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'multipart/form-data; boundary=x',
    ';',
  ])('%s is refused', async (type) =>
    expect(await post(search, { 'content-type': type })).toMatchObject({
      status: 415,
      body: { error: 'body: must be application/json in UTF-8' },
    }),
  )

  test('it is looked at before the size, and after the method', async () => {
    const large = 'x'.repeat(3_000_000)
    expect((await post(large, { 'content-type': 'text/plain' })).status).toBe(415)
    const wrong = await edge.send('PUT', SEARCH, large, { 'content-type': 'text/plain' })
    expect(wrong.status).toBe(405)
  })

  test('an unknown content encoding is refused', async () =>
    expect((await send(Buffer.from('{}'), { 'content-encoding': 'rot13' })).status).toBe(415))
})

describe('the size', () => {
  const padded = (bytes: number) => {
    const empty = JSON.stringify({ ...search, pad: '' }).length
    return JSON.stringify({ ...search, pad: 'x'.repeat(bytes - empty) })
  }

  test('2 MiB are taken', async () => expect((await post(padded(2 * 1024 * 1024))).status).toBe(200))

  test('one byte more is refused', async () =>
    expect(await post(padded(2 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { error: 'body: must be at most 2 MiB' },
    }))

  test('what is small only while compressed is refused', async () =>
    expect((await send(gzipSync(padded(3_000_000)), { 'content-encoding': 'gzip' })).status).toBe(413))

  test('what was compressed is read', async () =>
    expect((await send(gzipSync(JSON.stringify(search)), { 'content-encoding': 'gzip' })).status).toBe(200))

  test('what only claims to be compressed is refused', async () =>
    expect(await send(Buffer.from('{}'), { 'content-encoding': 'gzip' })).toEqual({
      status: 400,
      body: { error: 'body: cannot be read' },
    }))

  test('a body in chunks of unknown length is cut off too', async () => {
    const answer = await fetch(`${edge.url}${SEARCH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${STANDARD}`, 'content-type': 'application/json' },
      body: new Blob([padded(3_000_000)]).stream(),
      duplex: 'half',
    })
    expect(answer.status).toBe(413)
  })
})

describe('JSON', () => {
  test.each(['{', '', ' ', '{"a":1,}', "{'a':1}", 'undefined', '{"a":01}', '\u0000', '{"user_id":"a\u0000"}'])(
    '%j is malformed',
    async (text) => {
      const answer = await send(Buffer.from(text), {})
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ error: text === '' ? 'body: required' : 'body: malformed JSON' })
    },
  )

  test('bytes that are no UTF-8 are malformed', async () =>
    expect((await send(Buffer.from('{"user_id":"\xe9"}', 'latin1'), {})).body).toEqual({
      error: 'body: malformed JSON',
    }))

  test('a byte order mark is passed over', async () =>
    expect((await send(Buffer.from(`\ufeff${JSON.stringify(search)}`), {})).status).toBe(200))

  test.each(['null', '1', '"text"', 'true', '[]', `[${JSON.stringify(search)}]`])('%s is no object', async (text) =>
    expect((await post(text)).body).toEqual({ error: 'body: must be a JSON object' }),
  )

  test('no body at all is required', async () =>
    expect((await edge.send('POST', SEARCH)).body).toEqual({ error: 'body: required' }))

  test.each([
    ['arrays', '['.repeat(500_000) + ']'.repeat(500_000)],
    ['objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
  ])('%s nested without end do no harm', async (_, deep) => {
    const error = 'body: must be nested at most 100 deep'
    for (const text of [deep, `{"unknown":${deep}}`, `{"user_id":${deep}}`])
      expect((await post(text)).body).toEqual({ error })
  })

  test('__proto__ and constructor are names like others', async () => {
    const text = `{"user_id":"ana","query":"bees","__proto__":{"limit":5},"constructor":{"prototype":{"limit":7}}}`
    expect((await post(text)).status).toBe(200)
    expect(edge.calls.at(-1)?.[1]).toMatchObject({ limit: 10 })
    expect(Reflect.get({}, 'limit')).toBeUndefined()
  })
})

test('a client that goes away in the middle of its body does no harm', async () => {
  const { port } = new URL(edge.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${STANDARD}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"us`,
  )
  socket.destroy()
  await once(socket, 'close')
  expect((await post(search)).status).toBe(200)
})
