import { z } from 'zod'

const text = z.string().nullable()

/** The first mismatch. It never quotes content. */
const mismatch = z.discriminatedUnion('in', [
  z.object({ in: z.literal('log'), stream: text, position: text, wrong: z.string() }),
  z.object({
    in: z.literal('read models'),
    table: z.string(),
    key: z.record(z.string(), z.string()),
    /** Null where a whole row is missing on one side. */
    column: text,
    ...{ log: z.string(), readModels: z.string() },
  }),
  /** The read models were built from another log, so nothing was compared. */
  z.object({ in: z.literal('checkpoint'), position: z.string(), wrong: z.string() }),
])
export type Mismatch = z.infer<typeof mismatch>

/** What was compared, up to the first mismatch or to the end. */
const compared = z.object({
  ...{ events: z.number(), streams: z.number(), users: z.number() },
  ...{ memories: z.number(), versions: z.number(), episodes: z.number(), rows: z.number() },
  /** Parked users, compared up to the event that cannot be applied. */
  parked: z.number(),
})
export type Compared = z.infer<typeof compared>

export const verdict = z.object({
  /** No mismatch was found. */
  equal: z.boolean(),
  /** Whether there were read models to compare. */
  readModels: z.boolean(),
  compared,
  mismatch: mismatch.nullable(),
})
export type CheckReport = z.infer<typeof verdict>
