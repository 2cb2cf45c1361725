import type { Store, StoreOpened } from '../domain/store.js'
import { encode } from '../event-store/codec.js'
import { type EventStore, WrongRevision } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'
import { storeIn } from './store-stream.js'

export type Model = { readonly model: string; readonly dimensions: number }

/** The store's vectors were made by another model: mixing them would make every distance meaningless. */
export class EmbeddingModelChanged extends Error {
  constructor(built: Model, wanted: Model) {
    super(
      `This store's embeddings were made by ${built.model} with ${built.dimensions} dimensions, but the settings ask for ` +
        `${wanted.model} with ${wanted.dimensions}. Put back ${settingsOf(built)}, ` +
        'or change the store to the new model with `palimpsest reembed`.',
    )
  }
}

const settingsOf = ({ model, dimensions }: Model): string =>
  model === 'static-en'
    ? 'EMBEDDING_PROVIDER=builtin'
    : `EMBEDDING_PROVIDER=openai EMBEDDING_MODEL=${model} EMBEDDING_DIMENSIONS=${dimensions}`

export type Opening = { readonly streams: Streams; readonly now: () => string; readonly newId: () => string }

/**
 * The id of the log, which is written first of all together with the embedding model.
 * @throws EmbeddingModelChanged, CopyUnfinished
 */
export const openStore = async (store: EventStore, wanted: Model, opening: Opening): Promise<string> => {
  const opened = (await storeIn(store, opening.streams)) ?? (await open(store, wanted, opening))
  const { logId, embeddingModel, dimensions } = opened
  if (embeddingModel !== wanted.model || dimensions !== wanted.dimensions)
    throw new EmbeddingModelChanged({ model: embeddingModel, dimensions }, wanted)
  return logId
}

const open = async (store: EventStore, { model, dimensions }: Model, opening: Opening): Promise<Store> => {
  const event: StoreOpened = {
    type: 'StoreOpened',
    metadata: {
      commandId: opening.newId(),
      at: opening.now(),
      actor: { key: 'system', agentId: null },
      reason: 'opened',
    },
    data: { logId: opening.newId(), embeddingModel: model, dimensions },
  }
  try {
    await store.append(opening.streams.store, 'no-stream', encode([event], 'no-stream'))
    return event.data
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error
    const first = await storeIn(store, opening.streams)
    if (!first) throw error
    return first
  }
}
