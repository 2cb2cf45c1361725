import { z } from 'zod'

/** What is asked of a server over its socket, and what it answers, a line of JSON each. */
const Options = z.object({
  back: z.boolean(),
  dryRun: z.boolean(),
  rate: z.number().positive().exactOptional(),
  price: z.number().min(0).exactOptional(),
  compare: z.array(z.object({ userId: z.string(), query: z.string() })).exactOptional(),
})
export const Request = Options.extend({ ask: z.literal('reembed') })
const Progress = z.object({
  phase: z.enum(['building', 'embedding', 'waiting', 'comparing']),
  done: z.number(),
  total: z.number(),
  perSecond: z.number(),
})
const Model = z.object({ model: z.string(), dimensions: z.number() })
const Ranked = z.array(z.object({ rank: z.number(), id: z.string(), content: z.string() }))
const Compared = z.object({
  userId: z.string(),
  query: z.string(),
  same: z.number(),
  of: z.number(),
  entered: Ranked,
  left: Ranked,
})
const Result = z.object({
  from: Model,
  to: Model,
  estimate: z.object({ texts: z.number(), tokens: z.number(), cost: z.number().nullable() }),
  embedded: z.number(),
  seconds: z.number(),
  state: z.enum(['planned', 'embedded', 'switched', 'unchanged']),
  compared: z.array(Compared).exactOptional(),
})
export const Line = z.union([
  z.object({ progress: Progress }),
  z.object({ result: Result }),
  z.object({ busy: z.literal(true) }),
  z.object({ failed: z.string() }),
])
