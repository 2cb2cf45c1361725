import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Logger } from '../logger.js'
import type { Ask } from './operations.js'
import type { ConnectionScope } from './scope.js'
import { createMcpServer, tokenSecret } from './server.js'
import type { Toolset } from './toolsets.js'

type Serving = {
  readonly ask: Ask
  readonly scope: ConnectionScope
  readonly toolset: Toolset
  readonly key: string
  readonly logger: Logger
}

/** A client on stdin and stdout. */
export type StdioConnection = {
  /** Resolves when the client has closed stdin. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Serves the Model Context Protocol on stdin and stdout, to one client. */
export const serveOverStdio = ({ ask, scope, toolset, key, logger }: Serving): StdioConnection => {
  const failed = (error: unknown) => logger.error({ err: error }, 'a tool failed')
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
  })
  const connection = { ask, scope, toolset, secret: tokenSecret(key), failed }
  const { close } = serveStdio(() => createMcpServer(connection), {
    maxSubscriptions: 0,
    onerror: (error) => logger.warn({ err: error }, 'a message of the client could not be served'),
  })
  return { ended, close }
}
