import { DirectoryHeld } from '../postgres/directory-lock.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import {
  NothingToRebuild,
  type RebuildOptions,
  type RebuildProgress,
  type RebuildResult,
  type Watch,
} from '../projector/rebuild/plan-rebuild.js'
import { askForRebuild } from './ask-for-rebuild.js'
import { claimDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { progressLine, timeLeft } from './progress-line.js'
import { stoppable } from './stop-requested.js'

/** Prints the progress and the result of a rebuild. */
type Show = {
  readonly progress: (progress: RebuildProgress) => void
  readonly result: (result: RebuildResult) => void
  /** Called when it ends without a result. */
  readonly broken: () => void
}

type Say = (line: string) => void

/** One JSON object a line. */
const showJson = (say: Say): Show => ({
  progress: ({ phase, done, total, perSecond }) => say(JSON.stringify({ phase, done, total, perSecond })),
  result: (result) => say(JSON.stringify({ result })),
  broken: () => {},
})

/** Progress goes to stderr, so that stdout has only the result. */
const showWords = (say: Say): Show => {
  const line = progressLine()
  return {
    progress: (progress) => line.show(progress, words(progress)),
    result: (result) => {
      line.clear()
      for (const sentence of sentences(result)) say(sentence)
    },
    broken: line.clear,
  }
}

const words = ({ phase, done, total, perSecond }: RebuildProgress): string => {
  const rate = `${perSecond} a second`
  if (phase === 'verifying') return `Verifying: ${done} rows compared, ${rate}`
  const of = total === undefined ? '' : ` of ${total}`
  return `Building: ${done}${of} events, ${rate}${timeLeft({ done, total, perSecond })}`
}

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

export type RebuildArguments = RebuildOptions & { readonly json: boolean }

/**
 * Builds the read models anew from the log, beside the live ones. If a server holds the embedded directory, the server
 * does it; otherwise this process opens the store itself.
 * @returns the exit code: 1 when the verification found a difference
 */
export const rebuild = async (run: Run, { json, ...options }: RebuildArguments): Promise<number> => {
  const show = json ? showJson(run.say) : showWords(run.say)
  const stopping = stoppable(run.logger, 'The live read models are as they were.')
  const watch: Watch = { report: show.progress, signal: stopping.signal }
  try {
    const result = await rebuildSomewhere(run, options, watch)
    show.result(result)
    return result.verification?.equal === false ? EXIT.failed : EXIT.done
  } catch (error) {
    show.broken()
    return stopping.exitCodeOf(error)
  }
}

const rebuildSomewhere = async (run: Run, options: RebuildOptions, watch: Watch): Promise<RebuildResult> => {
  try {
    return await rebuildHere(run, options, watch)
  } catch (error) {
    if (!(error instanceof DirectoryHeld) || error.holder === undefined) throw error
    return askForRebuild(run.config.dataDir, { options, held: error }, watch)
  }
}

const rebuildHere = async (run: Run, options: RebuildOptions, watch: Watch): Promise<RebuildResult> => {
  const { databaseUrl, dataDir, eventStore } = run.config
  // Without a directory there is no embedded log. An EventStoreDB may have one, but a dry run must not make a directory.
  if (databaseUrl === undefined && (eventStore === undefined || options.dryRun) && !hasCluster(dataDir))
    throw new NothingToRebuild(`${dataDir} holds no store yet`)
  const lock = await claimDirectory(run.config, 'palimpsest rebuild')
  try {
    const plan = options.dryRun ? await run.planStore(run.config) : undefined
    if (plan && !options.verify) return plan
    const store = await run.rebuildStore(run.config, run.logger)
    try {
      return await store.rebuild(options, watch)
    } finally {
      await store.close()
    }
  } finally {
    await lock?.release()
  }
}
