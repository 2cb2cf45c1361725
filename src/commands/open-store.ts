import type { StoreOpened } from '../domain/store.js'
import { decode, encode } from '../event-store/codec.js'
import { type EventStore, WrongRevision } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'

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

/** The id of the log, which is written first of all together with the embedding model. Throws EmbeddingModelChanged. */
export const openStore = async (store: EventStore, wanted: Model, opening: Opening): Promise<string> => {
  const opened = (await storeOpened(store, opening.streams)) ?? (await open(store, wanted, opening))
  const { logId, embeddingModel, dimensions } = opened.data
  if (embeddingModel !== wanted.model || dimensions !== wanted.dimensions)
    throw new EmbeddingModelChanged({ model: embeddingModel, dimensions }, wanted)
  return logId
}

/** The first event of all; undefined where there is no store of this prefix yet. */
export const storeOpened = async (store: EventStore, { store: stream }: Streams): Promise<StoreOpened | undefined> => {
  for await (const recorded of store.read(stream)) {
    const event = decode(recorded)
    if (event.type !== 'StoreOpened') throw new Error(`the first event of ${stream} is ${event.type}`)
    return event
  }
  return undefined
}

const open = async (store: EventStore, { model, dimensions }: Model, opening: Opening): Promise<StoreOpened> => {
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
    return event
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error
    const first = await storeOpened(store, opening.streams)
    if (!first) throw error
    return first
  }
}
