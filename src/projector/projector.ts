import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, Recorded } from '../event-store/event-store.js'
import { sql } from '../postgres/sql.js'
import { createProgress, type Progress, ProjectorStopped } from './progress.js'
import { CheckpointMoved, ProjectionFault, projectBatch, type ReadModel } from './project-batch.js'

export type ProjectorState = 'running' | 'retrying' | 'stopped'

export type Projector = Progress & {
  readonly state: () => ProjectorState
  /** Stops after the batch that is being applied. */
  readonly close: () => Promise<void>
}

export type ProjectorLog = {
  readonly progress: (report: { readonly position: Position; readonly end: Position | 'start' }) => void
  readonly retrying: (error: unknown) => void
  readonly stopped: (fault: ProjectionFault | ForeignReadModel) => void
}

type Followed = {
  readonly store: EventStore
  readonly model: ReadModel
  /** Whether an error is the fault of the event's data (and not of the machine or the connection). */
  readonly isDataFault: (error: unknown) => boolean
  readonly log: ProjectorLog
}

/** The read models were not built from this log, or from more of it than there is: nothing may be applied to them. */
export class ForeignReadModel extends Error {
  readonly position: Position
  constructor(position: Position, message: string) {
    super(message)
    this.position = position
  }
}

const RETRY_MS = 500
const REPORT_MS = 2000

/** Follows the log and applies it, from the checkpoint on, for ever. */
export const startProjector = (followed: Followed): Projector => {
  const progress = createProgress()
  const stop = new AbortController()
  let state: ProjectorState = 'running'
  const applied = () => {
    state = 'running'
  }
  const running = run()

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        await applyAll(followed, progress, { signal: stop.signal, applied })
      } catch (error) {
        if (stop.signal.aborted || error instanceof CheckpointMoved) continue
        if (error instanceof ProjectionFault || error instanceof ForeignReadModel) {
          state = 'stopped'
          followed.log.stopped(error)
          return progress.fail(new ProjectorStopped(`the projector has stopped: ${error.message}`, { cause: error }))
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
    close: async () => {
      stop.abort()
      await running
    },
  }
}

const applyAll = async (
  { store, model, isDataFault, log }: Followed,
  progress: Progress,
  { signal, applied }: { readonly signal: AbortSignal; readonly applied: () => void },
): Promise<void> => {
  let position = await checkpointOf(model, store)
  progress.advance(position)
  if (position === (await store.end())) applied()
  const advance: Progress['advance'] = (to) => {
    applied()
    progress.advance(to)
  }
  let reported = performance.now()
  for await (const batch of store.follow(position, signal)) {
    position = await applySplitting({ model, isDataFault, advance }, position, batch)
    if (performance.now() - reported > REPORT_MS && position !== 'start') {
      reported = performance.now()
      log.progress({ position, end: await store.end() })
    }
    if (signal.aborted) return
  }
}

/**
 * Applies a batch, in halves where the database refuses it, down to the one append that is to blame; what comes before
 * that is applied. Answers with the position reached.
 */
const applySplitting = async (
  parts: Pick<Followed, 'model' | 'isDataFault'> & Pick<Progress, 'advance'>,
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
    if (!(error instanceof ProjectionFault) && !parts.isDataFault(error)) throw error
    const middle = splitOf(batch)
    if (middle === 0) throw error instanceof ProjectionFault ? error : new ProjectionFault(last.position, error)
    const reached = await applySplitting(parts, after, batch.slice(0, middle))
    return applySplitting(parts, reached, batch.slice(middle))
  }
}

/** Where to cut a batch in two between appends: 0 when it is one append. */
const splitOf = (batch: readonly Recorded[]): number => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.length < 2 ? 0 : (ends[(ends.length >> 1) - 1] ?? 0)
}

const checkpointOf = async ({ db, logId }: ReadModel, store: Pick<EventStore, 'end'>): Promise<Position | 'start'> => {
  const rows = await db.rows<{ log_id: string; position: Position }>(sql`select log_id, position from checkpoint`)
  const { log_id: builtFrom, position = 0n } = rows[0] ?? {}
  if (builtFrom !== logId)
    throw new ForeignReadModel(position, `these read models belong to log ${builtFrom}, not ${logId}`)
  // Read after the checkpoint, which another process may be moving.
  const end = await store.end()
  const last = end === 'start' ? 0n : end
  if (position > last)
    throw new ForeignReadModel(position, `these read models are at position ${position} of a log that ends at ${last}`)
  return position || 'start'
}
