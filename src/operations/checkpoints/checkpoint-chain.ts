import { logId as idOfLog, type LogCheckpointSigned, type StoreEvent } from '../../domain/store.js'
import { decode } from '../../event-store/codec.js'
import type { EventStore, Revision, Streams } from '../../event-store/event-store.js'

/** What the stream of the store says of checkpoints. */
export type Chain = {
  /** Of the stream: an append that expects it knows of every checkpoint. */
  readonly revision: Revision
  readonly logId: string | undefined
  readonly last: LogCheckpointSigned['data'] | undefined
  /** When it was signed or, without one, when the log was opened or copied. */
  readonly at: string | undefined
}

export const NO_CHAIN: Chain = { revision: 'no-stream', logId: undefined, last: undefined, at: undefined }

/** Reads on from what is known of it. */
export const readChain = async (
  store: Pick<EventStore, 'read'>,
  { store: stream }: Streams,
  known: Chain,
): Promise<Chain> => {
  let chain = known
  for await (const recorded of store.read(stream, known.revision === 'no-stream' ? 0n : known.revision + 1n))
    chain = { ...withEvent(chain, decode(recorded) as StoreEvent), revision: recorded.revision } // of no user
  return chain
}

const withEvent = (chain: Chain, event: StoreEvent): Chain => {
  const logId = idOfLog.evolve(chain.logId, event)
  const { at } = event.metadata
  // What was signed before a log was copied is of the log that it was copied from.
  if (logId !== chain.logId) return { ...chain, logId, last: undefined, at }
  return event.type === 'LogCheckpointSigned' ? { ...chain, last: event.data, at } : chain
}
