import type * as application from '../app/app.js'
import type { Config } from '../config/config.js'
import type { Logger } from '../logger.js'

/** The operations behind the commands. `main.ts` loads them on demand, so that `--help` loads none of them. */
export type Composition = Omit<typeof application, 'openAppOn'>

/** The application, as the server and `palimpsest mcp` use it. */
export type App = Awaited<ReturnType<Composition['openApp']>>

/** Other memory servers, whose names and arguments of tools are offered. */
export const MCP_PROFILES = ['mem0', 'openmemory', 'server-memory', 'hindsight', 'chatgpt'] as const

/** The dependencies of a command. */
export type Run = Composition & {
  readonly config: Config
  readonly logger: Logger
  /** Prints a line on stdout. */
  say(line: string): void
}
