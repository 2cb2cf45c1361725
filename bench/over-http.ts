import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }

/** Asks and gives the answer as it came; anything but a 200 ends the benchmark. */
export type Client = {
  /** Where the application is, without a path. */
  readonly url: string
  readonly post: (path: string, body: object) => Promise<string>
  readonly get: (path: string) => Promise<string>
  readonly remove: (path: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** A client of the application on a port of its own. */
export const overHttp = async (handler: RequestListener): Promise<Client> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 0 // or it hangs up on connections that a long measurement in between leaves idle
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answered = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}/v1/memories/${path}`, { headers, ...init })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text
  }
  return {
    url,
    post: (path, body) => answered(path, { method: 'POST', body: JSON.stringify(body) }),
    get: (path) => answered(path, {}),
    remove: (path) => answered(path, { method: 'DELETE' }),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
