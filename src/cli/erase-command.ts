import { type Command, Option } from 'commander'
import type { Variables } from '../config/config.js'
import type { EraseArguments } from './erase.js'
import type { ProofArguments } from './prove-erasure.js'
import { aName, anId } from './replay/commands.js'
import { command, overridesOf } from './setting-options.js'

export type EraseActions = {
  readonly erase: (overrides: Variables, wishes: EraseArguments) => Promise<void>
  readonly proveErasure: (overrides: Variables, wishes: ProofArguments) => Promise<void>
  readonly replayErasures: (overrides: Variables, wishes: { readonly json: boolean }) => Promise<void>
}

/** Adds `palimpsest erase`, which also proves that what it erased is gone, and does again what the log has erased. */
export const addErase = (program: Command, actions: EraseActions): void => {
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
