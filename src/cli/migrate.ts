import { claimDirectory } from './claim-directory.js'
import type { Run } from './ports.js'

/** Prepares the store, says what was done, and ends. */
export const migrate = async ({ config, logger, prepareStore, say }: Run): Promise<number> => {
  for (const warning of config.warnings) logger.warn(warning)
  const lock = await claimDirectory(config, 'palimpsest migrate')
  try {
    for (const sentence of await prepareStore(config, logger)) say(sentence)
    return 0
  } finally {
    await lock?.release()
  }
}
