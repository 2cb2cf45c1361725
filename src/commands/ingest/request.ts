import type { Counts } from '../../domain/episode.js'
import type { Caller } from '../../domain/idempotency.js'
import type { Visibility } from '../../domain/readers.js'
import type { Scope } from '../../domain/scope.js'
import type { Conversation } from './extraction/fact.js'

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
