import { z } from 'zod'
import { event, metadata } from '../event.js'
import { type VerdictReason, verdictReason } from '../verdict.js'

export const resolution = z.enum(['resolved_new', 'resolved_existing', 'resolved_both'])
export type Resolution = z.infer<typeof resolution>

export const conflictStatus = z.enum(['open', ...resolution.options])
export type ConflictStatus = z.infer<typeof conflictStatus>

const aboutConflict = metadata.extend({ conflictId: z.uuid() })

/** A memory in the version that the conflict is about, and the agent that it is of. */
const side = z.object({ memoryId: z.uuid(), version: z.int().min(1), agentId: z.string() })
type Side = z.infer<typeof side>

/** What contradicts what, and why it is thought so. */
const contradiction = {
  existing: side,
  new: side,
  /** How sure it is that they contradict each other, 0 to 1; null where that was not said. */
  confidence: z.number().min(0).max(1).nullable(),
  reason: verdictReason,
  /**
   * What trust and age speak for: a conflict that nobody resolves is resolved by what they are by then. Both, where only a part of
   * the existing memory is contradicted.
   */
  suggested: resolution,
  /** What the new memory replaces when it becomes active, in the versions that this is about. */
  replaces: z.array(z.tuple([z.uuid(), z.int().min(1)])).optional(),
}

/** A fact of one agent contradicts a memory of another one. The new memory is in the same append, and waits. */
const ConflictOpened = event('ConflictOpened', 1, {
  metadata: aboutConflict,
  data: z.object({
    workspaceId: z.string(),
    ...contradiction,
    expiresAt: z.iso.datetime(),
  }),
})

/**
 * The agent whose memory waits says something else again: that takes the place of what waited, in the same append, and the
 * conflict is about it from now on. It expires when it would have.
 */
const ConflictContinued = event('ConflictContinued', 1, {
  metadata: aboutConflict,
  data: z.object({
    /** The memory that waited until then, and the existing one in the version that the conflict is about now. */
    replaced: z.uuid(),
    ...contradiction,
  }),
})

/** What it does to the two memories is in the same append. Why it was resolved is the reason in the metadata. */
const ConflictResolved = event('ConflictResolved', 1, {
  metadata: aboutConflict,
  data: z.object({
    resolution,
    /** The memories in the versions that it was resolved by, before what it does to them. */
    existing: z.tuple([z.uuid(), z.int().min(1)]),
    new: z.tuple([z.uuid(), z.int().min(1)]),
  }),
})

export const conflictEvents = [ConflictOpened, ConflictContinued, ConflictResolved] as const
export type ConflictEvent = z.infer<(typeof conflictEvents)[number]['schema']>
export type ConflictOf<Type extends ConflictEvent['type']> = Extract<ConflictEvent, { type: Type }>

export type KnownConflict = {
  readonly conflictId: string
  readonly status: ConflictStatus
  readonly existing: Side
  readonly new: Side
  readonly reason: VerdictReason
  readonly suggested: Resolution
}

/** Only what the next decision needs, as the read models show it. */
export type Conflict = { readonly status: 'unknown' } | KnownConflict
