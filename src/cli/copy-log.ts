import { type Config, readConfig, type Variables } from '../config/config.js'
import { BadSettings } from '../config/validation.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import type { CopyProgress, CopyResult } from '../operations/copy-log/copy-report.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { withDirectories } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { progressLine } from './progress-line.js'
import { stoppable } from './stop-requested.js'

/** Prints progress on stderr and the result in words, or both as one JSON object a line. */
const showCopy = ({ say }: Pick<Run, 'say'>, json: boolean) => {
  if (json)
    return {
      progress: (progress: CopyProgress) => say(JSON.stringify(progress)),
      result: (result: CopyResult) => say(JSON.stringify({ result })),
      broken: () => {},
    }
  const line = progressLine()
  return {
    progress: (progress: CopyProgress) => line.show(progress, words(progress)),
    result: (result: CopyResult) => {
      line.clear()
      for (const sentence of sentences(result)) say(sentence)
    },
    broken: line.clear,
  }
}

const words = ({ phase, done, total, perSecond }: CopyProgress): string =>
  phase === 'verifying'
    ? `Verifying: ${done} of ${total} events read back, ${perSecond} a second`
    : `Copying: ${done} events, ${perSecond} a second`

const sentences = ({ events, streams, hash, written, grown, seconds }: CopyResult): readonly string[] => [
  `${written} of ${events} events in ${streams} streams were copied in ${seconds.toFixed(1)} s${written < events ? '; the others were there already' : ''}.`,
  `Both logs hold the same ${events} events: sha256 ${hash}.`,
  ...(grown ? ['The log has grown meanwhile. Stop its service, and run the same command again for the rest.'] : []),
  'The copy is ready: start the service with its settings. It builds its read models from it first.',
]

export type CopyArguments = {
  /** The settings of the other log: exactly one of them. */
  readonly to: Variables
  readonly json: boolean
}

/**
 * Copies the log of the settings into another log, and verifies the copy. An embedded directory must not be in use.
 * @returns the exit code: 1 when it was stopped
 */
export const copyLog = async (run: Run, { to, json }: CopyArguments): Promise<number> => {
  const target = targetOf(run.config, to)
  const { dataDir } = run.config
  if (isEmbedded(run.config) && !hasCluster(dataDir)) throw new CopyRefused(`${dataDir} holds no store.`)
  const stopping = stoppable(run.logger, 'What has been copied stays; the same command goes on from there.')
  const show = showCopy(run, json)
  const watch = { report: show.progress, signal: stopping.signal }
  const directories = [...directoryOf(run.config), ...directoryOf(target)]
  try {
    await withDirectories(directories, 'palimpsest copy-log', async () =>
      show.result(await run.copyStore(run.config, target, watch)),
    )
    return EXIT.done
  } catch (error) {
    show.broken()
    return stopping.exitCodeOf(error)
  }
}

/** The target must not take the place of the source from the environment. */
const ELSEWHERE: Variables = { DATABASE_URL: '', EVENTSTORE_URL: '' }

/**
 * The settings of the other log. Everything else is as for the source: also the database of an EventStoreDB's read models
 * and keys, unless that is named, too.
 */
const targetOf = (config: Config, { EVENTSTORE_URL, ...places }: CopyArguments['to']): Config => {
  const given = Object.fromEntries(Object.entries(places).filter(([, value]) => value !== undefined))
  const named = Object.keys(given).length
  if (named > 1 || (named === 0 && EVENTSTORE_URL === undefined))
    throw new BadSettings([
      'give one of --to-data-dir, --to-database-url and --to-eventstore-url: the log to copy into. Beside the last one, ' +
        'one of the others names the database of its read models and keys.',
    ])
  const kept = { PALIMPSEST_DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '' }
  const place = { ...ELSEWHERE, ...(named === 0 ? kept : given), ...(EVENTSTORE_URL ? { EVENTSTORE_URL } : {}) }
  const target = readConfig({ ...place, EVENTSTORE_PREFIX: config.eventStorePrefix })
  if (placeOf(target) === placeOf(config)) throw new BadSettings(['the log to copy into is the one that is copied.'])
  return target
}

/** The embedded directory with the log, or with the keys of what is sealed in it, where that is made. */
const directoryOf = (config: Config): readonly string[] => {
  const { databaseUrl, dataDir } = config
  return isEmbedded(config) || (databaseUrl === undefined && hasCluster(dataDir)) ? [dataDir] : []
}

/** Whether the log is in an embedded directory. */
const isEmbedded = ({ eventStore, databaseUrl }: Config): boolean =>
  eventStore === undefined && databaseUrl === undefined

const placeOf = ({ eventStore, databaseUrl, dataDir }: Config): string =>
  JSON.stringify(eventStore?.hosts ?? databaseUrl ?? dataDir)
