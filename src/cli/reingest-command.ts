import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Variables } from '../config/config.js'
import { number } from './operator-commands.js'
import type { ReingestArguments } from './reingest.js'
import { command, overridesOf } from './setting-options.js'

export type ReingestAction = (overrides: Variables, wishes: ReingestArguments) => Promise<void>

/** Adds `palimpsest reingest`. */
export const addReingest = (program: Command, reingest: ReingestAction): void => {
  command(program, 'reingest', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Derive facts by the language model in LLM_* of conversations that were taken in without one. Only what is still there as it was said is read: nothing deleted or corrected comes back. Run again, it goes on where it was broken off, and pays for nothing twice. A server on the same data directory must be stopped; on Postgres services may run.',
    )
    .addOption(new Option('--user <id>', 'of the conversations of this user').conflicts('all').argParser(named))
    .option('--all', 'of those of all users', false)
    .option('--rate <number>', 'conversations a minute at most', number('a number of conversations above 0', 0.000_001))
    .option('--dry-run', 'change nothing: say how much would be read and what it costs', false)
    .option('--yes', 'do not ask before it begins', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given, self) => {
      const { user, all, rate, dryRun, yes, json, ...options } = given
      if (user === undefined && all !== true) self.error("error: say whose: '--user <id>', or '--all'")
      const wishes = {
        ...{ dryRun: dryRun === true, yes: yes === true, json: json === true },
        ...(user === undefined ? {} : { user }),
        ...(rate === undefined ? {} : { rate }),
      }
      return reingest(overridesOf(options), wishes)
    })
}

const named = (written: string): string => {
  if (written === '') throw new InvalidArgumentError('It must be the id of a user.')
  return written
}
