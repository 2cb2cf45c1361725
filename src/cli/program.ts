import { Command } from 'commander'
import type { Variables } from '../config/config.js'
import { type SettingName, settings } from '../config/environment.js'
import { version } from '../config/package-info.js'
import { addErase, type EraseActions } from './erase-command.js'
import { addKeys, type KeysAction } from './keys.js'
import { type Chapter, type Entry, withManual } from './manual.js'
import { addCopyLog, type CopyAction, reembedOptions, reembedWishes } from './operator-commands.js'
import type { RebuildArguments } from './rebuild.js'
import type { ReembedArguments } from './reembed.js'
import { addReingest, type ReingestAction } from './reingest-command.js'
import { addReplay, type ReplayAction } from './replay/commands.js'
import { command, overridesOf } from './setting-options.js'
import { addSign, type SignAction } from './sign.js'

type Action = (overrides: Variables) => Promise<void>

type Actions = EraseActions & {
  readonly serve: Action
  readonly migrate: Action
  readonly rebuild: (overrides: Variables, wishes: RebuildArguments) => Promise<void>
  readonly copyLog: CopyAction
  readonly sign: SignAction
  readonly replay: ReplayAction
  readonly reembed: (overrides: Variables, wishes: ReembedArguments) => Promise<void>
  readonly reingest: ReingestAction
  readonly rotateKeys: KeysAction
}

/** The commands and their help. */
export const createProgram = (actions: Actions): Command => {
  const program = withManual(new Command('palimpsest'), manual)
    .description('Long-term memory for software agents, served over HTTP.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(palimpsest --help tells more)')
  command(program, 'serve', ['PORT', 'HOST', 'PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description('Start the server; the default. It runs until Ctrl-C or SIGTERM, and finishes what it has begun.')
    .action((options) => actions.serve(overridesOf(options)))
  command(program, 'migrate', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Prepare the store and bring the read models up to date, then end. `serve` does the same at its start.',
    )
    .action((options) => actions.migrate(overridesOf(options)))
  command(program, 'rebuild', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Build the read models anew from the log beside the live ones, then serve them. No request fails meanwhile; a running server notices by itself.',
    )
    .option('--verify', 'compare every row with the live read models; a difference is told, and ends with 1', false)
    .option('--dry-run', 'change nothing: say what would be done; with --verify build, compare and drop again', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action(({ verify, dryRun, json, ...options }) =>
      actions.rebuild(overridesOf(options), { verify: verify === true, dryRun: dryRun === true, json: json === true }),
    )
  addCopyLog(program, actions.copyLog)
  addReplay(program, actions.replay)
  reembedOptions(command(program, 'reembed', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])).action((given) => {
    const { wishes, options } = reembedWishes(given)
    return actions.reembed(overridesOf(options), wishes)
  })
  addReingest(program, actions.reingest)
  addKeys(program, actions.rotateKeys)
  addSign(program, actions.sign)
  addErase(program, actions)
  return program
}

const described = ({ name, description, byDefault }: (typeof settings)[number]): Entry => [
  name,
  `${description}${byDefault === '' ? '' : ` [${byDefault}]`}`,
]

const important: readonly SettingName[] = [
  'PORT',
  'HOST',
  'CORE_API_KEY',
  'CORE_ADMIN_API_KEY',
  'PALIMPSEST_DATA_DIR',
  'DATABASE_URL',
  'EMBEDDING_PROVIDER',
  'LOG_LEVEL',
]

const manual: readonly Chapter[] = [
  {
    heading: 'Examples:',
    of: 'commands',
    entries: [
      ['palimpsest', 'an embedded database in ./data, on port 3050'],
      ['palimpsest serve --port 4000 --data-dir ~/memory'],
      ['CORE_API_KEY=$(openssl rand -hex 32) palimpsest serve --host 0.0.0.0'],
      ['palimpsest migrate --database-url postgres://localhost/palimpsest'],
      ['palimpsest rebuild --verify', 'from the log alone, the same rows'],
      ['palimpsest copy-log --to-database-url postgres://localhost/palimpsest'],
      ['palimpsest replay check', 'the log by its own rules, and the read models against it'],
      ['palimpsest replay --help', 'what a memory was, when, and why'],
      ['palimpsest reembed --dry-run --price 0.02', 'what another embedding model would cost'],
      ['palimpsest keys rotate', 'another secret key'],
      ['palimpsest checkpoints sign >> kept-elsewhere.jsonl'],
      ['palimpsest reingest --all --dry-run', 'what facts of older conversations would cost'],
      ['palimpsest erase --user ana --dry-run', 'how much there is of a user to erase'],
      ['palimpsest erase --prove --user ana --words-file gone.txt', 'that nothing is left'],
    ],
  },
  {
    heading: 'Settings, from the environment or from a file .env in the working directory (options come first):',
    of: 'terms',
    entries: [
      ...settings.filter(({ name }) => important.includes(name)).map(described),
      ['All of them are in docs/settings.md and in .env.example.'],
    ],
  },
  'Logs go to stderr, all else to stdout.',
  {
    heading: 'Exit codes:',
    of: 'terms',
    entries: [
      ['0', 'stopped as asked'],
      ['1', 'failed, or not found, or a verification or check found a difference; the message says why or where'],
      ['2', 'the settings or the arguments are wrong'],
      ['3', 'another process has the data directory, or rebuilds the read models'],
      ['130', 'ended at once by a second signal'],
    ],
  },
]
