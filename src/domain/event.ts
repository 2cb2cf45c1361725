import { z } from 'zod'

/**
 * What a person said may be erased from the log later. Every schema that holds words has this second form
 * from its first version, and every projection knows it.
 */
export const erasable = <Shape extends z.ZodRawShape>(words: z.ZodObject<Shape>) =>
  z.union([words, z.object({ erased: z.literal(true) })])

export const isErased = <Words extends object>(
  words: Words | { readonly erased: true },
): words is { readonly erased: true } => 'erased' in words && words.erased === true

/** Declares an event once: its name, the version of its schema, and its shape. The type is inferred. */
export const event = <
  Type extends string,
  Data extends z.ZodType,
  Meta extends z.ZodType<{ commandId: string; at: string; part?: number | undefined }>,
>(
  type: Type,
  version: number,
  shape: { readonly data: Data; readonly metadata: Meta },
) => ({ version, schema: z.object({ type: z.literal(type), ...shape }) })

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
