import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { startEventStoreDouble } from './server.js'

/** An EventStoreDB for a suite that asks nothing of it but what every server does. It may hold the events of others. */
export type TestedServer = {
  /** As EVENTSTORE_URL. */
  readonly url: string
  /** Kills it and starts it again; it need not serve yet when this resolves. Its log is still there. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** How long a double is gone that is restarted. */
const GONE_MS = 1500

/**
 * The server of ESDB_URL, which runs already and is kept and shared; without it a double of the suite's own. What needs
 * its restart is skipped on a running server unless ESDB_RESTART, a command of the shell, says how that is done.
 * @throws Error when ESDB_URL is no address
 */
export const testedServers = ({ ESDB_URL: url, ESDB_RESTART: command }: NodeJS.ProcessEnv) => {
  if (!url)
    return {
      isRunning: false,
      canRestart: true,
      about: "doubles of the suites' own",
      open: (): Promise<TestedServer> => double(),
    }
  const hosts = hostsOf(url)
  const kept = { url, restart: () => carryOut(command), close: async () => {} }
  return {
    isRunning: true,
    canRestart: Boolean(command),
    about: `${hosts}${command ? '' : '; without ESDB_RESTART no test that restarts it'}`,
    open: async (): Promise<TestedServer> => kept,
  }
}

/** Throws where it is no address, without a word of it: it may hold a password. */
const hostsOf = (url: string): string => {
  try {
    return eventStoreAddress(url)
      .hosts.map(({ address, port }) => `${address}:${port}`)
      .join(',')
  } catch (error) {
    throw new Error(`ESDB_URL ${error instanceof Error ? error.message : ''}`)
  }
}

const carryOut = async (command: string | undefined): Promise<void> => {
  if (!command) throw new Error('ESDB_RESTART is not set')
  // It may leave the server in the background: nothing of this process must be held by it, and only its own end counts.
  const shell = spawn(command, { shell: true, stdio: 'ignore' })
  const [code] = await once(shell, 'exit')
  if (code !== 0) throw new Error(`ESDB_RESTART has ended with ${code}`)
}

const double = async (): Promise<TestedServer> => {
  const { url, stop, restart, close } = await startEventStoreDouble()
  const again = async () => {
    await stop()
    await pause(GONE_MS)
    await restart()
  }
  return { url, restart: again, close }
}

/** The servers of this run. */
export const servers = testedServers(process.env)
