import type { Logger } from '../logger.js'

const EVERY_MS = 10 * 60 * 1000

/** Gives up what nobody has finished, from when it is begun and then from time to time. */
export const createTidying = (abandonUnfinished: () => Promise<number>, logger: Logger) => {
  let timer: NodeJS.Timeout | undefined
  const tidy = () =>
    void abandonUnfinished().catch((error: unknown) =>
      logger.warn({ err: error }, 'unfinished ingests are still there'),
    )
  return {
    begin: (): undefined => {
      tidy()
      timer = setInterval(tidy, EVERY_MS).unref()
    },
    stop: () => clearInterval(timer),
  }
}
