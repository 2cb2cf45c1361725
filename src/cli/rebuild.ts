import type { Command } from 'commander'
import type { Watch } from '../concurrency/operation.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { nothingToRebuild, type RebuildOptions, type RebuildResult } from '../projector/rebuild/plan-rebuild.js'
import { ownDirectory, withDirectories, withOpen } from './claim-directory.js'
import { EXIT } from './explain.js'
import { operate, resultLines } from './operate.js'
import { type Act, command } from './options.js'
import type { Run } from './ports.js'
import { doOnceSomewhere } from './server-request.js'

const sentences = ({ live, built, swapped, events, seconds, lost, verification }: RebuildResult): readonly string[] => {
  const amount = events === undefined ? 'the whole log' : `${events} events`
  if (!swapped && verification === undefined)
    return [
      ...(lost === undefined ? [] : [lost]),
      `It would build ${built} from ${amount} beside ${live}, and then serve it. Nothing was changed.`,
    ]
  const pace = events !== undefined && seconds > 0 ? `, ${Math.round(events / seconds)} a second` : ''
  return [
    `Built ${built} from ${amount} in ${seconds.toFixed(1)} s${pace}.`,
    ...(verification ? verdict(verification) : []),
    ...(lost === undefined ? [] : [`${live} is of the log as it is; what was there before was not.`]),
    swapped ? `Requests read ${live} now.` : `It was dropped again; requests read ${live} as before.`,
  ]
}

const verdict = (v: NonNullable<RebuildResult['verification']>): readonly string[] => {
  if (v.equal) return [`${v.tables} tables, ${v.rows} rows: equal.`]
  return [
    `${v.differing} of ${v.rows} rows in ${v.tables} tables differ${v.differing > v.differences.length ? '; the first of them' : ''}:`,
    ...v.differences.map(({ table, key, in: where, columns }) => {
      const at = Object.entries(key).map(([column, value]) => `${column}=${value}`)
      return `  ${table} ${at.join(' ')}: ${where === 'both' ? columns.join(', ') : where}`
    }),
  ]
}

/** Adds `palimpsest rebuild`. */
export const addRebuild = (program: Command, act: Act): void => {
  command(program, 'rebuild')
    .description(
      'Build the read models anew from the log beside the live ones, then serve them. No request fails meanwhile; a running server notices by itself.',
    )
    .option('--verify', 'compare every row with the live read models; a difference is told, and ends with 1', false)
    .option('--dry-run', 'change nothing: say what would be done; with --verify build, compare and drop again', false)
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => act(given, rebuild))
}

type RebuildArguments = RebuildOptions & { readonly json: boolean }

/** Rebuilds the read models, in the server that holds the directory, if any. @returns exit code 1 at a difference */
const rebuild = (run: Run, { json, ...options }: RebuildArguments): Promise<number> =>
  operate(run, { left: 'The live read models are as they were.', json }, async ({ say, ...watch }) => {
    const here = (wish: RebuildOptions) => rebuildHere(run, wish, watch)
    const result = await doOnceSomewhere(run, { ask: 'rebuild', request: options, here }, watch)
    await say(...resultLines(result, json, sentences))
    return result.verification?.equal === false ? EXIT.failed : EXIT.done
  })

const rebuildHere = async (run: Run, options: RebuildOptions, watch: Watch): Promise<RebuildResult> => {
  const { databaseUrl, dataDir, eventStore } = run.config
  // Without a directory there is no embedded log. An EventStoreDB may have one, but a dry run must not make a directory.
  if (databaseUrl === undefined && (eventStore === undefined || options.dryRun) && !hasCluster(dataDir))
    throw nothingToRebuild(`${dataDir} holds no store yet`)
  return withDirectories(ownDirectory(run.config), 'palimpsest rebuild', async () => {
    const plan = options.dryRun ? await run.planStore(run.config) : undefined
    if (plan && !options.verify) return plan
    return withOpen(
      () => run.rebuildStore(run.config, run.logger),
      (store) => store.rebuild(options, watch),
    )
  })
}
