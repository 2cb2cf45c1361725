import { type Ask, Refused } from './operations.js'
import { type ConnectionScope, scopeOfCall } from './scope.js'
import type { Fields, Result, Tool } from './tool.js'
import type { Toolset } from './toolsets.js'

/** What one connection, or over HTTP one request, is served with. */
export type Connection = {
  readonly ask: Ask
  readonly scope: ConnectionScope
  readonly toolset: Toolset
  readonly secret: Buffer
  /** Hears of errors that nobody expected. */
  readonly failed: (error: unknown) => void
}

/** Runs a tool for the user that its arguments name, within the scope of the connection. Throws Refused alone. */
export const runTool = async (tool: Tool, args: Fields, connection: Connection): Promise<Result<Fields>> => {
  const { ask, secret, failed, scope: connectionScope } = connection
  try {
    const { user_id: _, ...rest } = args
    const scope = scopeOfCall(connectionScope, tool.userIn(args))
    return await tool.run(rest, { ask, scope, secret, now: Date.now })
  } catch (error) {
    if (error instanceof Refused) throw error
    failed(error)
    throw new Refused('Internal error', 500)
  }
}
