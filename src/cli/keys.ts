import type { Command } from 'commander'
import type { RotationResult } from '../operations/keys/rotate.js'
import { withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import { operate, resultLines } from './operate.js'
import { type Act, command } from './options.js'
import type { Run } from './ports.js'

/** Adds `palimpsest keys rotate`. */
export const addKeys = (program: Command, act: Act): void => {
  const keys = program.command('keys').description('The secret key of the store.')
  command(keys, 'rotate')
    .description(
      'Give the store another secret key: PALIMPSEST_MASTER_KEY is the present one, NEXT_PALIMPSEST_MASTER_KEY the next. A store that keeps its key itself makes another one where no next one is named. The keys of all words are wrapped anew; the log is not touched. Services on the store must be stopped. Broken off, run it again.',
    )
    .option('--json', 'one JSON object a line, the result last', false)
    .action((given) => act(given, rotateKeys))
}

/** Gives the store another secret key. @returns the exit code: 1 when it was stopped, or a key fitted neither */
const rotateKeys = (run: Run, { json }: { readonly json: boolean }): Promise<number> => {
  const left = 'The store opens as before; run the same command again to go on.'
  return operate(run, { left, json }, async ({ say, ...watch }) => {
    const rotate = () => run.rotateKeys(run.config, watch)
    const result = await withOwnDirectory(run.config, 'palimpsest keys rotate', rotate)
    await say(...resultLines(result, json, sentencesOf))
    return result.unfit > 0 ? EXIT.failed : EXIT.done
  })
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

/** Adds `palimpsest checkpoints sign`. */
export const addSign = (program: Command, act: Act): void => {
  const checkpoints = program.command('checkpoints').description('Signed checkpoints of the log.')
  command(checkpoints, 'sign')
    .description(
      'Sign a checkpoint over all that the log holds now, and print it as one line of JSON: keep it where nobody who can write to the database can write, for `palimpsest replay check --checkpoint <file>`. Where nothing has come since the last one, that is printed. A server on the same data directory must be stopped; on Postgres services may run.',
    )
    .action((given) => act(given, sign))
}

/** Signs a checkpoint and prints it. @returns the exit code: 1 when it was stopped */
const sign = (run: Run): Promise<number> => {
  const left = 'Nothing was signed; the same command goes on with the digests.'
  return operate(run, { left }, async ({ signal, say }) => {
    const signNow = () => run.signCheckpoint(run.config, signal)
    const { checkpoint, isNew } = await withOwnDirectory(run.config, 'palimpsest checkpoints sign', signNow)
    if (!isNew) run.logger.info('the last checkpoint covers all there is')
    await say(JSON.stringify(checkpoint))
    return EXIT.done
  })
}
