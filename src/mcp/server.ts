import { createHash } from 'node:crypto'
import { McpServer } from '@modelcontextprotocol/server'
import { version } from '../config/package-info.js'
import { type Ask, Refused } from './operations.js'
import { type ConnectionScope, scopeOfCall } from './scope.js'
import type { Tool } from './tool.js'
import { conflicts } from './tools/conflicts.js'
import { forget } from './tools/forget.js'
import { history } from './tools/history.js'
import { listMemories } from './tools/list-memories.js'
import { recall } from './tools/recall.js'
import { remember } from './tools/remember.js'

const tools: readonly Tool[] = [remember, recall, listMemories, forget, history, conflicts]

/** What one connection, or over HTTP one request, is served with. */
export type Connection = {
  readonly ask: Ask
  readonly scope: ConnectionScope
  readonly secret: Buffer
  /** Hears of errors that nobody expected. */
  readonly failed: (error: unknown) => void
}

/** Derived, so that every process that knows the key accepts the tokens of the others. */
export const tokenSecret = (key: string): Buffer =>
  createHash('sha256').update(`palimpsest mcp forget\n${key}`).digest()

const INSTRUCTIONS =
  'Long-term memory of the user, kept from conversation to conversation. Call recall before you answer what may depend on earlier ' +
  'conversations, and remember when the user tells something lasting. When something has changed, remember it with the ids of the ' +
  'memories that hold no longer in `replaces`: their history is kept.'

/** A server of the tools, for either revision of the protocol. */
export const createMcpServer = (connection: Connection): McpServer => {
  const server = new McpServer(
    { name: 'palimpsest', title: 'palimpsest memory', version },
    // The tools never change, so nobody has to be told of it.
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  )
  for (const tool of tools) {
    const { name, title, description, hints, input, output } = tool
    const config = { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...hints } }
    server.registerTool(name, config, (args) => answerOf(tool, args, connection))
  }
  return server
}

const answerOf = async (
  tool: Tool,
  { user_id, ...args }: Readonly<Record<string, unknown>>,
  { ask, secret, failed, scope: connectionScope }: Connection,
) => {
  try {
    const scope = scopeOfCall(connectionScope, typeof user_id === 'string' ? user_id : undefined)
    const { text, data } = await tool.run(args, { ask, scope, secret, now: Date.now })
    return { content: [{ type: 'text' as const, text }], structuredContent: data }
  } catch (error) {
    if (!(error instanceof Refused)) failed(error)
    const text = error instanceof Refused ? error.message : 'Internal error'
    return { content: [{ type: 'text' as const, text }], isError: true }
  }
}
