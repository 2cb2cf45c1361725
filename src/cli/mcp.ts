import { type Command, Option } from 'commander'
import type { Waiting } from '../app/reach-stores.js'
import { deferred } from '../concurrency/deferred.js'
import { OperationRefused } from '../concurrency/operation.js'
import type { Config } from '../config/config.js'
import { DirectoryHeld } from '../postgres/directory-lock.js'
import { claimDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { type Act, command } from './options.js'
import { MCP_PROFILES, type Run } from './ports.js'
import { startWait } from './start-wait.js'
import { stopRequested } from './stop-requested.js'

type Wishes = { readonly tools: 'default' | 'all'; readonly profile?: (typeof MCP_PROFILES)[number] }

export const addMcp = (program: Command, act: Act): void => {
  command(program, 'mcp')
    .description(
      'Serve the tools of the Model Context Protocol on stdin and stdout, for a client that starts this command. It needs no key ' +
        'and no server; where a service holds the data directory, it speaks to that.',
    )
    .addOption(new Option('--tools <which>', 'how many tools to offer').choices(['default', 'all']).default('default'))
    .addOption(
      new Option(
        '--profile <server>',
        'offer the tools of another memory server instead, under its names, over this store',
      )
        .choices(MCP_PROFILES)
        .conflicts('tools'),
    )
    .action((given) => act<Wishes>(given, mcp))
}

/** Serves MCP until stdin closes, through the service that holds the directory, if any. stdout is for MCP alone. */
const mcp = async (run: Run, { tools, profile }: Wishes): Promise<number> => {
  const toolset = profile ?? tools
  const stop = stopRequested(run.logger).then(({ exitCode }) => exitCode)
  const lock = await claimOrFind(run.config)
  if (typeof lock === 'string')
    return served(run.mcpOfService(run.config, { address: lock, toolset }, run.logger), stop)
  try {
    return await serveStore(run, toolset, stop)
  } finally {
    await lock?.release()
  }
}

type Toolset = Wishes['tools'] | NonNullable<Wishes['profile']>

/** Serves the store of the settings. The client is answered at once: it may not wait as long as a start does. */
const serveStore = async (run: Run, toolset: Toolset, stop: Promise<number>): Promise<number> => {
  const { config, logger } = run
  const stopping = new AbortController()
  let waitedFor: string | undefined
  const firstTold = deferred()
  const announce = (state: string) => {
    waitedFor = undefined
    logger.info(state)
  }
  const heard = ({ reason }: Waiting) => {
    waitedFor = reason
    firstTold.settle()
  }
  const wait = startWait(run, { waitMs: config.startWait.serviceMs, signal: stopping.signal, tell: heard })
  const opening = run.openApp(config, logger, { announce, wait })
  const ready = opening.then(async (app) => {
    const fault = await app.ready
    if (fault !== undefined) tell(fault)
    return app
  })
  const open = async () => {
    await Promise.race([ready, firstTold.done])
    if (waitedFor !== undefined) throw new OperationRefused(`The memory is not there yet. ${waitedFor}`)
    return ready
  }
  try {
    const failure = ready.then(() => stop)
    return await served(run.mcpWhenOpen(config, { toolset, open }, logger), Promise.race([stop, failure]))
  } finally {
    stopping.abort()
    await (await opening.catch(() => undefined))?.close()
  }
}

const served = async (connection: ReturnType<Run['mcpOfService']>, stop: Promise<number>): Promise<number> => {
  try {
    return await Promise.race([connection.ended.then(() => EXIT.done), stop])
  } finally {
    await connection.close()
  }
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
    await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return true
  } catch {
    tell(`A palimpsest service holds the data directory, but does not answer at ${address}.`)
    return false
  }
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`)
