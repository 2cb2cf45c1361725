import { type Command, Option } from 'commander'
import type { ErasureExtent, ErasureWish } from '../commands/erase-memories.js'
import { namingOptions } from '../operations/prove/report.js'
import { withOpen, withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { confirmed, type Operating, operate, UNCHANGED } from './operate.js'
import { type Act, aName, anId, command } from './options.js'
import type { Run } from './ports.js'
import { proveErasure, replayErasures } from './prove-erasure.js'

/** Adds `palimpsest erase`, which also proves that what it erased is gone, and does again what the log has erased. */
export const addErase = (program: Command, act: Act): void => {
  command(program, 'erase')
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
    .action(({ prove, replay, user, memory, wordsFile, ...given }: EraseOptions, self: Command) => {
      if (replay) return act(given, replayErasures)
      if (user === undefined) return self.error(NO_USER)
      if (prove) return act({ ...given, user, memory: memory ?? null, wordsFile }, proveErasure)
      if (wordsFile !== undefined) return self.error(WORDS_OF_A_PROOF)
      const { workspace, agent, ...wishes } = given
      const scope = scopeNamed({ user, memory, workspace, agent })
      if (scope === undefined)
        return self.error("error: '--workspace <id>' and '--agent <id>' go together, with '--memory <id>'")
      return act({ ...wishes, wish: { scope, ...(memory === undefined ? {} : { memoryId: memory }) } }, erase)
    })
}

type NamedScope = {
  readonly user: string
  readonly memory: string | undefined
  readonly workspace: string | undefined
  readonly agent: string | undefined
}

/** A user, or of a workspace what an agent sees of it, for a single memory; undefined where the options do not go together. */
const scopeNamed = ({ user, memory, workspace, agent }: NamedScope): ErasureWish['scope'] | undefined => {
  if (workspace === undefined && agent === undefined) return { kind: 'user', userId: user }
  if (workspace === undefined || agent === undefined || memory === undefined) return undefined
  return { kind: 'workspace', userId: user, workspaceId: workspace, agentId: agent, agentScope: 'all' }
}

const PROVE =
  'erase nothing: look for what is left of what was erased, in the log, among the keys, in every table and file; 1 where anything is found, and says where, never what'
const REPLAY =
  'destroy again every key that the log has erased, after an older table of keys was restored; as often as you like'
const ABOUT_ONE = ['user', 'memory', 'workspace', 'agent', 'wordsFile']

type EraseOptions = Omit<EraseArguments, 'wish'> & {
  readonly user?: string
  readonly memory?: string
  readonly workspace?: string
  readonly agent?: string
  readonly prove?: true
  readonly wordsFile?: string
  readonly replay?: true
}

const NO_USER =
  "error: required option '--user <id>' not specified: whom to erase, or with '--prove' of whom to prove it; '--replay' alone takes none"
const WORDS_OF_A_PROOF =
  "error: '--words-file <file>' goes with '--prove', which erases nothing: erase first, then prove"

type EraseArguments = {
  readonly wish: ErasureWish
  readonly dryRun?: true
  /** Skips the question before it begins. */
  readonly yes?: true
  readonly json: boolean
}

/**
 * Erases a memory or a whole user for good. This process opens the store itself; the embedded directory must be free, on
 * Postgres services may run beside it.
 * @returns the exit code: 1 when it was not confirmed
 */
const erase = (run: Run, { wish, dryRun, yes, json }: EraseArguments): Promise<number> => {
  const { userId: user } = wish.scope
  const told = (extent: ErasureExtent, state: 'planned' | 'erased', more: string): readonly string[] =>
    json ? [JSON.stringify({ result: { state, extent } })] : [sentenceOf(wish, extent, state), more]
  const open = () => run.eraseStore(run.config, run.logger)
  const left = 'What the log says is erased goes at the next start at the latest.'
  const work = ({ say, ...watch }: Operating) =>
    withOpen(open, async (store) => {
      const plan = await store.plan(wish)
      if (dryRun) {
        await say(...told(plan, 'planned', UNCHANGED))
        return EXIT.done
      }
      const question = `${sentenceOf(wish, plan, 'planned')} It cannot be undone.`
      if (!yes && !(await confirmed(question, { ...watch, say }))) return EXIT.failed
      const extent = await store.erase(wish, watch)
      const whom = namingOptions({ user, memory: wish.memoryId ?? null })
      await say(
        ...told(
          extent,
          'erased',
          `What is left of it, if anything: palimpsest erase --prove ${whom} --words-file FILE`,
        ),
      )
      return EXIT.done
    })
  return operate(run, { left }, (operating) => withOwnDirectory(run.config, 'palimpsest erase', () => work(operating)))
}

const NAMES: Readonly<Record<keyof ErasureExtent, readonly [one: string, many: string]>> = {
  memories: ['memory', 'memories'],
  derived: ['of them derived', 'of them derived'],
  episodes: ['conversation', 'conversations'],
  turns: ['turn', 'turns'],
  lessons: ['lesson', 'lessons'],
  conflicts: ['conflict', 'conflicts'],
  agents: ['agent', 'agents'],
  recalls: ['receipt of a search', 'receipts of searches'],
}

/** Only counts and ids, never words. */
const sentenceOf = ({ scope, memoryId }: ErasureWish, extent: ErasureExtent, state: 'planned' | 'erased'): string => {
  const what = memoryId === undefined ? `user ${scope.userId}` : `memory ${memoryId} of ${scope.userId}`
  // The names are those of the fields.
  const counts = (Object.keys(NAMES) as (keyof ErasureExtent)[]).flatMap((name) => {
    const count = extent[name]
    return count === undefined ? [] : [`${count} ${NAMES[name][count === 1 ? 0 : 1]}`]
  })
  return `Of ${what} ${state === 'planned' ? 'would be' : 'were'} erased: ${counts.join(', ')}.`
}
