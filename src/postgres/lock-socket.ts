import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { relative } from 'node:path'

/** A socket's address may hold about a hundred bytes (108 on Linux, 104 on macOS). */
const longestAddress = 100

/** Runs `work` with a path to the directory that is short enough for a socket in it. */
export const withShortPath = async <T>(directory: string, work: (short: string) => Promise<T>): Promise<T> => {
  const fits = (path: string) => Buffer.byteLength(path) + 30 <= longestAddress
  const plain = [directory, relative(process.cwd(), directory) || '.'].find(fits)
  if (plain !== undefined) return work(plain)
  if (!existsSync('/proc/self/fd')) throw new Error(`the path ${directory} is too long for a socket in it`)
  const opened: FileHandle = await open(directory)
  try {
    return await work(`/proc/self/fd/${opened.fd}`)
  } finally {
    await opened.close()
  }
}

/** A server at the address that says `answer()` to whoever connects, and does not keep the process alive. */
export const answering = (address: string, answer: () => string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(answer(), () => socket.destroy())
    })
    server.unref()
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve(server)
    })
  })

/** `dead`: nobody listens there any more, for ever. An empty answer: somebody does, but says nothing within a second. */
export const ask = (address: string): Promise<string | 'dead'> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(address)
    const end = (result: string) => {
      socket.destroy()
      clearTimeout(patience)
      resolve(result)
    }
    const patience = setTimeout(() => end(''), 1000)
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('end', () => end(answer))
    socket.on('error', ({ code }: NodeJS.ErrnoException) =>
      end(code === 'ECONNREFUSED' || code === 'ENOENT' ? 'dead' : answer),
    )
  })
