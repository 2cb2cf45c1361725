import { BadSettings, type Config, readConfig, type Variables } from '../config/config.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import { type DirectoryLock, lockDirectory } from '../postgres/directory-lock.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { showCopy } from './show-copy.js'
import { stoppable } from './stop-requested.js'

export type CopyArguments = {
  /** The settings of the other log, of which exactly one is given. */
  readonly to: Variables
  readonly json: boolean
}

/**
 * Copies the log of the settings into another one, and verifies it. Neither may be an embedded directory in use.
 * @returns the exit code: 1 when it was stopped
 */
export const copyLog = async (run: Run, { to, json }: CopyArguments): Promise<number> => {
  const target = targetOf(run.config, to)
  const { dataDir } = run.config
  if (isEmbedded(run.config) && !hasCluster(dataDir)) throw new CopyRefused(`${dataDir} holds no store.`)
  const stopping = stoppable(run.logger, 'What has been copied stays; the same command goes on from there.')
  const show = showCopy(run.say, json)
  const locks: DirectoryLock[] = []
  try {
    for (const config of [run.config, target])
      if (isEmbedded(config)) locks.push(await lockDirectory(config.dataDir, 'palimpsest copy-log'))
    const result = await run.copyStore(run.config, target, { report: show.progress, signal: stopping.signal })
    show.result(result)
    return EXIT.done
  } catch (error) {
    show.broken()
    return stopping.told(error)
  } finally {
    for (const lock of locks) await lock.release()
  }
}

/** Where the environment's own log is does not matter to the other one. */
const ELSEWHERE: Variables = { DATABASE_URL: '', EVENTSTORE_URL: '' }

/** The settings of the other log; all else is as it is here. */
const targetOf = (config: Config, to: CopyArguments['to']): Config => {
  const given = Object.values(to).filter((value) => value !== undefined)
  if (given.length !== 1)
    throw new BadSettings([
      'give one of --to-data-dir, --to-database-url and --to-eventstore-url: the log to copy into.',
    ])
  const target = readConfig({ ...ELSEWHERE, EVENTSTORE_PREFIX: config.eventStorePrefix, ...to })
  if (placeOf(target) === placeOf(config)) throw new BadSettings(['the log to copy into is the one that is copied.'])
  return target
}

/** Whether the log is in an embedded directory. */
const isEmbedded = ({ eventStore, databaseUrl }: Config): boolean =>
  eventStore === undefined && databaseUrl === undefined

const placeOf = ({ eventStore, databaseUrl, dataDir }: Config): string =>
  JSON.stringify(eventStore?.hosts ?? databaseUrl ?? dataDir)
