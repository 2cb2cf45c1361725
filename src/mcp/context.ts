import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Connection, runTool } from './connection.js'
import { Refused } from './operations.js'
import { addressOf, MEMORIES, userArgument, userOfAddress } from './scope.js'
import { listMemories } from './tools/list-memories.js'
import { recall } from './tools/recall.js'

/** What a model can read of a resource at once. */
const MOST_LISTED = 100

/** Offers the newest memories of a scope as a resource. */
export const offerMemories = (server: McpServer, connection: Connection): void => {
  const mimeType = 'text/plain'
  const own = addressOf(connection.scope)
  const resources = own === undefined ? [] : [{ uri: own, name: 'memories', mimeType }]
  server.registerResource(
    'memories',
    new ResourceTemplate(`${MEMORIES}{+scope}`, { list: () => ({ resources }) }),
    { title: 'Memories', description: `What is remembered, newest first, at most ${MOST_LISTED}.`, mimeType },
    async ({ href: uri }) => {
      const { text } = await orProtocolError(async () => {
        const user_id = userOfAddress(uri, connection.scope)
        return runTool(listMemories, { limit: MOST_LISTED, user_id }, connection)
      })
      return { contents: [{ uri, mimeType, text }] }
    },
  )
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
      const { data, text } = await orProtocolError(() => runTool(recall, args, connection))
      // Without the ids, which are for tools.
      const block = typeof data.text === 'string' && data.text !== '' ? data.text : text
      return { messages: [{ role: 'user', content: { type: 'text', text: block } }] }
    },
  )
}

/** What is refused is an error of the protocol, where no tool is called. */
const orProtocolError = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refused ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) : error
  }
}
