import { compiledStub } from '../support/compiled.js'
import { type Running, start } from './command.js'

/** Starts the command line around the application of `stub-server.ts`, on a free port. */
export const stub = (how: string, ...args: readonly string[]): Running =>
  start([how, ...args], { PORT: '0', LOG_FORMAT: 'json' }, compiledStub)

/** The address of a server, once it has said that it is ready. */
export const ready = async (server: Running): Promise<string> => (await server.seen(/ready: (\S+)/))[1] ?? ''
