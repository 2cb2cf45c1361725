import type { ReadWords } from '../commands/erased-words.js'
import type { Known } from '../commands/transact.js'
import type { Network } from '../domain/memory/events.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Revision, StreamName } from '../event-store/event-store.js'
import type { KnownWords } from './as-said/come-back.js'

/** When and where the facts of a conversation are said: by that is known whether one returns to what another has overtaken. */
export type Telling = {
  /** ISO instants: the earliest and the latest at which a fact can have been said. */
  readonly from: string
  readonly by: string
  /** The last place of each text in the conversation, by its hash. */
  readonly places: ReadonlyMap<string, number>
}

/** What a fact is compared by. */
export type Sample = {
  readonly textHash: string
  readonly vector: Float32Array | null
  readonly told?: Telling
  /** ISO instant: when it was said, where that was given. */
  readonly givenAt?: string
}

/** A memory that the writer may see and that is like one of the facts. */
export type Neighbour = {
  /** The fact's index. */
  readonly sample: number
  readonly id: string
  readonly cosine: number
  /** Of a memory that may say the same. */
  readonly claim?: {
    readonly content: string
    readonly sameText: boolean
    /** Of an active memory. */
    readonly version?: number
    readonly readers: Readers
    /** ISO, in UTC: the day that was given for it, if any. */
    readonly day: string | null
    /** Its place in the log. */
    readonly ordinal: number
    /** Of an active memory with another text. */
    readonly memory?: {
      readonly version: number
      readonly speaker: string | null
      readonly network: Network
      /** ISO instant */
      readonly observedAt: string
      /** Whether it stands in a slot of its caller's naming. */
      readonly isKeyed: boolean
    }
  }
}

/**
 * Finds memories that are like the samples: the same text, or at least this cosine. Only what the writer sees and all of
 * these readers may read: nothing else leaves a trace in what they will see. With how far the read models are in the
 * stream, as of the same moment.
 */
export type FindNeighbours = (scope: Scope, wanted: Wanted) => Promise<Known<Alike>>

type Wanted = {
  readonly stream: StreamName
  readonly readers: Readers
  readonly samples: readonly Sample[]
  readonly cosine: number
  readonly claimed: number
  readonly known: TextsKnown | undefined
}

/**
 * The memories that have one of some texts, by its hash, and the revision before these were read; `past`: the ids of those
 * that were left out because another value came between.
 */
export type TextsKnown = {
  readonly state: { readonly revision: Revision; readonly lastAt: string | null }
  readonly same: ReadonlyMap<string, readonly (NonNullable<Neighbour['claim']> & { readonly id: string })[]>
  readonly past: ReadonlySet<string>
  /** What is asked with it as of the same revision; opaque. */
  readonly bank?: unknown
}

/** What is known of these texts among what the writer may see and all of these readers may read. */
export type KnownTexts = (scope: Scope, wanted: Pick<Wanted, 'stream' | 'readers' | 'samples'>) => Promise<TextsKnown>

/** What is like the facts of an ingest. */
export type Alike = { readonly lastAt: string | null; readonly neighbours: readonly Neighbour[] }

/** How words are known of what the writer may read, or could until it was deleted, by their hashes. */
export type FindKnownWords = (
  scope: Scope,
  asked: { readonly hashes: readonly string[]; readonly nameOf: (words: ReadWords) => string },
) => Promise<KnownWords>
