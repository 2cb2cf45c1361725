import type { Command } from 'commander'
import type { Variables } from '../config/config.js'
import { SigningRefused } from '../operations/checkpoints/sign-now.js'
import { withOwnDirectory } from './claim-directory.js'
import { EXIT } from './explain.js'
import type { Run } from './ports.js'
import { command, overridesOf } from './setting-options.js'
import { stoppable } from './stop-requested.js'

export type SignAction = (overrides: Variables) => Promise<void>

/** Adds `palimpsest checkpoints sign`. */
export const addSign = (program: Command, sign: SignAction): void => {
  const checkpoints = program.command('checkpoints').description('Signed checkpoints of the log.')
  command(checkpoints, 'sign', ['PALIMPSEST_DATA_DIR', 'DATABASE_URL'])
    .description(
      'Sign a checkpoint over all that the log holds now, and print it as one line of JSON: keep it where nobody who can write to the database can write, for `palimpsest replay check --checkpoint <file>`. Where nothing has come since the last one, that is printed. A server on the same data directory must be stopped; on Postgres services may run.',
    )
    .action((options) => sign(overridesOf(options)))
}

/** Signs a checkpoint and prints it. @returns the exit code: 1 when it was stopped */
export const sign = async (run: Run): Promise<number> => {
  const stopping = stoppable(run.logger, 'Nothing was signed; the same command goes on with the digests.')
  const claiming = { about: 'palimpsest checkpoints sign', refused: (why: string) => new SigningRefused(why) }
  try {
    const { checkpoint, isNew } = await withOwnDirectory(run.config, claiming, () =>
      run.signCheckpoint(run.config, stopping.signal),
    )
    if (!isNew) run.logger.info('the last checkpoint covers all there is')
    run.say(JSON.stringify(checkpoint))
    return EXIT.done
  } catch (error) {
    return stopping.exitCodeOf(error)
  }
}
