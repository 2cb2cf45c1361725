import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What becomes of a request on its way. `lost`: it is carried out, and its answer does not arrive. A number: it is answered
 * this status, and not carried out.
 */
export type Fate = 'passed' | 'lost' | 'broken' | 'silent' | number

type Seen = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }
export type FaultyWay = {
  readonly url: string
  readonly seen: Seen[]
  /** The fates of the next requests, in order; further ones pass. */
  readonly expect: (...fates: readonly Fate[]) => void
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const text of request.setEncoding('utf8')) body += text
  return body
}

/** A way to the service on which answers are lost and connections break. */
export const openFaultyWay = async (service: string): Promise<FaultyWay> => {
  const fates: Fate[] = []
  const seen: Seen[] = []

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = request
    const body = await bodyOf(request)
    seen.push({ method, path, headers })
    const fate = fates.shift() ?? 'passed'
    if (fate === 'silent') return
    if (fate === 'broken') return void request.socket.destroy()
    if (typeof fate === 'number') return refuse(response, fate)
    const sent = { ...headers, 'content-length': undefined, host: undefined, connection: undefined }
    const given = Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    const answer = await fetch(service + path, { method, headers: given as [string, string][], ...(body && { body }) })
    const text = await answer.text()
    if (fate === 'lost') return refuse(response, 503)
    const { 'content-encoding': _, 'transfer-encoding': __, ...rest } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, rest).end(text)
  }
  const refuse = (response: ServerResponse, status: number): void => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '0', 'X-Request-Id': 'on-the-way' }
    response.writeHead(status, headers).end(JSON.stringify({ error: 'Somewhere on the way' }))
  }

  const server = createServer((request, response) => void handle(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // It listens on a port of the network.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    expect: (...next) => void fates.splice(0, fates.length, ...next),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
