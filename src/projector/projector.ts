import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '../event-store/event-store.js'
import { CheckpointMoved, keepPassed } from './apply/checkpoint.js'
import { ProjectionFault } from './apply/move-banks.js'
import { readAhead } from './apply/read-ahead.js'
import { A_MINUTE, type Followed, type ProjectorLog } from './followed.js'
import { ForeignReadModel, placeIn, untilRestored, watchPlace } from './generations/foreign-read-model.js'
import { createStandby } from './leader-election.js'
import { createProgress, type Progress, ProjectorStopped } from './progress.js'
import { applyBatch } from './set-aside/apply-batch.js'
import { type Resumption, resumption } from './set-aside/resumption.js'

type ProjectorState = 'running' | 'retrying' | 'stopped'
type Fault = ProjectionFault | ForeignReadModel

/** How a projector is: for the log, for those who wait for the read models, and for the health report. */
const createStatus = (log: ProjectorLog, progress: Pick<Progress, 'fail' | 'mended'>) => {
  let state: ProjectorState = 'running'
  let fault: Fault | undefined
  let isPlaced = false
  return {
    state: () => state,
    fault: () => fault,
    /** Whether the read models are of this log, as far as is known. */
    isPlaced: () => isPlaced,
    placed: () => {
      isPlaced = true
    },
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
      isPlaced = false
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

export type Projector = ReturnType<typeof startProjector>

const RETRY_MS = 500
const REPORT_MS = 2000

/** Applies the log from the checkpoint until closed. Stands by while another process leads; idle on a foreign log. */
export const startProjector = (followed: Followed) => {
  const progress = createProgress()
  const stop = new AbortController()
  const status = createStatus(followed.log, progress)
  const resuming = resumption(followed)
  const standby = createStandby(followed, {
    progress,
    signal: stop.signal,
    taken: status.applied,
    aside: resuming.replace,
    placed: status.isPlaced,
  })
  const apply = (led: AbortSignal) => applyAll(followed, progress, { signal: led, applied: status.applied, resuming })
  const running = keepApplying(followed, status, {
    leading: () => standby.leading(apply),
    signal: stop.signal,
  }).finally(standby.close)

  return {
    ...progress,
    state: status.state,
    /** Why it has stopped. */
    fault: status.fault,
    /** Whether a stream stands still, because an event of its user cannot be applied; and how many users do. */
    isParked: resuming.isParked,
    parked: resuming.count,
    /** Whether a stream stands still, because its user is being erased; and the end of that. */
    isErasing: resuming.isErasing,
    erased: resuming.erased,
    /** Whether this process is the one that projects, of several. */
    leads: standby.leads,
    /** Stops after the batch that is being applied. */
    close: async (): Promise<void> => {
      stop.abort()
      await running
      await resuming.close()
    },
  }
}

type Turns = {
  /** Applies the log while this process leads; ends when it does not any more. */
  readonly leading: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Leads again and again: after the leadership was lost or another process moved the checkpoint at once, after a fault of the
 * database or of the log in a moment, and where the read models are of another log when the right one is there again. Ends at an
 * event that cannot be applied and whose user cannot be parked. What fails after `signal` has aborted is of no interest.
 */
const keepApplying = async (
  { store, model }: Followed,
  status: ReturnType<typeof createStatus>,
  { leading, signal }: Turns,
): Promise<void> => {
  const untilMended = async (error: unknown): Promise<void> => {
    if (error instanceof ForeignReadModel) {
      status.stopped(error)
      await untilRestored(store, model, signal)
      status.mended()
      return
    }
    status.retrying(error)
    await pause(RETRY_MS, undefined, { signal }).catch(() => {})
  }
  while (!signal.aborted)
    try {
      await placeIn(store, model)
      status.placed()
      await leading()
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ProjectionFault) return status.stopped(error)
      if (!(error instanceof CheckpointMoved)) await untilMended(error)
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
  const over = new AbortController()
  const signal = AbortSignal.any([run.signal, watch.lost, over.signal])
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
    over.abort()
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
    const end = await store.end()
    if (end !== 'start' && position < end) log.progress({ position, end })
  }
}
