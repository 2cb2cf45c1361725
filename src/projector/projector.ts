import { setTimeout as pause } from 'node:timers/promises'
import type { Position, StreamName } from '../event-store/event-store.js'
import { CheckpointMoved, keepPassed } from './apply/checkpoint.js'
import { ProjectionFault } from './apply/move-banks.js'
import { readAhead } from './apply/read-ahead.js'
import { A_MINUTE, type Followed, type ProjectorLog } from './followed.js'
import { ForeignReadModel, placeIn, untilRestored, watchPlace } from './generations/foreign-read-model.js'
import { createStandby, type Standby } from './leader-election.js'
import { createProgress, type Progress, ProjectorStopped } from './progress.js'
import { applyBatch } from './set-aside/apply-batch.js'
import { type Resumption, resumption } from './set-aside/resumption.js'

type ProjectorState = 'running' | 'retrying' | 'stopped'
type Fault = ProjectionFault | ForeignReadModel

/**
 * What a projector is doing:
 *
 *     checking ──▶ following ──▶ checking …          the leadership was lost, or another process moved the checkpoint
 *        ╰─────────────┴──▶ retrying ──▶ checking    the database or the log is unavailable: after a moment
 *        ╰─────────────┴──▶ foreign ──▶ checking     the read models are of another log: when the log is the right one again
 *                      ╰──▶ stopped                  an event cannot be applied and its user cannot be parked: for good
 */
type State =
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
const runStates = async (next: (state: State) => Promise<State>, signal: AbortSignal): Promise<State> => {
  let state: State = { at: 'checking' }
  while (!signal.aborted && state.at !== 'stopped') {
    const current: State = state
    state = await next(current).catch((error: unknown) => (signal.aborted ? current : stateAfter(error)))
  }
  return state
}

/** How a projector is: for the log, for those who wait for the read models, and for the health report. */
const createStatus = (log: ProjectorLog, progress: Pick<Progress, 'fail' | 'mended'>) => {
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

export type { ProjectorLog } from './followed.js'

export type Projector = Progress & {
  readonly state: () => ProjectorState
  /** Why it has stopped. */
  readonly fault: () => Fault | undefined
  /** Whether a stream stands still, because an event of its user cannot be applied. */
  readonly isParked: (stream: StreamName) => boolean
  /** How many users do. */
  readonly parked: () => number
  /** Whether a stream stands still, because its user is being erased. */
  readonly isErasing: (stream: StreamName) => boolean
  /** Resolves when the user of a stream is not being erased. Throws ReadModelBehind when `signal` aborts before. */
  readonly erased: (stream: StreamName, signal: AbortSignal) => Promise<void>
  /** Whether this process is the one that projects, of several. */
  readonly leads: () => boolean
  /** Stops after the batch that is being applied. */
  readonly close: () => Promise<void>
}

const RETRY_MS = 500
const REPORT_MS = 2000

/**
 * Follows the log and applies it, from the checkpoint on, until it is closed; while another process leads, it stands by.
 * While the log is not the one that the read models were built from, it does neither.
 */
export const startProjector = (followed: Followed): Projector => {
  const { model, log, leadership } = followed
  const progress = createProgress()
  const stop = new AbortController()
  const status = createStatus(log, progress)
  const resuming = resumption(followed)
  const known = { isPlaced: false }
  const standby = createStandby(
    { leadership, db: model.db, leads: log.leads },
    { progress, signal: stop.signal, taken: status.applied, aside: resuming.note, placed: () => known.isPlaced },
  )
  const running = runStates(
    enter({ followed, progress, status, resuming, standby, known, signal: stop.signal }),
    stop.signal,
  )
    .then((last) => {
      if (last.at === 'stopped') status.stopped(last.fault)
    })
    .finally(standby.close)

  return {
    ...progress,
    state: status.state,
    fault: status.fault,
    isParked: resuming.isParked,
    parked: resuming.count,
    isErasing: resuming.isErasing,
    erased: resuming.erased,
    leads: standby.leads,
    close: async () => {
      stop.abort()
      await running
      await resuming.close()
    },
  }
}

type Running = {
  readonly followed: Followed
  readonly progress: Progress
  readonly status: ReturnType<typeof createStatus>
  readonly resuming: Resumption
  readonly standby: Standby
  /** Whether the read models are of this log, as far as is known. */
  readonly known: { isPlaced: boolean }
  readonly signal: AbortSignal
}

/** Does what a state stands for; answers with the state that comes after it, or fails. */
const enter =
  ({ followed, progress, status, resuming, standby, known, signal }: Running) =>
  async (state: State): Promise<State> => {
    const { store, model } = followed
    switch (state.at) {
      case 'checking':
        await placeIn(store, model)
        known.isPlaced = true
        return { at: 'following' }
      case 'following':
        await standby.leading((led) => applyAll(followed, progress, { signal: led, applied: status.applied, resuming }))
        return { at: 'checking' }
      case 'retrying':
        status.retrying(state.error)
        await pause(RETRY_MS, undefined, { signal }).catch(() => {})
        return { at: 'checking' }
      case 'foreign':
        known.isPlaced = false
        status.stopped(state.fault)
        await untilRestored(store, model, signal)
        status.mended()
        return { at: 'checking' }
      case 'stopped':
        return state
    }
  }

const applyAll = async (
  followed: Followed,
  progress: Progress,
  run: { readonly signal: AbortSignal; readonly applied: () => void; readonly resuming: Resumption },
): Promise<void> => {
  const { store, model } = followed
  const { applied, resuming } = run
  let place = await placeIn(store, model)
  let position: Position | 'start' = place?.position ?? 'start'
  // Who is being erased stands still behind that: readers have to know it first.
  await resuming.look()
  progress.advance(position)
  if (position === (await store.end())) applied()
  const advance: Progress['advance'] = (to) => {
    applied()
    progress.advance(to)
  }
  const report = reporter(followed)
  const watch = watchPlace(store, () => place, followed.resumeMs ?? A_MINUTE)
  const signal = AbortSignal.any([run.signal, watch.lost])
  try {
    await resuming.begin(signal)
    for await (const batch of batchesAfter(followed, position, signal)) {
      const from = position
      if (batch.length === 0) {
        await keepPassed(model, store, position === 'start' ? 0n : position)
        continue
      }
      position = await resuming.inTurn(() => applyBatch({ store, model, advance, resuming }, from, batch))
      place = batch.at(-1) ?? place
      await report(position)
      if (signal.aborted) break
    }
  } finally {
    watch.end()
  }
  watch.lost.throwIfAborted()
}

const batchesAfter = ({ store, model, ahead }: Followed, position: Position | 'start', signal: AbortSignal) =>
  ahead ? readAhead({ store, projections: model.projections, signal }, position) : store.follow(position, signal)

/** Says from time to time how far the read models are. */
const reporter = ({ store, log }: Followed) => {
  let reported = performance.now()
  return async (position: Position | 'start'): Promise<void> => {
    if (performance.now() - reported <= REPORT_MS || position === 'start') return
    reported = performance.now()
    log.progress({ position, end: await store.end() })
  }
}
