import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

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

/** A client of the application on a port of its own, by the lightest means that Node has: its own time counts, too. */
export const overHttp = async (handler: RequestListener): Promise<Client> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 0 // or it hangs up on connections that a long measurement in between leaves idle
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = new Agent({ keepAlive: true })
  const answered = async (path: string, method: string, body?: string): Promise<string> => {
    const asked = request(`${url}/v1/memories/${path}`, { agent, method, headers })
    asked.end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage] // as the event is documented
    const text = await readText(response)
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${text}`)
    return text
  }
  return {
    url,
    post: (path, body) => answered(path, 'POST', JSON.stringify(body)),
    get: (path) => answered(path, 'GET'),
    remove: (path) => answered(path, 'DELETE'),
    close: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
