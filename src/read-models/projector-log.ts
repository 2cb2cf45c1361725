import { repeatedFault } from '../concurrency/repeated-fault.js'
import type { EventStore } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import type { ProjectionFault } from '../projector/apply/move-banks.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'

/** Writes a projector's reports to the service's log; `announce` gets its progress. */
export const projectorLog = (
  logger: Logger,
  announce: (state: string) => void,
  { gapless }: Pick<EventStore, 'gapless'>,
) => ({
  progress: ({ position, end }: { position: bigint; end: bigint | 'start' }) =>
    announce(`Reading the log: ${gapless ? `${position} of ${end} events` : shareOf(position, end)}`),
  retrying: repeatedFault(logger, 'the projector tries again'),
  parked: (stream: string, fault: { position: bigint }) =>
    logger.error(
      { err: fault, stream, position: `${fault.position}` },
      'a user is parked at an event that cannot be applied',
    ),
  leads: () => logger.info('this process projects'),
  resumed: (stream: string) => logger.info({ stream }, 'a parked user goes on'),
  stopped: (fault: ProjectionFault | ForeignReadModel) => {
    const position = `${fault.position}`
    if (fault instanceof ForeignReadModel) logger.fatal({ position }, `${fault.message} Until then writes are refused.`)
    else logger.fatal({ err: fault, position }, 'the projector has stopped: writes are refused')
  },
  notServed: (error: unknown) => logger.error({ err: error }, 'the read models cannot be served'),
})

/** Progress in percent, for a log whose positions have gaps, so that events cannot be counted from them. */
const shareOf = (position: bigint, end: bigint | 'start'): string =>
  `${end === 'start' || end <= position ? 100n : (100n * position) / end} %`
