import { z } from 'zod'

/** Short codes, never a sentence: no memory's words reach an audit entry. */
export const reason = z.enum([
  'extracted',
  'verbatim',
  'steering_suspected',
  'requested',
  'recalled',
  'opened',
  'copied',
])
export type Reason = z.infer<typeof reason>

export const actor = z.object({ key: z.enum(['standard', 'admin', 'system']), agentId: z.string().nullable() })
export type Actor = z.infer<typeof actor>

/** Who, when and what about: the same for every event of a user. */
export const metadata = z.object({
  commandId: z.uuid(),
  userId: z.string().min(1),
  /** Never runs backwards within a bank. */
  at: z.iso.datetime(),
  actor,
  episodeId: z.uuid().optional(),
  reason: reason.optional(),
  /** Which append of its command this is, for commands that append more than once with any revision. */
  part: z.int().min(0).optional(),
})
export type Metadata = z.infer<typeof metadata>

/** Of an event that is about one memory. */
export const aboutMemory = metadata.extend({ memoryId: z.uuid() })

/** Of an event that is a new version of a memory. */
export const memoryVersion = aboutMemory.extend({ version: z.int().min(1) })
export type MemoryMetadata = z.infer<typeof memoryVersion>

/** Of an event that belongs to no user. */
export const storeMetadata = metadata.omit({ userId: true })

/** Time never runs backwards within a bank. Both are ISO 8601 in UTC, which sorts as text. */
export const notBefore = (lastAt: string | null, now: string): string =>
  lastAt !== null && lastAt > now ? lastAt : now
