import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position } from '../../event-store/event-store.js'
import { type LogPlace, lostPlace } from '../../event-store/log-range.js'
import type { Databases } from '../../postgres/database.js'
import type { ReadModel } from '../apply/apply-events.js'
import { readCheckpoint } from '../apply/checkpoint.js'
import { type Generation, schemaOf } from './generations.js'

/** The read models were not built from the log as it is: nothing may be applied to them. The message is for people. */
export class ForeignReadModel extends Error {
  override readonly name = 'ForeignReadModel'
  /** Where the read models are. */
  readonly position: Position
  constructor(position: Position, message: string) {
    super(message)
    this.position = position
  }
}

type Log = Pick<EventStore, 'read' | 'end'>
type Model = Pick<ReadModel, 'db' | 'logId'>

/** Up to where the read models show the log. Throws ForeignReadModel. */
export const placeIn = async (store: Log, { db, logId }: Model): Promise<LogPlace | undefined> => {
  const { logId: builtFrom, place } = await readCheckpoint(db)
  if (builtFrom !== logId)
    throw new ForeignReadModel(place?.position ?? 0n, `these read models belong to log ${builtFrom}, not ${logId}`)
  await refuseLost(store, place)
  return place
}

const refuseLost = async (store: Log, place: LogPlace | undefined): Promise<void> => {
  const lost = await lostPlace(store, place)
  if (lost !== undefined) throw new ForeignReadModel(place?.position ?? 0n, lost)
}

/** Why a generation was not built from the log as it is; undefined where it was. */
export const lostIn = async (store: Log, databases: Databases, generation: Generation): Promise<string | undefined> =>
  lostPlace(store, (await readCheckpoint(databases.within(schemaOf(generation)))).place)

const AGAIN_MS = 2000

/** Resolves when the right log is there again, or `signal` aborts. */
export const untilRestored = async (store: Log, model: Model, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pause(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {})
    const isRestored = await placeIn(store, model).then(
      () => true,
      () => false,
    )
    if (isRestored) return
  }
}

/** Looks whether the log holds what was applied last: a server may be restored. `lost` aborts with ForeignReadModel. */
export const watchPlace = (store: Log, place: () => LogPlace | undefined, everyMs: number) => {
  const lost = new AbortController()
  const look = () =>
    refuseLost(store, place()).catch((error: unknown) => {
      // A log that does not answer is no proof of another log.
      if (error instanceof ForeignReadModel) lost.abort(error)
    })
  const looking = setInterval(() => void look(), everyMs).unref()
  return { lost: lost.signal, end: () => clearInterval(looking) }
}
