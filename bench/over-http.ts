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
  /** A body as it is, which may also be refused: the status. */
  readonly send: (path: string, body: string) => Promise<number | undefined>
  readonly get: (path: string) => Promise<string>
  /** The status. */
  readonly health: () => Promise<number | undefined>
  readonly remove: (path: string) => Promise<string>
  readonly close: () => void
}

/** A client of the application at this address, by the lightest means that Node has: its own time counts, too. */
export const clientOf = (url: string): Client => {
  const agent = new Agent({ keepAlive: true })
  const answered = async (path: string, method: string, body?: string): Promise<[number | undefined, string]> => {
    const asked = request(`${url}${path}`, { agent, method, headers })
    asked.end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage] // as the event is documented
    return [response.statusCode, await readText(response)]
  }
  const granted = async (path: string, method: string, body?: string): Promise<string> => {
    const [status, text] = await answered(path, method, body)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    return text
  }
  const memories = (path: string) => `/v1/memories/${path}`
  return {
    url,
    post: (path, body) => granted(memories(path), 'POST', JSON.stringify(body)),
    send: async (path, body) => (await answered(memories(path), 'POST', body))[0],
    get: (path) => granted(memories(path), 'GET'),
    health: async () => (await answered('/health', 'GET'))[0],
    remove: (path) => granted(path.startsWith('?') ? `/v1/memories${path}` : memories(path), 'DELETE'),
    close: () => agent.destroy(),
  }
}

/** A client of the application on a port of its own. */
export const overHttp = async (handler: RequestListener): Promise<Client> => {
  const server = createServer(handler)
  server.keepAliveTimeout = 0 // or it hangs up on connections that a long measurement in between leaves idle
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // it listens on a port
  const close = () => {
    client.close()
    server.closeAllConnections()
    server.close()
  }
  return { ...client, close }
}
