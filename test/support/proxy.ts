import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FaultyNetwork = {
  /** The address of what stands behind, through the proxy. */
  readonly url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Keeps every connection and lets nothing pass. */
  freeze(): void
  /** Lets everything pass again; frozen connections stay lost, which both sides are told. */
  restore(): void
  /** The same, and neither side is told of connections that were frozen: they stay as they are, and silent. */
  forget(): void
  close(): Promise<void>
}

/** A network in front of a server, that can fail. */
export const openProxy = async (behind: string): Promise<FaultyNetwork> => {
  const { hostname, port } = new URL(behind)
  const pairs = new Set<readonly [Socket, Socket]>()
  const silent = new WeakSet<Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((inner) => {
    inner.on('error', () => {})
    if (state === 'cut') return void inner.resetAndDestroy()
    const outer = connect(Number(port), hostname)
    const pair = [inner, outer] as const
    pairs.add(pair)
    const end = () => {
      if (isSilent()) return
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    const isSilent = () => state === 'frozen' || silent.has(inner)
    for (const socket of pair) socket.on('error', end).on('close', end)
    inner.on('data', (bytes) => isSilent() || outer.write(bytes))
    outer.on('data', (bytes) => isSilent() || inner.write(bytes))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(behind)
  url.hostname = '127.0.0.1'
  url.port = `${(server.address() as AddressInfo).port}` // a server that listens on a port has an address of this form
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy()
  }
  return {
    url: url.href,
    cut: () => {
      state = 'cut'
      breakAll()
    },
    freeze: () => {
      state = 'frozen'
    },
    restore: () => {
      if (state === 'frozen') breakAll()
      state = 'open'
    },
    forget: () => {
      for (const [inner] of pairs) silent.add(inner)
      state = 'open'
    },
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
