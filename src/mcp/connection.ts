import { type Ask, Refused } from './operations.js'
import { type ConnectionScope, scopeOfCall } from './scope.js'
import type { Fields, Tool } from './tool.js'
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

/** Runs a tool for the user that its arguments name, within the scope of the connection. */
export const call = async (tool: Tool, args: Fields, { ask, secret, failed, scope: fixed }: Connection) => {
  try {
    const { user_id: _, ...rest } = args
    const scope = scopeOfCall(fixed, tool.userIn(args))
    return { isError: false, ...(await tool.run(rest, { ask, scope, secret, now: Date.now })) }
  } catch (error) {
    if (!(error instanceof Refused)) failed(error)
    return { isError: true, text: error instanceof Refused ? error.message : 'Internal error', data: undefined }
  }
}
