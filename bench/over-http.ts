import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const headers = { Authorization: 'Bearer local-dev-key', 'Content-Type': 'application/json' }

/** A client of the application on a port of its own; anything but a 200 ends the benchmark. */
export const overHttp = async (handler: RequestListener) => {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/memories`
  const answered = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}/${path}`, { headers, ...init })
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  }
  return {
    post: (path: string, body: object) => answered(path, { method: 'POST', body: JSON.stringify(body) }),
    get: (path: string) => answered(path, {}),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
