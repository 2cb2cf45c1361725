import { z } from 'zod'

/**
 * Words of a person may later be erased from the log. Every schema with words has this second form from its first
 * version on, and every projection handles it.
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

/**
 * Why an event happened. Codes, never sentences: audit entries contain no words of a memory. Why a verdict was given is
 * told by the codes in `verdict.ts`.
 */
export const reason = z.enum([
  'extracted',
  'verbatim',
  'steering_suspected',
  'requested',
  'recalled',
  'opened',
  'copied',
  /** A language model made it of what was said. */
  'extracted_by_model',
  /** Made of several facts of one ingest. */
  'composed',
  /** A newer value took its place. */
  'superseded',
  /** Whoever said it has corrected it: it never was so. */
  'corrected',
  /** Its message was edited: it says something else now. */
  'edited',
  /** Its writer says that another memory takes its place. */
  'replaced',
  /** A newer statement with the same key took its place. */
  'same_key',
  /** It came after a newer value. */
  'late',
  /** The same fact was said more precisely. */
  'more_precise',
  /** Whoever said it took it back. */
  'retracted',
  /** Whoever said it asked in a conversation that it be forgotten. */
  'forgotten',
  /** A memory that it was made of has gone or says something else. */
  'withdrawn',
  /** The words that it was made of were erased. */
  'basis_erased',
  'restored',
  /** It says something else than a memory of another agent. */
  'contradicts',
  /** It is older than it is to be kept, there were too many, or nobody resolved the conflict in time. */
  'expired',
  /** A memory of the conflict has gone, or has other readers. */
  'settled',
])
export type Reason = z.infer<typeof reason>

export const actor = z.object({ key: z.enum(['standard', 'admin', 'system']), agentId: z.string().nullable() })
export type Actor = z.infer<typeof actor>
/** Of what the service does without being asked to. */
export const SYSTEM = { key: 'system', agentId: null } as const satisfies Actor

/** Who, when and about what: common to every event of a user. */
export const metadata = z.object({
  commandId: z.uuid(),
  userId: z.string().min(1),
  /** Monotonic within a bank. */
  at: z.iso.datetime(),
  actor,
  episodeId: z.uuid().optional(),
  reason: reason.optional(),
  /** The index of the append within its command, for commands with several appends at any revision. */
  part: z.int().min(0).optional(),
})
export type Metadata = z.infer<typeof metadata>

/** Metadata of an event about one memory. */
export const aboutMemory = metadata.extend({ memoryId: z.uuid() })

/** Metadata of an event that creates a new version of a memory. */
export const memoryVersion = aboutMemory.extend({ version: z.int().min(1) })
export type MemoryMetadata = z.infer<typeof memoryVersion>

/** Metadata of an event of the store itself. */
export const storeMetadata = metadata.omit({ userId: true })

/** Keeps time monotonic within a bank. Both are ISO 8601 in UTC, which sorts as text. */
export const notBefore = (lastAt: string | null, now: string): string =>
  lastAt !== null && lastAt > now ? lastAt : now

/** A uuid of 32 hexadecimal digits. */
export const uuidOf = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
