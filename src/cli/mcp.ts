import type { Config } from '../config/config.js'
import { DirectoryHeld } from '../postgres/directory-lock.js'
import { claimDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { App, Run } from './ports.js'
import { stopRequested } from './stop-requested.js'

/**
 * Serves the Model Context Protocol on stdin and stdout until the client closes stdin. Where a service holds the data directory,
 * the tools speak to that service. Nothing but the protocol may be written on stdout.
 */
export const mcp = async (run: Run): Promise<number> => {
  const stop = stopRequested(run.logger).then(({ exitCode }) => exitCode)
  const lock = await claimOrFind(run.config)
  if (typeof lock === 'string') return served(run.mcpOfService(run.config, lock, run.logger), stop)
  try {
    const app = await run.openApp(run.config, run.logger, (state) => run.logger.info(state))
    try {
      const fault = await app.ready
      if (fault !== undefined) tell(fault)
      return await served(app.mcp(), stop)
    } finally {
      await app.close()
    }
  } finally {
    await lock?.release()
  }
}

const served = async (connection: ReturnType<App['mcp']>, stop: Promise<number>): Promise<number> => {
  const exitCode = await Promise.race([connection.ended.then(() => EXIT.done), stop])
  await connection.close()
  return exitCode
}

/** The lock of the data directory, or the address of the service that has it. Throws DirectoryHeld where another process has it. */
const claimOrFind = async (config: Config) => {
  try {
    return await claimDirectory(config, 'palimpsest mcp')
  } catch (error) {
    // A service describes itself by its address.
    const address = error instanceof DirectoryHeld ? (error.holder?.about ?? '') : ''
    if (/^https?:\/\//.test(address) && (await answers(address))) {
      tell(`A palimpsest service holds ${config.dataDir}: speaking to it at ${address}.`)
      return address
    }
    if (error instanceof DirectoryHeld)
      tell(
        'Two clients share a store through a service: run `palimpsest serve` on that directory, and start them again.',
      )
    throw error
  }
}

const PATIENCE_MS = 5000

/** A service in another container or on another machine may not be reachable at its address. */
const answers = async (address: string): Promise<boolean> => {
  try {
    await fetch(`${address}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return true
  } catch {
    tell(`A palimpsest service holds the data directory, but does not answer at ${address}.`)
    return false
  }
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`)
