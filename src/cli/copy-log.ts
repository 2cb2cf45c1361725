import type { Command } from 'commander'
import { OperationRefused } from '../concurrency/operation.js'
import { type Config, readConfig, type Variables } from '../config/config.js'
import { BadSettings } from '../config/validation.js'
import type { CopyResult } from '../operations/copy-log/copy-report.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { withDirectories } from './claim-directory.js'
import { EXIT } from './explain.js'
import { operate, resultLines } from './operate.js'
import { type Act, command } from './options.js'
import type { Run } from './ports.js'

const sentences = ({ events, streams, hash, written, grown, seconds }: CopyResult): readonly string[] => [
  `${written} of ${events} events in ${streams} streams were copied in ${seconds.toFixed(1)} s${written < events ? '; the others were there already' : ''}.`,
  `Both logs hold the same ${events} events: sha256 ${hash}.`,
  ...(grown ? ['The log has grown meanwhile. Stop its service, and run the same command again for the rest.'] : []),
  'The copy is ready: start the service with its settings. It builds its read models from it first.',
]

/** Adds `palimpsest copy-log`. */
export const addCopyLog = (program: Command, act: Act): void => {
  command(program, 'copy-log')
    .description(
      'Copy the log into another store, read it back and compare. Run again, it goes on where it was broken off, and brings what came later. Read models are not copied: the service builds them.',
    )
    .option('--to-data-dir <folder>', 'into an embedded database')
    .option('--to-database-url <url>', 'into a Postgres database')
    .option(
      '--to-eventstore-url <url>',
      'into an EventStoreDB; its keys and read models stay, or go where one of the others says',
    )
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => act(given, copyLog))
}

type Target = { readonly toDataDir?: string; readonly toDatabaseUrl?: string; readonly toEventstoreUrl?: string }
type CopyArguments = Target & { readonly json: boolean }

/** Copies and verifies the log; an embedded directory must be free. @returns the exit code: 1 when it was stopped */
const copyLog = async (run: Run, { json, ...to }: CopyArguments): Promise<number> => {
  const target = targetOf(run.config, to)
  const { dataDir } = run.config
  if (isEmbedded(run.config) && !hasCluster(dataDir)) throw new OperationRefused(`${dataDir} holds no store.`)
  const directories = [...directoryOf(run.config), ...directoryOf(target)]
  const left = 'What has been copied stays; the same command goes on from there.'
  return operate(run, { left, json, beside: [target] }, async ({ say, ...watch }) => {
    const copy = () => run.copyStore(run.config, target, watch)
    const result = await withDirectories(directories, 'palimpsest copy-log', copy)
    await say(...resultLines(result, json, sentences))
    return EXIT.done
  })
}

/** The target must not take the place of the source from the environment. */
const ELSEWHERE: Variables = { DATABASE_URL: '', EVENTSTORE_URL: '' }

/** The settings of the other log. All else is as for the source, also an EventStoreDB's database unless it is named. */
const targetOf = (config: Config, { toDataDir, toDatabaseUrl, toEventstoreUrl: EVENTSTORE_URL }: Target): Config => {
  const given = {
    ...(toDataDir === undefined ? {} : { PALIMPSEST_DATA_DIR: toDataDir }),
    ...(toDatabaseUrl === undefined ? {} : { DATABASE_URL: toDatabaseUrl }),
  }
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

const isEmbedded = ({ eventStore, databaseUrl }: Config): boolean =>
  eventStore === undefined && databaseUrl === undefined

const placeOf = ({ eventStore, databaseUrl, dataDir }: Config): string =>
  JSON.stringify(eventStore?.hosts ?? databaseUrl ?? dataDir)
