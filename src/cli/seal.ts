import type { Command } from 'commander'
import type { Config, Variables } from '../config/config.js'
import type { Unsealed } from '../operations/copy-log/clear-parts.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import type { CopyResult } from '../operations/copy-log/copy-report.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { withDirectories } from './claim-directory.js'
import { directoryOf, isEmbedded, showCopy, targetOf } from './copy-log.js'
import { EXIT } from './explain.js'
import { type Chapter, withManual } from './manual.js'
import { into, placed } from './operator-commands.js'
import type { Run } from './ports.js'
import { command, overridesOf } from './setting-options.js'
import { stoppable } from './stop-requested.js'

type SealArguments = {
  /** The settings of the other log: exactly one of them, or none for a dry run. */
  readonly to: Variables
  readonly dryRun: boolean
  readonly json: boolean
}
export type SealAction = (overrides: Variables, wishes: SealArguments) => Promise<void>

/** Adds `palimpsest seal`. */
export const addSeal = (program: Command, seal: SealAction): void => {
  withManual(into(command(program, 'seal', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])), manual)
    .description(
      'Copy a log that was written before words or names were sealed into an empty store, and seal every event on its way; then read it back, open it and compare. The log itself is not changed.',
    )
    .option('--dry-run', 'change nothing: count the events that hold words or names in the clear', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => {
      const { to, dryRun, json, ...options } = placed(given)
      return seal(overridesOf(options), { to, dryRun: dryRun === true, json: json === true })
    })
}

const manual: readonly Chapter[] = [
  {
    heading: 'Examples:',
    of: 'commands',
    entries: [
      ['palimpsest seal --data-dir ./data --dry-run', 'how much there is to seal'],
      ['palimpsest seal --data-dir ./data --to-data-dir ./sealed'],
      ['palimpsest seal --data-dir ./data --to-database-url postgres://localhost/sealed'],
    ],
  },
  'Ids, types, order and times stay; events of earlier versions become those of the newest, and streams are named by keyed hashes. What the log has erased arrives without a word, and who was erased without a name. Words that are sealed already are opened with the secret key of the store and sealed anew; the new store has the same secret key or, where there was none, one of its own.',
  'Stop the service first. Broken off, or when the log has grown meanwhile, run the same command again. Then start the service with the settings that it prints.',
  'The old log and its backups hold the words and names until you destroy them.',
]

/** Seals an old log into another store, or says what there is to seal. @returns the exit code: 1 when it was stopped */
export const seal = async (run: Run, { to, dryRun, json }: SealArguments): Promise<number> => {
  const { config } = run
  const target = dryRun && Object.keys(to).length === 0 ? undefined : targetOf(config, to)
  if (isEmbedded(config) && !hasCluster(config.dataDir)) throw new CopyRefused(`${config.dataDir} holds no store.`)
  const stopping = stoppable(run.logger, dryRun ? 'Nothing was changed.' : STAYS)
  const show = showCopy(run, json, (result) => sentencesOf(result, config, to))
  const watch = { report: show.progress, signal: stopping.signal }
  const made = dryRun || target === undefined ? [] : madeBy(target)
  try {
    await withDirectories([...directoryOf(config), ...made], 'palimpsest seal', async () => {
      if (!dryRun && target !== undefined) return show.result(await run.sealStore(config, target, watch))
      const counted = await run.countUnsealedIn(config, watch)
      show.broken()
      for (const line of json ? [JSON.stringify({ counted })] : countedIn(counted)) run.say(line)
    })
    return EXIT.done
  } catch (error) {
    show.broken()
    return stopping.exitCodeOf(error)
  }
}

const STAYS = 'What has been sealed stays; the same command goes on from there.'

/** The embedded directory that the keys of the new store go into, and maybe its log. */
const madeBy = ({ databaseUrl, dataDir }: Config): readonly string[] => (databaseUrl === undefined ? [dataDir] : [])

const countedIn = ({ events, sealed, named, clear }: Unsealed): readonly string[] => {
  const types = Object.entries(clear)
  const count = types.reduce((sum, [, each]) => sum + each, 0)
  return [
    `Of ${events} events ${count} hold words in the clear, ${sealed} are sealed, and ${events - count - sealed} have no words.`,
    ...(count === 0 ? [] : [`In the clear: ${types.map(([type, each]) => `${each} ${type}`).join(', ')}.`]),
    named === 0 ? 'No event names anybody in the clear.' : `${named} events name people in the clear.`,
    ...(count + named === 0 ? ['There is nothing to seal.'] : []),
    'Nothing was changed.',
  ]
}

const sentencesOf = (result: CopyResult, config: Config, to: Variables): readonly string[] => {
  const { events, streams, hash, written, grown, seconds } = result
  return [
    `${written} of ${events} events in ${streams} streams were copied in ${seconds.toFixed(1)} s, all words and names in them sealed${written < events ? '; the others were there already' : ''}.`,
    `Read back and opened, they say what this log says, without what it has erased: sha256 ${hash}. No words and no names stand in the clear.`,
    ...(grown ? ['The log has grown meanwhile. Stop its service, and run the same command again for the rest.'] : []),
    `To switch, start the service with ${settingsOf(to)}${unset(config, to)}${keyOf(config, to)}. It builds its read models first.`,
    `The old log, in ${placeOf(config)}, still holds the words and names, and so do its backups: destroy them when the new store serves.`,
  ]
}

const settingsOf = (to: Variables): string =>
  Object.entries(to)
    .map(([name, value]) => `${name}=${withoutPassword(value ?? '')}`)
    .join(' ')

/** Settings of the old store that would lead to it still. */
const unset = ({ eventStore, databaseUrl }: Config, to: Variables): string => {
  const old = [
    ...(eventStore !== undefined && to.EVENTSTORE_URL === undefined ? ['EVENTSTORE_URL'] : []),
    ...(databaseUrl !== undefined && to.PALIMPSEST_DATA_DIR !== undefined ? ['DATABASE_URL'] : []),
  ]
  return old.length === 0 ? '' : ` and without ${old.join(' and ')}`
}

const keyOf = ({ masterKey }: Config, to: Variables): string => {
  if (masterKey !== undefined) return ' and the same PALIMPSEST_MASTER_KEY'
  return to.PALIMPSEST_DATA_DIR === undefined ? '' : `; its secret key is in ${to.PALIMPSEST_DATA_DIR}/master.key`
}

const placeOf = ({ eventStore, databaseUrl, dataDir, eventStorePrefix }: Config): string => {
  if (eventStore === undefined) return databaseUrl === undefined ? dataDir : withoutPassword(databaseUrl)
  const [host] = eventStore.hosts
  return `the streams ${eventStorePrefix}-* of the EventStoreDB at ${host?.address}:${host?.port}`
}

const withoutPassword = (url: string): string => url.replace(/(\/\/[^:/@]*):[^@]*@/, '$1:…@')
