import { z } from 'zod'
import type { Fold } from './decider.js'
import type { EmbeddingModel } from './embedding.js'
import { event, storeMetadata } from './event.js'

/** The log's first event: which log this is, and by which model its vectors are made. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({ logId: z.uuid(), embeddingModel: z.string(), dimensions: z.int().min(1) }),
})
export type StoreOpened = z.infer<typeof StoreOpened.schema>

/** From now on requests are answered by the vectors of this model. */
export const EmbeddingModelChosen = event('EmbeddingModelChosen', 1, {
  metadata: storeMetadata,
  data: z.object({ model: z.string(), dimensions: z.int().min(1) }),
})
export type EmbeddingModelChosen = z.infer<typeof EmbeddingModelChosen.schema>

/** The secret key of the store, which is kept elsewhere: what is made with it tells no other key from it. */
export const MasterKeyChosen = event('MasterKeyChosen', 1, {
  metadata: storeMetadata,
  data: z.object({ check: z.string().regex(/^[0-9a-f]{32}$/) }),
})
export type MasterKeyChosen = z.infer<typeof MasterKeyChosen.schema>

/** The first event of a log that is copied from another one: until LogCopied says so, it is not all there. */
export const LogCopyBegun = event('LogCopyBegun', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), of: z.uuid() }),
})
export type LogCopyBegun = z.infer<typeof LogCopyBegun.schema>

/** So many events are there, and their hash is that of the log they were copied from. */
export const LogCopied = event('LogCopied', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), events: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
})
export type LogCopied = z.infer<typeof LogCopied.schema>

export const storeEvents = [StoreOpened, EmbeddingModelChosen, MasterKeyChosen, LogCopyBegun, LogCopied] as const
export type StoreEvent = z.infer<(typeof storeEvents)[number]['schema']>

/** Which models have answered requests, the one that does so now last; none where there is no store yet. */
export const chosenModels: Fold<readonly EmbeddingModel[], StoreEvent> = {
  initial: [],
  evolve: (models, { type, data }) => {
    if (type === 'StoreOpened') return [{ model: data.embeddingModel, dimensions: data.dimensions }]
    if (type === 'EmbeddingModelChosen') return [...models, { model: data.model, dimensions: data.dimensions }]
    return models
  },
}

/** Which log this is. A copy is another one: positions and checkpoints of the one mean nothing in the other. */
export const logId: Fold<string | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (id, { type, data }) => {
    if (type === 'StoreOpened') return data.logId
    return type === 'LogCopied' ? data.copyId : id
  },
}

/** What tells the store's secret key from any other; none in a store that was opened before there was one. */
export const masterKeyCheck: Fold<string | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (check, { type, data }) => (type === 'MasterKeyChosen' ? data.check : check),
}

/** The copies that have begun and have not been finished. */
export const unfinishedCopies: Fold<readonly LogCopyBegun['data'][], StoreEvent> = {
  initial: [],
  evolve: (copies, { type, data }) => {
    if (type === 'LogCopyBegun') return [...copies, data]
    return type === 'LogCopied' ? copies.filter(({ copyId }) => copyId !== data.copyId) : copies
  },
}
