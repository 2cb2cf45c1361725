import type { EmbeddingModel } from '../domain/embedding.js'
import {
  chosenModels,
  logId as idOfLog,
  type KeyMark,
  type LogCopyBegun,
  masterKeyMark,
  type StoreEvent,
  unfinishedCopies,
} from '../domain/store.js'
import { decode } from '../event-store/codec.js'
import type { EventStore, Revision, StoreStreams } from '../event-store/event-store.js'

/** What the log says of itself. */
export type StoreState = {
  readonly logId: string
  readonly revision: Revision
  /** Whose vectors answer requests. */
  readonly chosen: EmbeddingModel
  /** Whose did before, the latest last. */
  readonly before: readonly EmbeddingModel[]
  /** Of the store's secret key; undefined while it has none. */
  readonly keyMark: KeyMark | undefined
}

/** The log holds a part of another one. */
export class CopyUnfinished extends Error {
  override readonly name = 'CopyUnfinished'
  constructor({ of }: LogCopyBegun['data']) {
    super(`This log is a copy of log ${of} that has not been finished: run \`palimpsest copy-log\` again.`)
  }
}

/** Undefined where there is no store of this prefix yet. Throws CopyUnfinished. */
export const readStore = async (
  store: Pick<EventStore, 'read'>,
  streams: Pick<StoreStreams, 'store'>,
): Promise<StoreState | undefined> => {
  const happened = await storeEventsIn(store, streams)
  const [unfinished] = happened.reduce(unfinishedCopies.evolve, unfinishedCopies.initial)
  if (unfinished) throw new CopyUnfinished(unfinished)
  const models = happened.reduce(chosenModels.evolve, chosenModels.initial)
  const logId = happened.reduce(idOfLog.evolve, idOfLog.initial)
  const chosen = models.at(-1)
  if (happened.length === 0) return undefined
  if (chosen === undefined || logId === undefined) throw new Error('the log has not been opened')
  const keyMark = happened.reduce(masterKeyMark.evolve, masterKeyMark.initial)
  return { logId, revision: BigInt(happened.length - 1), chosen, before: models.slice(0, -1), keyMark }
}

/** All that has happened to the store itself, in order. */
export const storeEventsIn = async (
  store: Pick<EventStore, 'read'>,
  { store: stream }: Pick<StoreStreams, 'store'>,
): Promise<readonly StoreEvent[]> => {
  const happened: StoreEvent[] = []
  for await (const recorded of store.read(stream)) {
    const event = decode(recorded)
    if ('userId' in event.metadata) throw new Error(`${event.type} is no event of ${stream}`)
    happened.push(event as StoreEvent) // only those have no user
  }
  return happened
}
