import { z } from 'zod'
import { actor } from '../../domain/event.js'
import { claimType, evidence } from '../../domain/memory/events.js'
import { signedCheckpoint } from '../../domain/store.js'
import { verdict } from './check/check-report.js'
import type { Memory } from './fold/fold-memory.js'

const text = z.string().nullable()

/** A memory at a point of the log. Positions are strings of digits, times ISO 8601 in UTC. */
const memory = z.object({
  id: z.string(),
  userId: z.string(),
  status: z.enum(['active', 'needs_clarification', 'pending', 'superseded', 'deleted', 'erased']),
  version: z.number(),
  workspaceId: text,
  agentId: text,
  visibility: text,
  grantedTo: z.array(z.string()),
  /** Null where it was erased, then or later. */
  content: text,
  subject: text,
  metadata: z.record(z.string(), z.unknown()).nullable(),
  memoryType: z.string(),
  network: z.string(),
  language: z.string(),
  importance: z.number(),
  trust: z.number(),
  /** Of a fact: how it came to be known, and what it rests on. */
  claimType: claimType.nullable(),
  evidence,
  sourceSite: z.string(),
  sessionId: text,
  episodeId: text,
  observedAt: z.string(),
  occurredOn: text,
  createdAt: z.string(),
  expiredAt: text,
  supersededBy: text,
  deletedAt: text,
  recalls: z.number(),
  recalledAt: z.string(),
})
export type MemoryAnswer = z.infer<typeof memory>

/** One event of a memory, and the memory after it. */
const happened = z.object({
  kind: z.literal('event'),
  position: z.string(),
  revision: z.string(),
  eventId: z.string(),
  type: z.string(),
  at: z.string(),
  actor,
  reason: text,
  episodeId: text,
  commandId: z.string(),
  /** Other fields of the event about this memory, such as the model of an embedding. */
  about: z.record(z.string(), z.unknown()),
  memory,
})
export type Happened = z.infer<typeof happened>

/** The log as recorded, without erased content. */
const logged = z.object({
  kind: z.literal('logged'),
  event: z.object({
    position: z.string(),
    stream: z.string(),
    revision: z.string(),
    id: z.string(),
    type: z.string(),
    data: z.unknown(),
    metadata: z.record(z.string(), z.unknown()),
  }),
})

/** The totals of a listing, after its memories. */
const listed = z.object({
  kind: z.literal('listed'),
  shown: z.number(),
  /** Memories of any status. */
  memories: z.number(),
  /** The last event of the user that was included; null where there was none yet. */
  position: text,
  at: text,
})

export const answer = z.discriminatedUnion('kind', [
  happened,
  z.object({ kind: z.literal('memory'), memory }),
  listed,
  logged,
  z.object({ kind: z.literal('verdict'), verdict }),
])
export type Answer = z.infer<typeof answer>

/** A memory of this user in the form of an answer, without its other fields. */
export const memoryAnswer = (userId: string, { worded, readers, ...rest }: Memory): MemoryAnswer => {
  const { said, ...character } = worded
  const words = said === 'erased' ? { content: null, subject: null, metadata: null } : said
  return memory.parse({ ...rest, ...character, ...words, ...readers, userId })
}

/** A position as a string of digits, because JSON numbers are too small for it. */
const position = z.string().regex(/^\d{1,19}$/)
const instant = z.iso.datetime()

/** A replay request. It is sent as JSON to a server that has the store open. */
export const question = z.discriminatedUnion('ask', [
  /** Every event of one memory. With the user given, the log need not be searched for it. */
  z.object({ ask: z.literal('memory'), id: z.uuid(), user: z.string().min(1).optional() }),
  /** A user's memories at an instant or a position, inclusive; without either, as they are now. */
  z.object({
    ask: z.literal('user'),
    user: z.string().min(1),
    at: instant.optional(),
    position: position.optional(),
    /** Includes memories that are not active. */
    all: z.boolean(),
  }),
  /** Events as recorded; the range is inclusive. */
  z.object({
    ask: z.literal('log'),
    from: z.union([position, instant]).optional(),
    to: z.union([position, instant]).optional(),
    types: z.array(z.string()),
    user: z.string().min(1).optional(),
  }),
  /** Also against checkpoints that were kept elsewhere. */
  z.object({ ask: z.literal('check'), kept: z.array(signedCheckpoint).optional() }),
])
export type Question = z.infer<typeof question>
export type Asked<Kind extends Question['ask']> = Extract<Question, { ask: Kind }>
