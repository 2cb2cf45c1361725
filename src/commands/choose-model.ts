import { type EmbeddingModel, sameModel } from '../domain/embedding-model.js'
import type { EmbeddingModelChosen } from '../domain/store.js'
import { encode } from '../event-store/codec.js'
import { type EventStore, WrongRevision } from '../event-store/event-store.js'
import { appendSettled } from './append-settled.js'
import type { Opening } from './open-store.js'
import { readStore } from './store-stream.js'

/** Lets the vectors of this model answer requests from now on; what is so already is left as it is. */
export const chooseModel = async (
  store: EventStore,
  { model, dimensions }: EmbeddingModel,
  { streams, now, newId }: Opening,
): Promise<void> => {
  for (;;) {
    const state = await readStore(store, streams)
    if (state === undefined) throw new Error('the log has not been opened')
    if (sameModel(state.chosen, { model, dimensions })) return
    const event: EmbeddingModelChosen = {
      type: 'EmbeddingModelChosen',
      metadata: { commandId: newId(), at: now(), actor: { key: 'system', agentId: null } },
      data: { model, dimensions },
    }
    const append = { stream: streams.store, expected: state.revision, events: encode([event], state.revision) }
    try {
      await appendSettled(store, append)
      return
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error
    }
  }
}
