import { type Command, InvalidArgumentError } from 'commander'
import type { Variables } from '../config/config.js'
import type { CopyArguments } from './copy-log.js'
import type { ReembedArguments } from './reembed.js'
import { command, overridesOf } from './setting-options.js'

export type CopyAction = (overrides: Variables, wishes: CopyArguments) => Promise<void>

export const addCopyLog = (program: Command, copyLog: CopyAction): void => {
  command(program, 'copy-log', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
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
    .action(({ toDataDir, toDatabaseUrl, toEventstoreUrl, json, ...options }) => {
      const all = { PALIMPSEST_DATA_DIR: toDataDir, DATABASE_URL: toDatabaseUrl, EVENTSTORE_URL: toEventstoreUrl }
      const to: Variables = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
      return copyLog(overridesOf(options), { to, json: json === true })
    })
}

type Options = Readonly<Record<string, string | undefined>>

/** The options of `palimpsest reembed`. */
export const reembedOptions = (command: Command): Command =>
  command
    .description(
      'Change the store to the embedding model in NEXT_EMBEDDING_*: embed every memory with it, then let it answer. Requests are answered meanwhile; a running server moves over by itself. Broken off, it goes on where it was.',
    )
    .option('--compare <file>', 'switch nothing: print where the first ten of these queries differ, one a line')
    .option('--user <id>', 'whose memories the queries are about, where a line does not begin with a user_id and a tab')
    .option('--back', 'return at once to the model that answered before', false)
    .option('--rate <number>', 'texts a minute at most', number('a number of texts above 0', 0.000_001))
    .option('--price <dollars>', 'of a million tokens, for the estimate', number('dollars, 0 or more', 0))
    .option('--dry-run', 'change nothing: say how much would be embedded and what it costs', false)
    .option('--yes', 'do not ask before embedding', false)
    .option('--json', 'one JSON object a line, the result last', false)

/** Reads a number of an option. `least`: what it has to reach. */
export const number = (what: string, least: number) => (written: string) => {
  const value = Number(written)
  if (!/^\d+(\.\d+)?$/.test(written) || !Number.isFinite(value) || value < least)
    throw new InvalidArgumentError(`It must be ${what}.`)
  return value
}

type Given = {
  readonly compare?: string
  readonly user?: string
  readonly back: boolean
  readonly rate?: number
  readonly price?: number
  readonly dryRun: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** The arguments of the command, apart from the options that are settings. */
export const reembedWishes = (
  given: Given & Options,
): { readonly wishes: ReembedArguments; readonly options: Options } => {
  const { compare, user, back, rate, price, dryRun, yes, json, ...options } = given
  const wishes = {
    back,
    dryRun,
    yes,
    json,
    ...(compare === undefined ? {} : { compare }),
    ...(user === undefined ? {} : { user }),
    ...(rate === undefined ? {} : { rate }),
    ...(price === undefined ? {} : { price }),
  }
  return { wishes, options }
}
