import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type FaultyNetwork = {
  /** The address of what stands behind, through the proxy. */
  readonly url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** Keeps every connection and lets nothing pass. */
  freeze(): void
  /** Lets everything pass again; frozen connections stay lost. */
  restore(): void
  close(): Promise<void>
}

/** A network in front of a server, that can fail. */
export const openProxy = async (behind: string): Promise<FaultyNetwork> => {
  const { hostname, port } = new URL(behind)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server = createServer((inner) => {
    inner.on('error', () => {})
    if (state === 'cut') return void inner.resetAndDestroy()
    const outer = connect(Number(port), hostname)
    const pair = [inner, outer] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    inner.on('data', (bytes) => state === 'frozen' || outer.write(bytes))
    outer.on('data', (bytes) => state === 'frozen' || inner.write(bytes))
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
    close: async () => {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
