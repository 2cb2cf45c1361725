import { z } from 'zod'

/** A number of the log, in digits: JSON has none so large. */
const position = z.string().regex(/^\d{1,19}$/)
const instant = z.iso.datetime()

/** What a replay is asked. It travels as JSON to a server that has the store open. */
export const question = z.discriminatedUnion('ask', [
  /** Every event of one memory; whoever names the user spares the log from being searched. */
  z.object({ ask: z.literal('memory'), id: z.uuid(), user: z.string().min(1).optional() }),
  /** A user's memories as they were at an instant or a position, both included; else as they are. */
  z.object({
    ask: z.literal('user'),
    user: z.string().min(1),
    at: instant.optional(),
    position: position.optional(),
    /** Also those that are not active. */
    all: z.boolean(),
  }),
  /** Events as the log holds them; both ends belong to it. */
  z.object({
    ask: z.literal('log'),
    from: z.union([position, instant]).optional(),
    to: z.union([position, instant]).optional(),
    types: z.array(z.string()),
    user: z.string().min(1).optional(),
  }),
  z.object({ ask: z.literal('check') }),
])
export type Question = z.infer<typeof question>
export type Asked<Kind extends Question['ask']> = Extract<Question, { ask: Kind }>
