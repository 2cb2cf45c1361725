import type { Actor } from '../../domain/event.js'
import type { SignedCheckpoint } from '../../domain/store.js'
import type { Recorded } from '../../event-store/event-store.js'
import type { CheckReport } from './check/check-report.js'
import type { ModelRow, Rows } from './fold/rows.js'

/** A memory at a point of the log: the columns of its rows. Content is null where it was erased, then or later. */
export type MemoryAnswer = ModelRow & {
  readonly user_id: string
  readonly id: string
  readonly status: string
  readonly version: number
  readonly content: string | null
  readonly access_count: number
}

/** One event of a memory, and the memory after it. Positions are strings of digits, times ISO 8601 in UTC. */
export type MemoryHistoryEvent = {
  readonly kind: 'event'
  readonly position: string
  readonly revision: string
  readonly eventId: string
  readonly type: string
  readonly at: string
  readonly actor: Actor
  readonly reason: string | null
  readonly episodeId: string | null
  readonly commandId: string
  /** What the event says of this memory besides its content, such as the model of an embedding. */
  readonly about: Readonly<Record<string, unknown>>
  readonly memory: MemoryAnswer
}

export type Answer =
  | MemoryHistoryEvent
  | { readonly kind: 'memory'; readonly memory: MemoryAnswer }
  /** The totals of a listing, after its memories. */
  | {
      readonly kind: 'listed'
      readonly shown: number
      /** Memories of any status. */
      readonly memories: number
      /** The last event of the user that was included; null where there was none yet. */
      readonly position: string | null
      readonly at: string | null
    }
  /** An event as recorded, without erased content. */
  | {
      readonly kind: 'logged'
      readonly event: Omit<Recorded, 'position' | 'revision'> & { readonly position: string; readonly revision: string }
    }
  | { readonly kind: 'verdict'; readonly verdict: CheckReport }

/** The memory of this id, of this user; undefined where there is none. */
export const memoryAnswer = (rows: Rows, user: string, id: string): MemoryAnswer | undefined => {
  const [memory, access, text] = (['memory', 'memory_access', 'memory_text'] as const).map(
    (table) => rows.of(table, id)[0],
  )
  // What was stored is never empty.
  const content = text?.content || null
  // The fold puts these columns into each row of these tables.
  return memory && ({ user_id: user, ...memory, ...access, ...text, content } as MemoryAnswer)
}

/** A replay request; ranges are inclusive, positions strings of digits, times ISO 8601 in UTC. */
export type Question =
  /** Every event of one memory. With the user given, the log need not be searched for it. */
  | { readonly ask: 'memory'; readonly id: string; readonly user?: string | undefined }
  /** A user's memories at an instant or a position; without either, as they are now. */
  | {
      readonly ask: 'user'
      readonly user: string
      readonly at?: string | undefined
      readonly position?: string | undefined
      /** Includes memories that are not active. */
      readonly all: boolean
    }
  /** Events as recorded, from a position or a time to another one. */
  | {
      readonly ask: 'log'
      readonly from?: string | undefined
      readonly to?: string | undefined
      readonly types: readonly string[]
      readonly user?: string | undefined
    }
  /** Also against checkpoints that were kept elsewhere. */
  | { readonly ask: 'check'; readonly kept?: readonly SignedCheckpoint[] | undefined }
export type QuestionOf<Kind extends Question['ask']> = Extract<Question, { ask: Kind }>
