import type { EmbeddingModel } from '../../domain/embedding.js'
import type { Counts } from '../../domain/episode.js'
import type { Caller } from '../../domain/idempotency.js'
import type { Readers, Scope, Visibility } from '../../domain/scope.js'
import type { StreamName } from '../../event-store/event-store.js'
import { stageOf } from '../../pipeline.js'
import type { Known } from '../transact.js'
import type { Conversation, Extraction, Fact } from './extraction/fact.js'

/** A conversation as a caller hands it in, already validated. */
export type IngestRequest = Caller & {
  readonly scope: Scope
  readonly conversation: Conversation
  readonly sourceSite: string
  readonly sourceUrl: string
  readonly sessionId?: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** ISO 8601, as written: when the conversation took place, if the caller says so. Its own zone names the day. */
  readonly observedAt?: string
  readonly visibility?: Visibility
  readonly grantedTo?: readonly string[]
  /** Messages before this one, or lines of text, are context only. */
  readonly fromTurn?: number
  /** The whole text becomes one memory, verbatim. */
  readonly skipExtraction: boolean
}

export type IngestResult = Counts & {
  readonly episodeId: string
  /** Turns that were told before. */
  readonly knownTurns: number
  readonly memoryIds: readonly string[]
}

/** A fact with all that it is compared by. */
type Sample = {
  readonly textHash: string
  readonly sketch: readonly number[]
  readonly vector: Float32Array | null
}

export type PreparedFact = Fact & Sample & { readonly memoryId: string }

/** A memory that the writer may see and that is like one of the facts. */
export type Neighbour = {
  /** The fact's index. */
  readonly sample: number
  readonly id: string
  /** Given from the cosine on from which it was wanted. */
  readonly content: string
  readonly sameText: boolean
  readonly cosine: number
  readonly readers: Readers
}

/**
 * Finds memories that are like the samples: the same text, or words in common and at least this cosine. Only what the
 * writer sees and all of these readers may read: nothing else leaves a trace in what they will see. With how far the
 * read models are in the stream, as of the same moment.
 */
export type FindNeighbours = (
  scope: Scope,
  wanted: {
    readonly stream: StreamName
    readonly readers: Readers
    readonly samples: readonly Sample[]
    readonly cosine: number
    readonly claimed: number
  },
) => Promise<Known<BankKnown>>

/** What the decision of an ingest is based on. */
export type BankKnown = { readonly lastAt: string | null; readonly neighbours: readonly Neighbour[] }

/** Two memories of one ingest that stand close to one another. */
export type Pair = { readonly from: string; readonly to: string; readonly similarity: number }

export type SecondaryVectors = EmbeddingModel & { readonly vectors: ReadonlyMap<string, Float32Array | null> }

export type Repeat = { readonly turns: readonly [number, number]; readonly of: string }

/** What is new of a conversation, by the names of its turns, and where it goes on from. */
export type NewTurns = {
  readonly id: string
  readonly base: string
  readonly keys: readonly string[]
  readonly continues: string | null
}

/** What an ingest knows so far. */
export type Ingest = {
  readonly request: IngestRequest
  /** HMAC of the request in hex. */
  readonly requestHash: string
  readonly commandId: string
  readonly episodeId: string
  /** ISO 8601: the moment of the write, before it is held against the bank's last. */
  readonly now: string
  readonly readers: Readers
  /** 0 to 1: how far the writer is trusted. */
  readonly trust: number
  /** The embedding model that answers requests: by its vectors facts are compared. */
  readonly model: EmbeddingModel
  /** How many of its turns were told before. */
  readonly known: number
  /** The message or line with which what is new begins. */
  readonly from: number
  /** What the memories just before it say that still stand. */
  readonly standing: readonly string[]
  /** Null for a verbatim text, which is no conversation. */
  readonly transcript: NewTurns | null
  /** What models beside it make of the facts, by memory; empty where one gave no answer. */
  readonly beside: readonly SecondaryVectors[]
  readonly extraction: Extraction
  readonly facts: readonly PreparedFact[]
  /** What was left out because an earlier fact of the same conversation says the same: by its turns. */
  readonly repeats: readonly Repeat[]
  /** Facts that were written as pending and were erased meanwhile. */
  readonly erased: ReadonlySet<string>
  readonly pairs: readonly Pair[]
}

export const stage = stageOf<Ingest>()
