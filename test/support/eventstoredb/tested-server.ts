import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { eventStoreAddress } from '../../../src/config/event-store-address.js'
import { type ClusterDouble, startClusterDouble } from './cluster.js'
import { startEventStoreDouble } from './server.js'

/** An EventStoreDB for a suite that asks nothing of it but what every server does. It may hold the events of others. */
export type TestedServer = {
  /** As EVENTSTORE_URL. */
  readonly url: string
  /** Kills it and starts it again; it need not serve yet when this resolves. Its log is still there. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A cluster of three for a suite that stops its nodes. */
export type TestedCluster = Pick<ClusterDouble, 'url' | 'node' | 'close'>

/** How long a double is gone that is restarted. */
const GONE_MS = 1500

/**
 * The server of ESDB_URL, which runs already and is kept and shared; without it a double of the suite's own. What needs
 * its restart is skipped on a running server unless ESDB_RESTART, a command of the shell, says how that is done. ESDB_NODE is
 * one that takes `stop`, `hang` or `start` and the number of a node of a cluster, from 1.
 * @throws Error when ESDB_URL is no address
 */
export const testedServers = ({ ESDB_URL: url, ESDB_RESTART, ESDB_NODE }: NodeJS.ProcessEnv) => {
  if (!url)
    return {
      isRunning: false,
      canRestart: true,
      canStopNodes: true,
      about: "doubles of the suites' own",
      open: (): Promise<TestedServer> => double(),
      openCluster: (): Promise<TestedCluster> => startClusterDouble(),
    }
  const hosts = hostsOf(url)
  const close = async () => {}
  const kept = { url, restart: () => carryOut('ESDB_RESTART', ESDB_RESTART), close }
  const node: TestedCluster['node'] = (...words) => carryOut('ESDB_NODE', ESDB_NODE && [ESDB_NODE, ...words].join(' '))
  const without = [
    ...(ESDB_RESTART ? [] : ['without ESDB_RESTART no test that restarts it']),
    ...(ESDB_NODE ? [] : ['without ESDB_NODE no test that stops a node of a cluster']),
  ]
  return {
    isRunning: true,
    canRestart: Boolean(ESDB_RESTART),
    canStopNodes: Boolean(ESDB_NODE),
    about: [hosts, ...without].join('; '),
    open: async (): Promise<TestedServer> => kept,
    openCluster: async (): Promise<TestedCluster> => ({ url, node, close }),
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

const carryOut = async (setting: string, command: string | undefined): Promise<void> => {
  if (!command) throw new Error(`${setting} is not set`)
  // It may leave the server in the background: nothing of this process must be held by it, and only its own end counts.
  const shell = spawn(command, { shell: true, stdio: 'ignore' })
  const [code] = await once(shell, 'exit')
  if (code !== 0) throw new Error(`${setting} has ended with ${code}`)
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
