import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { relative } from 'node:path'
import { addAbortSignal } from 'node:stream'

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

/**
 * Answers the request of a connected process, which is one line. `send` sends a line back and resolves when more can be
 * sent; `gone` aborts when the process has disconnected.
 */
export type Control = (request: string, send: Send, gone: AbortSignal) => Promise<void>
type Send = (line: string) => Promise<void>

/** A connection without a request in this time only wanted to know who holds the directory. */
const SILENCE_MS = 1000
/** Holds a checkpoint of every hour of some years. */
const LONGEST_REQUEST = 16 << 20

/**
 * A server at the address that sends `answer()` on each connection, and does not keep the process alive. A line that it
 * receives is handed to `control`; the connection ends with that.
 */
export const answering = (address: string, answer: () => string, control: Control): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {})
      socket.write(`${answer()}\n`)
      const gone = new AbortController()
      const end = () => socket.end(() => socket.destroy())
      const silence = setTimeout(end, SILENCE_MS)
      let said = ''
      const hear = (text: string) => {
        said += text
        const line = said.indexOf('\n')
        if (line < 0 && said.length <= LONGEST_REQUEST) return
        clearTimeout(silence)
        socket.off('data', hear)
        socket.resume()
        if (line < 0) end()
        else void control(said.slice(0, line), sendOver(socket), gone.signal).then(end, end)
      }
      socket.setEncoding('utf8').on('data', hear)
      socket.on('end', () => (said.includes('\n') ? gone.abort() : end()))
      socket.on('close', () => {
        clearTimeout(silence)
        gone.abort()
      })
    })
    server.unref()
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve(server)
    })
  })

/** After the other side has disconnected nothing is sent, and nothing waits. */
const sendOver =
  (socket: Socket): Send =>
  async (line) => {
    if (!socket.writable || socket.write(`${line}\n`)) return
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off('drain', go).off('close', go)
        resolve()
      }
      socket.on('drain', go).on('close', go)
    })
  }

/** Resolves when a server at the address has accepted the connection. */
export const dial = (address: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(address, () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends a request and yields the lines that come back; the first is the server's `answer`. Ends the connection in any case. */
export async function* converse(socket: Socket, request: string, signal: AbortSignal): AsyncGenerator<string> {
  const leave = () => void socket.destroy(new Error('left'))
  signal.addEventListener('abort', leave, { once: true })
  try {
    socket.setEncoding('utf8').write(`${request}\n`)
    let said = ''
    for await (const text of socket) {
      const lines = `${said}${text}`.split('\n')
      said = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    signal.removeEventListener('abort', leave)
    socket.destroy()
  }
}

const PATIENCE_MS = 1000

/**
 * Asks the server at an address who it is.
 * @returns `dead` if nobody listens there, which never changes; an empty text if the server does not answer within a second
 */
export const ask = async (address: string): Promise<string | 'dead'> => {
  const socket = addAbortSignal(AbortSignal.timeout(PATIENCE_MS), connect(address).setEncoding('utf8'))
  socket.end() // nothing to ask for
  let answer = ''
  try {
    for await (const text of socket) answer += text
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'dead'
  }
  return answer
}
