import { z } from 'zod'
import type { EmbeddingModel } from './embedding.js'
import { event, storeMetadata } from './event.js'

/** The format of the logs that this build writes and reads: it grows when older builds can no longer read what is written. */
export const LOG_FORMAT = 1

/** The first event of a log: its id, its embedding model and its format. */
export const StoreOpened = event('StoreOpened', 1, {
  metadata: storeMetadata,
  data: z.object({
    logId: z.uuid(),
    embeddingModel: z.string(),
    dimensions: z.int().min(1),
    /** Absent in logs from before formats were numbered. */
    format: z.int().min(1).optional(),
  }),
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

/** From now on the store has another secret key. */
export const MasterKeyRotated = event('MasterKeyRotated', 1, {
  metadata: storeMetadata,
  data: z.object({
    check: z.string().regex(/^[0-9a-f]{32}$/),
    /** The keys of the hashes that the log holds already, encrypted under the new key: base64. */
    carried: z.base64().min(1),
  }),
})
export type MasterKeyRotated = z.infer<typeof MasterKeyRotated.schema>

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

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a checkpoint of the log says. All of it is signed, and it is what is kept elsewhere. */
export const signedCheckpoint = z.object({
  /** The log that it is of: a copy of it has another id, and checkpoints of its own. */
  logId: z.uuid(),
  /** Of the checkpoints of this log, from 1. */
  number: z.int().min(1),
  /** The last event that it covers, of all events of the log from the first on. */
  position: z.string().regex(/^\d{1,19}$/),
  /** How many events it covers. */
  events: z.int().min(1),
  /** How many streams have events that the checkpoint before did not cover. */
  streams: z.int().min(1),
  /** Of the Merkle tree over the heads of these streams. */
  root: sha256,
  /** The digest of the checkpoint before; null: it is the first. */
  previous: sha256.nullable(),
  /** The public key, Ed25519. */
  key: sha256,
  /** By that key, over all that stands above. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
export type SignedCheckpoint = z.infer<typeof signedCheckpoint>

/** Signs what the log holds so far, so that whatever is changed in it later can be found. */
export const LogCheckpointSigned = event('LogCheckpointSigned', 1, {
  metadata: storeMetadata,
  data: signedCheckpoint.extend({
    /** Nodes of the tree, from which its root follows: they tell more closely where a log differs. */
    nodes: z.array(sha256).min(1).max(256),
  }),
})
export type LogCheckpointSigned = z.infer<typeof LogCheckpointSigned.schema>

export const storeEvents = [
  StoreOpened,
  EmbeddingModelChosen,
  MasterKeyChosen,
  MasterKeyRotated,
  LogCopyBegun,
  LogCopied,
  LogCheckpointSigned,
] as const
export type StoreEvent = z.infer<(typeof storeEvents)[number]['schema']>

/** What a past of events says: it is read event by event. */
export type Fold<State, Event> = {
  readonly initial: State
  readonly evolve: (state: State, event: Event) => State
}

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

/** The format of the log; undefined where it has none, and before it is opened. */
export const logFormat: Fold<number | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (format, { type, data }) => (type === 'StoreOpened' ? data.format : format),
}

/** What the log says of the store's secret key. */
export type KeyMark = {
  /** Tells the key from others, and reveals nothing else of it. */
  readonly check: string
  /** What a store whose key has been changed keeps of the first one; null: it still has that. */
  readonly carried: string | null
}

/** Undefined in a store that has just been opened: the key is chosen next. */
export const masterKeyMark: Fold<KeyMark | undefined, StoreEvent> = {
  initial: undefined,
  evolve: (mark, { type, data }) => {
    if (type === 'MasterKeyChosen') return { check: data.check, carried: null }
    return type === 'MasterKeyRotated' ? { check: data.check, carried: data.carried } : mark
  },
}

/** Copies that were started and not finished. */
export const unfinishedCopies: Fold<readonly LogCopyBegun['data'][], StoreEvent> = {
  initial: [],
  evolve: (copies, { type, data }) => {
    if (type === 'LogCopyBegun') return [...copies, data]
    return type === 'LogCopied' ? copies.filter(({ copyId }) => copyId !== data.copyId) : copies
  },
}
