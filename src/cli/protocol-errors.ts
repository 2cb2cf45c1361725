import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers in JSON the requests that never reach the application. Node would answer them without a body or not at all. */
export const answerProtocolErrors = (server: Server): void => {
  const latest = new WeakMap<Duplex, Exchange>()
  server.prependListener('request', (request, response) => latest.set(request.socket, { request, response }))
  server.on('clientError', (error, socket) => {
    if (!socket.writable || Reflect.get(error, 'code') === 'ECONNRESET') return void socket.destroy()
    const refuse = () => refuseOn(socket, malformed[`${Reflect.get(error, 'code')}`] ?? anyMalformed)
    const before = latest.get(socket)
    // The previous request on this connection may still be under way: its answer must not be replaced by this refusal.
    if (before?.request.complete && !before.response.writableFinished) before.response.once('finish', refuse)
    else refuse()
  })
  server.on('checkExpectation', (_, response) => refuseWith(response, 417, 'Expect: must be 100-continue'))
  server.on('connect', (_, socket) =>
    refuseOn(socket, {
      status: '405 Method Not Allowed',
      error: 'Method not allowed',
      allow: 'GET, POST, PUT, DELETE',
    }),
  )
}

/** HTTP/1.1 requires the header Host. Node's own check is switched off, because it answers without a body. */
export const wantingHost =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    if (request.httpVersion === '1.1' && request.headers.host === undefined) refuseWith(response, 400, 'Host: required')
    else handler(request, response)
  }

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }
type Refusal = { readonly status: string; readonly error: string; readonly allow?: string }

const anyMalformed: Refusal = { status: '400 Bad Request', error: 'request: malformed HTTP' }
const malformed: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', error: 'headers: too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: '413 Content Too Large', error: 'body: chunk extensions too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'request: did not come in time' },
}

const refuseOn = (socket: Duplex, { status, error, allow }: Refusal): void => {
  const body = JSON.stringify({ error })
  const headers = [
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUID()}`,
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
  ]
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

const refuseWith = (response: ServerResponse, status: number, error: string): void => {
  const body = JSON.stringify({ error })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-Request-Id': randomUUID(),
  }
  response.writeHead(status, headers).end(body)
}
