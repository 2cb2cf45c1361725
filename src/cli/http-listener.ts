import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Express } from 'express'
import { OperationRefused } from '../concurrency/operation.js'

/** Answers in JSON the requests that never reach the application. Node would answer them without a body or not at all. */
const answerProtocolErrors = (server: Server): void => {
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
const wantingHost =
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

const refusalOf = (error: string) => {
  const body = JSON.stringify({ error })
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'X-Request-Id': randomUUID(),
  }
  return { body, headers }
}

const refuseOn = (socket: Duplex, { status, error, allow }: Refusal): void => {
  const { body, headers } = refusalOf(error)
  const lines = Object.entries({ ...headers, ...(allow && { Allow: allow }) }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  if (socket.writable) socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

const refuseWith = (response: ServerResponse, status: number, error: string): void => {
  const { body, headers } = refusalOf(error)
  response.writeHead(status, headers).end(body)
}

/** How far the start is. */
type Start = {
  readonly reason: string
  /** The servers that do not answer yet. */
  readonly waitingFor?: readonly string[]
  /** How long they are waited for. */
  readonly secondsLeft?: () => number
}

export type HttpListener = {
  /** An address that works on this machine, such as http://127.0.0.1:3050. */
  readonly address: string
  /** Sets what the answers before `open` say of the start. */
  announce(start: Start): void
  /** From now on requests go to the application. */
  open(handler: RequestListener): void
  /** Accepts no more connections and waits for the requests under way, at most `patienceMs`; returns how many it cut off. */
  close(patienceMs: number): Promise<number>
}

/** Answers of the start: the process lives, its health is of a start, and all else is answered when the application is open. */
const answerStart = (url: string, { reason, waitingFor, secondsLeft }: Start, since: string): [number, object] => {
  const [path = ''] = url.split('?')
  if (path === '/health/live') return [200, { status: 'ok' }]
  if (path !== '/health' && path !== '/health/ready') return [503, { status: 'degraded', error: 'Starting', reason }]
  const health = {
    status: 'starting',
    reason,
    waiting_for: waitingFor ?? [],
    since,
    seconds_left: secondsLeft?.() ?? null,
  }
  return [503, health]
}

/** Listens before the application opens, to take the port first; answers 503 until then. @throws OperationRefused */
export const openHttpListener = async (host: string, port: number): Promise<HttpListener> => {
  const since = new Date().toISOString()
  let start: Start = { reason: 'Starting' }
  let handler: RequestListener = ({ url = '' }, response) => {
    const [status, body] = answerStart(url, start, since)
    const retry = status === 503 ? { 'Retry-After': '1' } : {}
    const headers = { 'Content-Type': 'application/json', ...retry, 'X-Request-Id': randomUUID() }
    response.writeHead(status, headers).end(JSON.stringify(body))
  }
  const listener: RequestListener = (request, response) => handler(request, response)
  const messages = expressMessages()
  const server = createServer({ ...limits, ...messages.classes }, wantingHost(listener))
  answerProtocolErrors(server)
  const requests = watchRequests(server)
  await listening(server, host, port)
  return {
    address: addressOf(server, host),
    announce(now) {
      start = now
    },
    open(application) {
      messages.belongTo(application)
      handler = application
    },
    async close(patienceMs) {
      server.close()
      const cut = await requests.leave(AbortSignal.timeout(patienceMs))
      server.closeAllConnections()
      return cut
    },
  }
}

/** In milliseconds. Load balancers keep idle connections for a minute, so they have to live longer here. */
const patience = { headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 }
const limits = { ...patience, requireHostHeader: false } // `wantingHost` says it in JSON

/**
 * Messages for a server that listens before its Express application exists. Express changes their prototype, and V8
 * keeps such an object slow. These have the prototype of the application from the beginning.
 */
export const expressMessages = () => {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  return {
    classes: { IncomingMessage: Request, ServerResponse: Response },
    /** Messages are those of this application from now on, where it is one of Express. */
    belongTo(application: RequestListener): void {
      if (!isExpress(application)) return
      Object.setPrototypeOf(Request.prototype, application.request)
      Object.setPrototypeOf(Response.prototype, application.response)
      Object.assign(application, { request: Request.prototype, response: Response.prototype })
    },
  }
}

const isExpress = (application: RequestListener): application is Express =>
  'request' in application && 'response' in application

/** The requests under way. Node does not say how many a stop cuts off; http-terminator would poll for their end. */
const watchRequests = (server: Server) => {
  const underWay = new Set<ServerResponse>()
  let leaving = false
  server.prependListener('request', (_, response) => {
    underWay.add(response)
    // Else a client would send its next request on a connection that is about to close.
    if (leaving) response.setHeader('Connection', 'close')
    response.once('close', () => underWay.delete(response))
  })
  return {
    /** Waits for all of them, those that come meanwhile as well; returns how many are left when patience ends. */
    leave: async (patience: AbortSignal): Promise<number> => {
      leaving = true
      for (const response of underWay) await once(response, 'close', { signal: patience }).catch(() => {})
      return underWay.size
    },
  }
}

const listening = async (server: Server, host: string, port: number): Promise<void> => {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = error instanceof Error ? String(Reflect.get(error, 'code')) : ''
    const reason = reasons[code]?.(host, port)
    throw reason === undefined ? error : new OperationRefused(reason, { cause: error })
  }
}

const noSuchHost = (host: string) => `HOST=${host} is no address of this machine. Take 127.0.0.1, or 0.0.0.0 for all.`
const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is in use. Start on another: PORT=${port < 65_535 ? port + 1 : 3050} npm start`,
  EACCES: (_, port) => `Port ${port} is not for this user to open. Start on another: PORT=3050 npm start`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
  EINVAL: noSuchHost,
}

const addressOf = (server: Server, host: string): string => {
  const bound = server.address()
  const port = bound instanceof Object ? bound.port : 0
  const near = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${near}:${port}`
}
