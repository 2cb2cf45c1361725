import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, Recorded, StreamName } from '../event-store/event-store.js'
import { isDataFault } from '../postgres/faults.js'
import { ProjectionFault } from './apply-events.js'
import { CheckpointMoved, notePassed, standingOf } from './checkpoint.js'
import { type Followed, ForeignReadModel } from './followed.js'
import { isParkable, park } from './parking.js'
import { createProgress, type Progress, ProjectorStopped } from './progress.js'
import { projectBatch, type ReadModel } from './project-batch.js'
import { readAhead } from './read-ahead.js'
import { type Resumption, resumption } from './resumption.js'
import { createStandby } from './standby.js'

export type { ProjectorLog } from './followed.js'
export { ForeignReadModel } from './followed.js'

export type ProjectorState = 'running' | 'retrying' | 'stopped'

export type Projector = Progress & {
  readonly state: () => ProjectorState
  /** Whether a stream stands still, because an event of its user cannot be applied. */
  readonly isParked: (stream: StreamName) => boolean
  /** How many users do. */
  readonly parked: () => number
  /** Stops after the batch that is being applied. */
  readonly close: () => Promise<void>
}

const RETRY_MS = 500
const REPORT_MS = 2000

/** Follows the log and applies it, from the checkpoint on, for ever; while another process does, it stands by. */
export const startProjector = (followed: Followed): Projector => {
  const progress = createProgress()
  const stop = new AbortController()
  let state: ProjectorState = 'running'
  const applied = () => {
    state = 'running'
  }
  const resuming = resumption(followed)
  const told = { signal: stop.signal, taken: applied, parked: resuming.note }
  const standby = createStandby(followed, { progress, ...told })
  const running = run().finally(standby.close)
  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await standby.leading((shown, signal) => applyAll(followed, shown, { signal, applied, resuming }))
      } catch (error) {
        if (stop.signal.aborted || error instanceof CheckpointMoved) continue
        if (isFinal(error)) {
          state = 'stopped'
          return end(followed, progress, error)
        }
        state = 'retrying'
        followed.log.retrying(error)
        await pause(RETRY_MS, undefined, { signal: stop.signal }).catch(() => {})
      }
    }
  }

  return {
    ...progress,
    state: () => state,
    isParked: resuming.isParked,
    parked: resuming.count,
    close: async () => {
      stop.abort()
      await running
      await resuming.close()
    },
  }
}

const end = ({ log }: Followed, progress: Progress, error: ProjectionFault | ForeignReadModel): void => {
  log.stopped(error)
  progress.fail(new ProjectorStopped(`the projector has stopped: ${error.message}`, { cause: error }))
}

/** Trying again would not help. */
const isFinal = (error: unknown): error is ProjectionFault | ForeignReadModel =>
  error instanceof ProjectionFault || error instanceof ForeignReadModel

const applyAll = async (
  followed: Followed,
  progress: Progress,
  run: { readonly signal: AbortSignal; readonly applied: () => void; readonly resuming: Resumption },
): Promise<void> => {
  const { store, model, log } = followed
  const { signal, applied, resuming } = run
  let position = await checkpointOf(model, store)
  progress.advance(position)
  if (position === (await store.end())) applied()
  await resuming.begin()
  const advance: Progress['advance'] = (to) => {
    applied()
    progress.advance(to)
  }
  let reported = performance.now()
  const batches = followed.ahead
    ? readAhead({ store, projections: model.projections, signal }, position)
    : store.follow(position, signal)
  for await (const batch of batches) {
    const from = position
    if (batch.length === 0) {
      await keepPassed(followed, position)
      continue
    }
    const parts = { model, advance, parked: resuming.parked }
    position = await resuming.inTurn(() => applySplitting(parts, from, batch))
    followed.grown?.(batch.length)
    if (performance.now() - reported > REPORT_MS && position !== 'start') {
      reported = performance.now()
      log.progress({ position, end: await store.end() })
    }
    if (signal.aborted) return
  }
}

/**
 * Applies a batch, in halves where the database refuses it, down to the one append that is to blame: its user is parked,
 * and all others go on. Answers with the position reached.
 */
const applySplitting = async (
  parts: Pick<Followed, 'model'> & Pick<Progress, 'advance'> & Pick<Resumption, 'parked'>,
  after: Position | 'start',
  batch: readonly Recorded[],
): Promise<Position | 'start'> => {
  const last = batch.at(-1)
  if (!last) return after
  try {
    await projectBatch(parts.model, after, batch)
    parts.advance(last.position)
    return last.position
  } catch (error) {
    if (!(error instanceof ProjectionFault) && !isDataFault(error)) throw error
    const middle = splitOf(batch)
    if (middle === 0) {
      const fault = error instanceof ProjectionFault ? error : new ProjectionFault(last.position, error)
      if (!isParkable(fault, batch)) throw fault
      await park(parts.model, after, { append: batch, fault })
      parts.parked(last.stream, fault)
      parts.advance(last.position)
      return last.position
    }
    const reached = await applySplitting(parts, after, batch.slice(0, middle))
    return applySplitting(parts, reached, batch.slice(middle))
  }
}

/** Where to cut a batch in two between appends: 0 when it is one append. */
const splitOf = (batch: readonly Recorded[]): number => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.length < 2 ? 0 : (ends[(ends.length >> 1) - 1] ?? 0)
}

const checkpointOf = async ({ db, logId }: ReadModel, store: EventStore): Promise<Position | 'start'> => {
  const { logId: builtFrom, position } = await standingOf(db, { logId, store })
  if (builtFrom !== logId)
    throw new ForeignReadModel(position, `these read models belong to log ${builtFrom}, not ${logId}`)
  // Read after the checkpoint, which another process may be moving.
  const end = await store.end()
  const last = end === 'start' ? 0n : end
  if (position > last)
    throw new ForeignReadModel(position, `these read models are at position ${position} of a log that ends at ${last}`)
  return position || 'start'
}

/** Keeps in the read models how far the log is known to hold nothing for them. */
const keepPassed = async ({ store, model: { db, logId } }: Followed, at: Position | 'start'): Promise<void> => {
  const position = at === 'start' ? 0n : at
  const passed = store.checkpoints.after(position)
  if (passed > position) await notePassed(db, { logId, position, passed })
}
