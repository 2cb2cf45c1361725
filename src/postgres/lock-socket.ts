import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'

/** A socket's address may hold about a hundred bytes (108 on Linux, 104 on macOS). */
const longestAddress = 100

/** Runs `work` with a path to the directory that is short enough for a socket in it. */
export const withShortPath = async <T>(directory: string, work: (short: string) => Promise<T>): Promise<T> => {
  const fits = (path: string) => Buffer.byteLength(path) + 30 <= longestAddress
  const plain = [directory, relative(process.cwd(), directory) || '.'].find(fits)
  if (plain !== undefined) return work(plain)
  if (!existsSync('/proc/self/fd')) throw new Error(`the path ${directory} is too long for a socket in it`)
  const opened = await open(directory)
  try {
    return await work(`/proc/self/fd/${opened.fd}`)
  } finally {
    await opened.close()
  }
}

/** Answers a process's request. `send` resolves when more can be sent. After `gone` aborts nothing is sent or waits. */
export type Control = (request: string, send: (line: string) => Promise<void>, gone: AbortSignal) => Promise<void>

/** An HTTP server that does not keep the process alive: a GET gets `answer()`, a POST goes to `control`. */
export const answering = async (address: string, answer: () => string, control: Control): Promise<Server> => {
  const server = createServer((asked, response) => {
    if (asked.method === 'GET') return void response.end(answer())
    const gone = new AbortController()
    response.on('close', () => gone.abort()).on('error', () => {})
    const send = async (line: string) => {
      if (gone.signal.aborted || response.write(`${line}\n`)) return
      await once(response, 'drain', { signal: gone.signal }).catch(() => {})
    }
    const end = () => void response.end()
    void text(asked)
      .then((said) => control(said, send, gone.signal))
      .then(end, end)
  })
  server.unref().listen(address)
  await once(server, 'listening')
  return server.on('error', () => {})
}

const sent = async (socketPath: string, signal: AbortSignal, post?: string): Promise<IncomingMessage> => {
  const asking = request({ socketPath, signal, agent: false, method: post === undefined ? 'GET' : 'POST' })
  const answered = once(asking, 'response')
  asking.on('error', () => {}).end(post)
  const [answer] = await answered
  return answer
}

/** Posts a request and yields the lines that come back, until the server ends them, has gone, or `signal` aborts. */
export const converse = async (address: string, post: string, signal: AbortSignal): Promise<AsyncIterable<string>> =>
  linesOf(await sent(address, signal, post))

async function* linesOf(answer: IncomingMessage): AsyncGenerator<string> {
  let said = ''
  try {
    for await (const more of answer.setEncoding('utf8')) {
      const lines = `${said}${more}`.split('\n')
      said = lines.pop() ?? ''
      yield* lines
    }
  } catch {
    // Whoever reads them sees that the last one is missing.
  }
}

const PATIENCE_MS = 1000

/** Asks the server at an address who it is: `dead`, for ever, if nobody listens; empty text after a second. */
export const ask = async (address: string): Promise<string | 'dead'> => {
  try {
    return await text(await sent(address, AbortSignal.timeout(PATIENCE_MS)))
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'dead' : ''
  }
}
