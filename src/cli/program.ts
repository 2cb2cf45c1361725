import { Command, InvalidArgumentError, Option } from 'commander'
import type { Variables } from '../config/config.js'
import { type SettingName, settings } from '../config/environment.js'
import { version } from '../config/package-info.js'
import type { EraseArguments } from './erase.js'
import { addKeys, type KeysAction } from './keys.js'
import { type Chapter, type Entry, withManual } from './manual.js'
import { addCopyLog, type CopyAction, number, reembedOptions, reembedWishes } from './operator-commands.js'
import type { ProofArguments } from './prove-erasure.js'
import type { RebuildArguments } from './rebuild.js'
import type { ReembedArguments } from './reembed.js'
import type { ReingestArguments } from './reingest.js'
import { addReplay, aName, anId, type ReplayAction } from './replay/commands.js'
import { command, overridesOf } from './setting-options.js'
import { addSign, type SignAction } from './sign.js'

type EraseActions = {
  readonly erase: (overrides: Variables, wishes: EraseArguments) => Promise<void>
  readonly proveErasure: (overrides: Variables, wishes: ProofArguments) => Promise<void>
  readonly replayErasures: (overrides: Variables, wishes: { readonly json: boolean }) => Promise<void>
}

/** Adds `palimpsest erase`, which also proves that what it erased is gone, and does again what the log has erased. */
const addErase = (program: Command, actions: EraseActions): void => {
  command(program, 'erase', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Erase all that there is of a user, or one memory with all that says the same or was made of it. Keys are destroyed, so that nobody reads again what the log keeps of it. It cannot be undone; backups from before it are yours to drop. A server on the same data directory must be stopped, or asked over HTTP (DELETE /v1/admin/users/<id>); on Postgres services may run.',
    )
    .addOption(new Option('--user <id>', 'the user; needed, but for --replay').argParser(aName))
    .addOption(new Option('--memory <id>', 'only this memory of the user').argParser(anId))
    .option('--workspace <id>', 'the workspace that the memory is in; takes --agent', aName)
    .option('--agent <id>', 'an agent that sees the memory', aName)
    .option('--dry-run', 'change nothing: say how much would go')
    .option('--yes', 'do not ask before it begins')
    .addOption(new Option('--prove', PROVE).conflicts(['dryRun', 'yes', 'workspace', 'agent']))
    .option('--words-file <file>', 'with --prove: what must be gone, one a line; - reads standard input')
    .addOption(new Option('--replay', REPLAY).conflicts([...ABOUT_ONE, 'dryRun', 'yes', 'prove']))
    .option('--json', 'the result as one JSON object', false)
    .action((given: Given, self: Command) => act(actions, given, self))
}

const PROVE =
  'erase nothing: look for what is left of what was erased, in the log, among the keys, in every table and file; 1 where anything is found, and says where, never what'
const REPLAY =
  'destroy again every key that the log has erased, after an older table of keys was restored; as often as you like'
const ABOUT_ONE = ['user', 'memory', 'workspace', 'agent', 'wordsFile']

type Given = Readonly<Record<string, string | undefined>> & {
  readonly dryRun?: true
  readonly yes?: true
  readonly prove?: true
  readonly replay?: true
  readonly json: boolean
}

const act = async (actions: EraseActions, given: Given, self: Command): Promise<void> => {
  const { user, memory, workspace, agent, dryRun, yes, prove, wordsFile, replay, json, ...options } = given
  const overrides = overridesOf(options)
  if (replay) return actions.replayErasures(overrides, { json })
  if (user === undefined) return self.error(NO_USER)
  if (prove) return actions.proveErasure(overrides, { user, memory: memory ?? null, wordsFile, json })
  if (wordsFile !== undefined) return self.error(WORDS_OF_A_PROOF)
  if ((workspace === undefined) !== (agent === undefined) || (workspace !== undefined && memory === undefined))
    return self.error("error: '--workspace <id>' and '--agent <id>' go together, with '--memory <id>'")
  const scope =
    workspace === undefined || agent === undefined
      ? ({ kind: 'user', userId: user } as const)
      : ({ kind: 'workspace', userId: user, workspaceId: workspace, agentId: agent, agentScope: 'all' } as const)
  const wish = { scope, ...(memory === undefined ? {} : { memoryId: memory }) }
  return actions.erase(overrides, { wish, dryRun: dryRun === true, yes: yes === true, json })
}

const NO_USER =
  "error: required option '--user <id>' not specified: whom to erase, or with '--prove' of whom to prove it; '--replay' alone takes none"
const WORDS_OF_A_PROOF =
  "error: '--words-file <file>' goes with '--prove', which erases nothing: erase first, then prove"

type ReingestAction = (overrides: Variables, wishes: ReingestArguments) => Promise<void>

/** Adds `palimpsest reingest`. */
const addReingest = (program: Command, reingest: ReingestAction): void => {
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
