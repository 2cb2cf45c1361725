import { type EmbeddingModel, modelName, sameModel } from '../domain/embedding.js'
import { SYSTEM } from '../domain/event.js'
import type { EmbeddingModelChosen, StoreOpened } from '../domain/store.js'
import { encode } from '../event-store/codec.js'
import { appendDeterminate, type EventStore, type StoreStreams, WrongRevision } from '../event-store/event-store.js'
import { readStore, type StoreState } from './store-stream.js'

/** The store's vectors were made by a model that the settings do not name: without it nothing can be found by meaning. */
export class EmbeddingModelChanged extends Error {
  constructor(chosen: EmbeddingModel, wanted: readonly EmbeddingModel[]) {
    super(
      `This store is answered by the embeddings of ${modelName(chosen)}, but the settings name ` +
        `${wanted.map(modelName).join(' and ')}. Put back ${settingsOf(chosen)}. To change the store to another model, ` +
        'name that one in NEXT_EMBEDDING_PROVIDER, NEXT_EMBEDDING_MODEL and NEXT_EMBEDDING_DIMENSIONS beside it, ' +
        'restart, and run `palimpsest reembed`.',
    )
  }
}

const settingsOf = ({ model, dimensions }: EmbeddingModel): string =>
  model === 'static-en'
    ? 'EMBEDDING_PROVIDER=builtin'
    : `EMBEDDING_PROVIDER=openai EMBEDDING_MODEL=${model} EMBEDDING_DIMENSIONS=${dimensions}`

export type Opening = {
  readonly streams: Pick<StoreStreams, 'store'>
  readonly now: () => string
  readonly newId: () => string
}

/**
 * What the log says of itself. Its first event names it and the embedding model: the first of those that the settings
 * name. Throws EmbeddingModelChanged where they do not name the one that answers, and CopyUnfinished.
 */
export const openStore = async (
  store: EventStore,
  configured: readonly [EmbeddingModel, ...EmbeddingModel[]],
  opening: Opening,
): Promise<StoreState> => {
  const opened = (await readStore(store, opening.streams)) ?? (await open(store, configured[0], opening))
  if (!configured.some((model) => sameModel(model, opened.chosen)))
    throw new EmbeddingModelChanged(opened.chosen, configured)
  return opened
}

const open = async (
  store: EventStore,
  { model, dimensions }: EmbeddingModel,
  { streams, now, newId }: Opening,
): Promise<StoreState> => {
  const event: StoreOpened = {
    type: 'StoreOpened',
    metadata: { commandId: newId(), at: now(), actor: SYSTEM, reason: 'opened' },
    data: { logId: newId(), embeddingModel: model, dimensions },
  }
  const unopened = await store
    .append(streams.store, 'no-stream', encode([event], 'no-stream'))
    .then(() => undefined)
    .catch((error: unknown) => {
      // Another process was quicker.
      if (error instanceof WrongRevision) return error
      throw error
    })
  const opened = await readStore(store, streams)
  if (opened === undefined) throw unopened ?? new Error('the log was opened and says nothing of it')
  return opened
}

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
      metadata: { commandId: newId(), at: now(), actor: SYSTEM },
      data: { model, dimensions },
    }
    const append = { stream: streams.store, expected: state.revision, events: encode([event], state.revision) }
    try {
      await appendDeterminate(store, append)
      return
    } catch (error) {
      if (!(error instanceof WrongRevision)) throw error
    }
  }
}
