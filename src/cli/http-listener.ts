import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answerProtocolErrors, wantingHost } from './protocol-errors.js'

export type HttpListener = {
  /** Where this machine reaches it, such as http://127.0.0.1:3050. */
  readonly address: string
  /** What those who come before it is open are told to wait for. */
  announce(state: string): void
  /** From now on requests go to the application. */
  open(handler: RequestListener): void
  /** Accepts nobody any more, waits for the answers under way, at most `patienceMs`; how many it had to cut off. */
  close(patienceMs: number): Promise<number>
}

/** The address cannot be listened on; the message says what to do. */
export class AddressUnavailable extends Error {
  override readonly name = 'AddressUnavailable'
}

/**
 * Listens at once, and answers 503 until the application is there: a port is claimed before anything slow begins.
 * @throws AddressUnavailable
 */
export const openHttpListener = async (host: string, port: number): Promise<HttpListener> => {
  let state = 'Starting'
  let handler: RequestListener = (_, response) => {
    const answer = JSON.stringify({ status: 'degraded', error: 'Starting', reason: state })
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '1', 'X-Request-Id': randomUUID() }
    response.writeHead(503, headers).end(answer)
  }
  const listener: RequestListener = (request, response) => handler(request, response)
  const server = createServer(limits, wantingHost(listener))
  answerProtocolErrors(server)
  const connections = watchConnections(server)
  await listening(server, host, port)
  return {
    address: addressOf(server, host),
    announce(what) {
      state = what
    },
    open(application) {
      handler = application
    },
    async close(patienceMs) {
      const closed = once(server, 'close')
      server.close()
      connections.letGo()
      await Promise.race([closed, pause(patienceMs)])
      const cut = connections.busy()
      server.closeAllConnections()
      return cut
    },
  }
}

/** In milliseconds. A balancer in front keeps idle connections for a minute, so they have to live longer here. */
const patience = { headersTimeout: 20_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 }
const limits = { ...patience, requireHostHeader: false } // `wantingHost` says it in JSON

/** Counts the answers each connection waits for, so that none stays open on its way out for want of a next request. */
const watchConnections = (server: Server) => {
  const awaited = new Map<Socket, number>()
  let leaving = false
  server.on('connection', (socket) => {
    awaited.set(socket, 0)
    socket.once('close', () => awaited.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    awaited.set(socket, (awaited.get(socket) ?? 0) + 1)
    if (leaving) response.setHeader('Connection', 'close')
    response.once('close', () => {
      const left = (awaited.get(socket) ?? 1) - 1
      if (awaited.has(socket)) awaited.set(socket, left)
      if (leaving && left === 0) socket.destroySoon()
    })
  })
  const busy = () => [...awaited.values()].reduce((sum, count) => sum + count, 0)
  const letGo = () => {
    leaving = true
    for (const [socket, count] of awaited) if (count === 0) socket.destroySoon()
  }
  return { busy, letGo }
}

const listening = async (server: Server, host: string, port: number): Promise<void> => {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const code = error instanceof Error ? String(Reflect.get(error, 'code')) : ''
    const reason = reasons[code]?.(host, port)
    throw reason === undefined ? error : new AddressUnavailable(reason, { cause: error })
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
