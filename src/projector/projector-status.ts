import type { ProjectionFault } from './apply/apply-events.js'
import type { ProjectorLog } from './followed.js'
import { ForeignReadModel } from './generations/foreign-read-model.js'
import { type Progress, ProjectorStopped } from './progress.js'

export type ProjectorState = 'running' | 'retrying' | 'stopped'
export type Fault = ProjectionFault | ForeignReadModel

/** How a projector is, for its log, for those who wait for it, and for whoever asks. */
export const createStatus = (log: ProjectorLog, progress: Pick<Progress, 'fail' | 'mended'>) => {
  let state: ProjectorState = 'running'
  let fault: Fault | undefined
  return {
    state: () => state,
    fault: () => fault,
    applied: () => {
      state = 'running'
    },
    retrying: (error: unknown) => {
      state = 'retrying'
      log.retrying(error)
    },
    stopped: (by: Fault) => {
      state = 'stopped'
      fault = by
      log.stopped(by)
      progress.fail(stoppedBy(by))
    },
    mended: () => {
      state = 'running'
      fault = undefined
      progress.mended()
    },
  }
}

/** The message of an event's fault might quote what somebody said. */
const stoppedBy = (fault: Fault): ProjectorStopped =>
  new ProjectorStopped(
    fault instanceof ForeignReadModel
      ? fault.message
      : `The projector has stopped at position ${fault.position}, at an event that it cannot apply.`,
    { cause: fault },
  )
