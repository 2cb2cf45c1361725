import { logId as idOfLog, type LogCheckpointSigned, type StoreEvent } from '../../domain/store.js'
import { decode } from '../../event-store/codec.js'
import type { EventStore, Revision, StoreStreams } from '../../event-store/event-store.js'

/** What the log says of its checkpoints. */
export type Chain = {
  /** Of the stream of checkpoints: an append that expects it knows of every checkpoint. */
  readonly revision: Revision
  /** Of the stream of the store, which says which log it is. */
  readonly store: Revision
  readonly logId: string | undefined
  readonly last: LogCheckpointSigned['data'] | undefined
  /** When it was signed or, without one, when the log was opened or copied. */
  readonly at: string | undefined
}

export const NO_CHAIN: Chain = {
  revision: 'no-stream',
  store: 'no-stream',
  logId: undefined,
  last: undefined,
  at: undefined,
}

/** Reads on from what is known of it. */
export const readChain = async (
  store: Pick<EventStore, 'read'>,
  streams: StoreStreams,
  known: Chain,
): Promise<Chain> => {
  let chain = known
  for await (const recorded of store.read(streams.store, after(known.store)))
    chain = { ...withEvent(chain, decode(recorded) as StoreEvent), store: recorded.revision } // of no user
  for await (const recorded of store.read(streams.checkpoints, after(known.revision)))
    chain = { ...withEvent(chain, decode(recorded) as StoreEvent), revision: recorded.revision } // of no user
  return chain
}

const after = (revision: Revision): bigint => (revision === 'no-stream' ? 0n : revision + 1n)

const withEvent = (chain: Chain, event: StoreEvent): Chain => {
  const logId = idOfLog.evolve(chain.logId, event)
  const { at } = event.metadata
  // What was signed before a log was copied is of the log that it was copied from.
  if (logId !== chain.logId) return { ...chain, logId, last: undefined, at }
  return event.type === 'LogCheckpointSigned' && event.data.logId === logId ? { ...chain, last: event.data, at } : chain
}
