import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'

type EmbeddingRequest = {
  readonly input: readonly string[]
  readonly model: string
  readonly dimensions?: number
  readonly encoding_format?: string
}
type Received<Body> = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Body
  /** performance.now() of its arrival */
  readonly at: number
}
export type Reply<Body = EmbeddingRequest> = (received: Received<Body>, response: ServerResponse) => void

/** The vector that the double gives a text: the same for the same text, not of unit length. */
export const vectorFor = (text: string, dimensions: number): readonly number[] => {
  let seed = 7
  for (const unit of text) seed = (seed * 31 + (unit.codePointAt(0) ?? 0)) % 65_521
  return Array.from({ length: dimensions }, (_, i) => 3 * Math.sin(seed + i + 1))
}

/** float32 little-endian, as the API sends it. */
export const base64 = (numbers: readonly number[]): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64')

export const send = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

type Item = { index?: number; embedding: unknown }

/** An answer of the right form, which `change` may spoil. */
export const vectors =
  (dimensions: number, change: (items: Item[]) => readonly unknown[] = (items) => items): Reply =>
  ({ body }, response) => {
    const items = body.input.map((text, index) => ({ index, embedding: base64(vectorFor(text, dimensions)) }))
    send(response, 200, JSON.stringify({ object: 'list', model: body.model, data: change(items) }))
  }

/** A server that knows no base64. */
export const plainNumbers =
  (dimensions: number): Reply =>
  ({ body }, response) => {
    const data = body.input.map((text, index) => ({ index, embedding: vectorFor(text, dimensions) }))
    send(response, 200, JSON.stringify({ data }))
  }

export const status =
  (code: number, headers: Record<string, string> = {}, error: Record<string, unknown> = {}): Reply<unknown> =>
  (_received, response) =>
    send(response, code, JSON.stringify({ error }), headers)

/** 200 with this body, whatever it is. */
export const body =
  (text: string, type = 'application/json'): Reply<unknown> =>
  (_received, response) =>
    send(response, 200, text, { 'content-type': type })

/** Never answers. */
export const silence: Reply<unknown> = () => {}

/** Sends the headers and a beginning, then nothing more. */
export const halfAnAnswer: Reply<unknown> = (_received, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"data": [')
}

/** Sends a beginning and breaks the connection. */
export const brokenOff: Reply<unknown> = (received, response) => {
  halfAnAnswer(received, response)
  setTimeout(() => response.destroy(), 5)
}

export const later =
  <Body>(ms: number, reply: Reply<Body>): Reply<Body> =>
  (received, response) => {
    setTimeout(() => reply(received, response), ms)
  }

/** A server on a free port: answers with `replies` in turn, the last one for ever. */
export const providerDouble = async <Body>(...replies: readonly [Reply<Body>, ...Reply<Body>[]]) => {
  const received: Received<Body>[] = []
  const load = { now: 0, most: 0 }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    load.most = Math.max(load.most, ++load.now)
    response.once('close', () => load.now--)
    const at = performance.now()
    const seen = { at, path: request.url ?? '', headers: request.headers, body: JSON.parse(await bodyOf(request)) }
    received.push(seen)
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? replies[0]
    reply(seen, response)
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    received,
    load,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A server of embeddings. */
export const openAiDouble = (...replies: readonly [Reply, ...Reply[]]) => providerDouble<EmbeddingRequest>(...replies)

export type OpenAiDouble = Awaited<ReturnType<typeof openAiDouble>>
