import type { EmbeddingModel } from '../domain/embedding-model.js'
import { chosenModels, type StoreEvent } from '../domain/store.js'
import { decode } from '../event-store/codec.js'
import type { EventStore, Revision } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'

/** What the log says of itself. */
export type StoreState = {
  readonly logId: string
  readonly revision: Revision
  /** Whose vectors answer requests. */
  readonly chosen: EmbeddingModel
  /** Whose did before, the latest last. */
  readonly before: readonly EmbeddingModel[]
}

/** Undefined where there is no store of this prefix yet. */
export const readStore = async (
  store: Pick<EventStore, 'read'>,
  { store: stream }: Streams,
): Promise<StoreState | undefined> => {
  let state: StoreState | undefined
  for await (const recorded of store.read(stream)) {
    const event = decode(recorded)
    if (event.type !== 'StoreOpened' && event.type !== 'EmbeddingModelChosen')
      throw new Error(`${stream} holds an event ${event.type}`)
    state = after(state, event, recorded.revision)
  }
  return state
}

const after = (state: StoreState | undefined, event: StoreEvent, revision: Revision): StoreState => {
  const known = state === undefined ? chosenModels.initial : [...state.before, state.chosen]
  const models = chosenModels.evolve(known, event)
  const chosen = models.at(-1)
  const logId = event.type === 'StoreOpened' ? event.data.logId : state?.logId
  if (chosen === undefined || logId === undefined) throw new Error('the log has not been opened')
  return { logId, revision, chosen, before: models.slice(0, -1) }
}
