import type { Command } from 'commander'
import type { Variables } from '../config/config.js'
import { RotationRefused, type RotationResult, type RotationWatch } from '../operations/keys/report.js'
import { withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { progressLine } from './progress-line.js'
import { command, overridesOf } from './setting-options.js'
import { stoppable } from './stop-requested.js'

export type KeysArguments = { readonly json: boolean }
export type KeysAction = (overrides: Variables, wishes: KeysArguments) => Promise<void>

/** Adds `palimpsest keys rotate`. */
export const addKeys = (program: Command, rotate: KeysAction): void => {
  const keys = program.command('keys').description('The secret key of the store.')
  command(keys, 'rotate', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Give the store another secret key: PALIMPSEST_MASTER_KEY is the present one, NEXT_PALIMPSEST_MASTER_KEY the next. A store that keeps its key itself makes another one where no next one is named. The keys of all words are wrapped anew; the log is not touched. Services on the store must be stopped. Broken off, run it again.',
    )
    .option('--json', 'one JSON object a line, the result last', false)
    .action(({ json, ...options }) => rotate(overridesOf(options), { json: json === true }))
}

/** Gives the store another secret key. @returns the exit code: 1 when it was stopped, or a key fitted neither */
export const rotateKeys = async (run: Run, { json }: KeysArguments): Promise<number> => {
  const stopping = stoppable(run.logger, 'The store opens as before; run the same command again to go on.')
  const line = progressLine()
  const report: RotationWatch['report'] = json
    ? (progress) => run.say(JSON.stringify(progress))
    : (progress) =>
        line.show(
          progress,
          `${progress.phase === 'wrapping' ? 'Wrapping' : 'Dropping former wraps'}: ${progress.done} of ${progress.total} keys`,
        )
  const claiming = { about: 'palimpsest keys rotate', refused: (why: string) => new RotationRefused(why) }
  try {
    const result = await withOwnDirectory(run.config, claiming, () =>
      run.rotateKeys(run.config, { report, signal: stopping.signal }),
    )
    line.clear()
    for (const told of json ? [JSON.stringify({ result })] : sentencesOf(result)) run.say(told)
    return result.unfit > 0 ? EXIT.failed : EXIT.done
  } catch (error) {
    line.clear()
    return stopping.exitCodeOf(error)
  }
}

const sentencesOf = ({ wentOn, keys, unfit, kept, seconds }: RotationResult): readonly string[] => [
  wentOn
    ? 'The store had the next secret key already; what was left of the change is done.'
    : `${keys} keys are wrapped by the next secret key, in ${seconds.toFixed(1)} s. The former one opens nothing any more.`,
  ...(unfit === 0 ? [] : [`${unfit} of them did not open with the former key, and were left as they are.`]),
  kept === null
    ? 'Start the services with PALIMPSEST_MASTER_KEY set to what NEXT_PALIMPSEST_MASTER_KEY is now.'
    : `It is kept in ${kept}. Make a backup: those from before open with the former key alone.`,
]
