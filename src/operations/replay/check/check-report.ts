import { z } from 'zod'

const text = z.string().nullable()

/** Events of one stream, one of which is not as it was when a checkpoint was signed. */
const suspects = z.object({
  stream: z.string(),
  /** Both ends belong to it. Of an event that is missing the neighbours are told. */
  revisions: z.tuple([z.string(), z.string()]),
  positions: z.tuple([z.string(), z.string()]),
  /** The id of the first. */
  id: z.string(),
})
export type Suspects = z.infer<typeof suspects>

/** The first mismatch. It never quotes content. */
const mismatch = z.discriminatedUnion('in', [
  z.object({ in: z.literal('log'), stream: text, position: text, wrong: z.string() }),
  z.object({
    in: z.literal('read models'),
    table: z.string(),
    key: z.record(z.string(), z.string()),
    /** Null where a whole row is missing on one side. */
    column: text,
    log: z.string(),
    readModels: z.string(),
  }),
  /** The read models were built from another log, so nothing was compared. */
  z.object({ in: z.literal('checkpoint'), position: z.string(), wrong: z.string() }),
  /** A checkpoint that was signed does not fit the log, or its own signature. */
  z.object({
    in: z.literal('signed checkpoint'),
    number: z.number(),
    /** The last event that it covers. */
    position: z.string(),
    wrong: z.string(),
    /** Null where it cannot be told in which stream. */
    suspects: suspects.nullable(),
    /** What to do next. */
    next: z.string(),
  }),
])
export type Mismatch = z.infer<typeof mismatch>

/** What was compared, up to the first mismatch or to the end. */
const compared = z.object({
  events: z.number(),
  streams: z.number(),
  users: z.number(),
  memories: z.number(),
  versions: z.number(),
  episodes: z.number(),
  rows: z.number(),
  /** Parked users, compared up to the event that cannot be applied. */
  parked: z.number(),
})

/** The signed checkpoints of the log, all of which fit. */
const checkpoints = z.object({
  signed: z.number(),
  /** The last one: its number of events, the position that it covers and the key. */
  events: z.number(),
  position: z.string(),
  key: z.string(),
  /** Those of the log that it was copied from, of which the signatures alone can be told. */
  copied: z.number(),
  /** Kept elsewhere, and found in the log. */
  kept: z.number(),
})
export type CheckedCheckpoints = z.infer<typeof checkpoints>

export const verdict = z.object({
  /** No mismatch was found. */
  equal: z.boolean(),
  /** Whether there were read models to compare. */
  readModels: z.boolean(),
  compared,
  /** Null where the log has none, or something else is wrong. */
  checkpoints: checkpoints.nullable(),
  mismatch: mismatch.nullable(),
})
export type CheckReport = z.infer<typeof verdict>
