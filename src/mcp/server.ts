import { createHash } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/server'
import { version } from '../config/package-info.js'
import { type Connection, call } from './connection.js'
import { offerContext, offerMemories } from './context.js'
import { toolsets } from './toolsets.js'

/** Derived, so that every process that knows the key accepts the tokens of the others. */
export const tokenSecret = (key: string): Buffer =>
  createHash('sha256').update(`palimpsest mcp forget\n${key}`).digest()

const PURPOSE = 'Long-term memory of the user, kept from conversation to conversation.'

/** Names tools that no profile has. */
const INSTRUCTIONS =
  `${PURPOSE} Call recall before you answer what may depend on earlier ` +
  'conversations, and remember when the user tells something lasting. When something has changed, remember it with the ids of the ' +
  'memories that hold no longer in `replaces`: their history is kept.'

/** What is offered never changes, so nobody has to be told of it. */
const UNCHANGING = { listChanged: false }

/** A server of the tools of a connection, its memories as a resource, and a prompt, for either revision of the protocol. */
export const createMcpServer = (connection: Connection): McpServer => {
  const { toolset } = connection
  const server = new McpServer(
    { name: 'palimpsest', title: 'palimpsest memory', version },
    {
      capabilities: { tools: UNCHANGING, resources: UNCHANGING, prompts: UNCHANGING },
      instructions: toolset === 'default' || toolset === 'all' ? INSTRUCTIONS : PURPOSE,
    },
  )
  for (const tool of toolsets[toolset]) {
    const { name, title, description, hints, input, output } = tool
    const config = { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...hints } }
    server.registerTool(name, config, async (args) => {
      const { text, data, isError, warning } = await call(tool, args, connection)
      // Of its own, because the text of some tools is JSON.
      const texts = warning === undefined ? [text] : [text, warning]
      const content = texts.map((each) => ({ type: 'text' as const, text: each }))
      return data === undefined ? { content, isError } : { content, structuredContent: data }
    })
  }
  offerMemories(server, connection)
  offerContext(server, connection)
  return server
}
