import { z } from 'zod'

const text = z.string().nullable()

/** The first thing that is not as it must be; never what somebody said. */
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
  /** The read models were not built from the log as it is, so none of it was compared. */
  z.object({ in: z.literal('checkpoint'), position: z.string(), wrong: z.string() }),
])
export type Mismatch = z.infer<typeof mismatch>

/** What was compared, until the first mismatch or to the end. */
const compared = z.object({
  ...{ events: z.number(), streams: z.number(), users: z.number() },
  ...{ memories: z.number(), versions: z.number(), episodes: z.number(), rows: z.number() },
  /** Users whose read models stand still at an event that cannot be applied; compared as far as they got. */
  parked: z.number(),
})
export type Compared = z.infer<typeof compared>

export const verdict = z.object({
  /** Nothing that was looked at is as it must not be. */
  equal: z.boolean(),
  /** Whether there were any to compare. */
  readModels: z.boolean(),
  compared,
  mismatch: mismatch.nullable(),
})
export type CheckReport = z.infer<typeof verdict>
