import { z } from 'zod'
import type { Fold } from './decider.js'
import type { EmbeddingModel } from './embedding.js'
import { event, storeMetadata } from './event.js'

/** The first event of a log: its id and its embedding model. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({ logId: z.uuid(), embeddingModel: z.string(), dimensions: z.int().min(1) }),
})
export type StoreOpened = z.infer<typeof StoreOpened.schema>

/** From now on this model answers requests. */
export const EmbeddingModelChosen = event('EmbeddingModelChosen', 1, {
  metadata: storeMetadata,
  data: z.object({ model: z.string(), dimensions: z.int().min(1) }),
})
export type EmbeddingModelChosen = z.infer<typeof EmbeddingModelChosen.schema>

/** Identifies the store's secret key, which is kept outside the log, without revealing it. */
export const MasterKeyChosen = event('MasterKeyChosen', 1, {
  metadata: storeMetadata,
  data: z.object({ check: z.string().regex(/^[0-9a-f]{32}$/) }),
})
export type MasterKeyChosen = z.infer<typeof MasterKeyChosen.schema>

/** The first event of a log that is a copy: it is incomplete until LogCopied follows. */
export const LogCopyBegun = event('LogCopyBegun', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), of: z.uuid() }),
})
export type LogCopyBegun = z.infer<typeof LogCopyBegun.schema>

/** The copy is complete: the number of events, and their hash, equal to that of the source log. */
export const LogCopied = event('LogCopied', 1, {
  metadata: storeMetadata,
  data: z.object({ copyId: z.uuid(), events: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) }),
})
export type LogCopied = z.infer<typeof LogCopied.schema>

export const storeEvents = [StoreOpened, EmbeddingModelChosen, MasterKeyChosen, LogCopyBegun, LogCopied] as const
export type StoreEvent = z.infer<(typeof storeEvents)[number]['schema']>

/** The models that have answered requests, the current one last; empty if there is no store yet. */
export const chosenModels: Fold<readonly EmbeddingModel[], StoreEvent> = {
  initial: [],
  evolve: (models, { type, data }) => {
    if (type === 'StoreOpened') return [{ model: data.embeddingModel, dimensions: data.dimensions }]
    if (type === 'EmbeddingModelChosen') return [...models, { model: data.model, dimensions: data.dimensions }]
    return models
  },
}

/** The id of the log. A copy has its own id: positions and checkpoints of one log are invalid in the other. */
export const logId: Fold<string | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (id, { type, data }) => {
    if (type === 'StoreOpened') return data.logId
    return type === 'LogCopied' ? data.copyId : id
  },
}

/** The check value of the store's secret key; undefined in a store from before there was one. */
export const masterKeyCheck: Fold<string | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (check, { type, data }) => (type === 'MasterKeyChosen' ? data.check : check),
}

/** Copies that were started and not finished. */
export const unfinishedCopies: Fold<readonly LogCopyBegun['data'][], StoreEvent> = {
  initial: [],
  evolve: (copies, { type, data }) => {
    if (type === 'LogCopyBegun') return [...copies, data]
    return type === 'LogCopied' ? copies.filter(({ copyId }) => copyId !== data.copyId) : copies
  },
}
