import { CheckpointMoved } from './apply/checkpoint.js'
import { ProjectionFault } from './apply/move-banks.js'
import type { ProjectorLog } from './followed.js'
import { ForeignReadModel } from './generations/foreign-read-model.js'
import { type Progress, ProjectorStopped } from './progress.js'

export type ProjectorState = 'running' | 'retrying' | 'stopped'
export type Fault = ProjectionFault | ForeignReadModel

/**
 * What a projector is doing:
 *
 *     checking ──▶ following ──▶ checking …          the leadership was lost, or another process moved the checkpoint
 *        ╰─────────────┴──▶ retrying ──▶ checking    the database or the log is unavailable: after a moment
 *        ╰─────────────┴──▶ foreign ──▶ checking     the read models are of another log: when the log is the right one again
 *                      ╰──▶ stopped                  an event cannot be applied and its user cannot be parked: for good
 */
export type State =
  | { readonly at: 'checking' | 'following' }
  | { readonly at: 'retrying'; readonly error: unknown }
  | { readonly at: 'foreign'; readonly fault: ForeignReadModel }
  | { readonly at: 'stopped'; readonly fault: ProjectionFault }

const stateAfter = (error: unknown): State => {
  if (error instanceof CheckpointMoved) return { at: 'checking' }
  if (error instanceof ProjectionFault) return { at: 'stopped', fault: error }
  if (error instanceof ForeignReadModel) return { at: 'foreign', fault: error }
  return { at: 'retrying', error }
}

/** From state to state, until the projector has stopped or `signal` aborts. What fails after that is of no interest. */
export const runStates = async (next: (state: State) => Promise<State>, signal: AbortSignal): Promise<State> => {
  let state: State = { at: 'checking' }
  while (!signal.aborted && state.at !== 'stopped') {
    const current: State = state
    state = await next(current).catch((error: unknown) => (signal.aborted ? current : stateAfter(error)))
  }
  return state
}

/** How a projector is: for the log, for those who wait for the read models, and for the health report. */
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
