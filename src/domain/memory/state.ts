import type { z } from 'zod'
import type { entityType } from '../episode.js'
import type { Became } from '../errors.js'
import type { Readers } from '../scope.js'
import type { MemoryOf, Wording } from './events.js'

/** The content of a memory and its classification. */
export type Character = Readonly<Omit<MemoryOf<'MemoryUpdated'>['data'], 'said'>> & { readonly said: Wording }

/** An entity that a memory names. */
export type Named = { readonly name: string; readonly type: z.infer<typeof entityType> }

/** The content of the newest version of a memory. */
export type Stated = {
  readonly character: Character
  readonly names: readonly Named[]
  /** As in MemoryEmbedded; null for a text without a known word. */
  readonly vector: string | null
}

export type KnownMemory = Stated & {
  readonly status: 'active' | 'needs_clarification' | 'inactive'
  readonly memoryId: string
  readonly version: number
  readonly episodeId: string
  /** ISO 8601, a day or a moment: the reference for relative dates. */
  readonly observedOn: string
  readonly readers: Readers
  /** Of an inactive one: what became of it. */
  readonly became?: Became
}

/**
 * Only what the next decision needs, as the read models show it. Inactive: superseded or deleted. An erased memory is unknown.
 */
export type Memory = { readonly status: 'unknown' } | KnownMemory

/** A memory that may say the same as a new statement, or the contrary. */
export type Claim = {
  readonly content: string
  /** With the same key, or both with none. */
  readonly sameText: boolean
  /** Of one whose text is not the same. */
  readonly key?: string | null
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
    readonly network: Character['network']
  }
}
