import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { decoded } from '../http/read-request.js'
import { type Connection, call } from './connection.js'
import { userArgument } from './scope.js'
import type { Fields, Tool } from './tool.js'
import { listMemories } from './tools/list-memories.js'
import { recall } from './tools/recall.js'

const MEMORIES = 'palimpsest://memories/'

/** What a model can read of a resource at once. */
const MOST_LISTED = 100

/** Offers the newest memories as a resource: those of the connection's scope alone, or where it fixes none, of any user. */
export const offerMemories = (server: McpServer, connection: Connection): void => {
  const mimeType = 'text/plain'
  const config = { title: 'Memories', description: `The newest memories, at most ${MOST_LISTED}.`, mimeType }
  const read = async ({ href: uri }: URL, user_id?: string) => {
    const { text } = await resultOf(listMemories, { limit: MOST_LISTED, user_id }, connection)
    return { contents: [{ uri, mimeType, text }] }
  }
  const { user_id, workspace_id, agent_id } = connection.scope
  if (user_id === undefined) {
    const template = new ResourceTemplate(`${MEMORIES}{user_id}`, { list: undefined })
    server.registerResource('memories', template, config, (uri, { user_id: written }) => {
      const user = decoded(`${written}`)
      // No user is called so: it is refused as any empty name is.
      return read(uri, typeof user === 'string' ? user : '')
    })
  } else {
    const scope = workspace_id === undefined ? [user_id] : [user_id, workspace_id, agent_id ?? '']
    const { href } = new URL(MEMORIES + scope.map(encodeURIComponent).join('/'))
    server.registerResource('memories', href, config, (uri) => read(uri))
  }
}

/** Offers what is remembered about a question, as a text to put before it. */
export const offerContext = (server: McpServer, connection: Connection): void => {
  server.registerPrompt(
    'context',
    {
      title: 'What is remembered',
      description: 'The memories that bear on a question, to begin a conversation with.',
      argsSchema: z.object({ query: z.string().describe('The question, or a few words.'), user_id: userArgument }),
    },
    async (args) => {
      const { data, text } = await resultOf(recall, args, connection)
      // Without the ids, which are for tools.
      const block = typeof data.text === 'string' && data.text !== '' ? data.text : text
      return { messages: [{ role: 'user', content: { type: 'text', text: block } }] }
    },
  )
}

/** What a tool answers. Where it is not called as a tool, what it refuses is an error of the protocol. */
const resultOf = async (tool: Tool, args: Fields, connection: Connection) => {
  const { text, data } = await call(tool, args, connection)
  if (data === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, text)
  return { text, data }
}
