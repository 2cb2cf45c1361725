import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A port of this machine on which nothing listens yet. */
export const unusedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  server.close()
  await once(server, 'close')
  return port
}

/** A server that takes connections and never answers. */
export const startSilence = async (): Promise<number> => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on a port
}

/** A Postgres that refuses every session with an error of this SQLSTATE; its address. */
export const startRefusingPostgres = async (sqlState: string, message: string): Promise<string> => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${message}\0\0`)
  const refusal = Buffer.alloc(5)
  refusal.write('E')
  refusal.writeInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([refusal, fields])))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `postgres://ana:secret@127.0.0.1:${(server.address() as AddressInfo).port}/store` // it listens on a port
}
