import { z } from 'zod'

const question = z.object({ userId: z.string(), query: z.string() })
export type Question = z.infer<typeof question>

export const reembedOptions = z.object({
  /** Changes back to the previous model: nothing is embedded. */
  back: z.boolean(),
  /** Only reports what would be done. */
  dryRun: z.boolean(),
  /** Limit of texts per minute; undefined: as fast as the provider answers. */
  rate: z.number().positive().exactOptional(),
  /** US dollars per million tokens. */
  price: z.number().min(0).exactOptional(),
  /** Searches to compare between the two models; nothing is changed then. */
  compare: z.array(question).readonly().exactOptional(),
})
export type ReembedOptions = z.infer<typeof reembedOptions>

/** What has to be embedded, and the estimated cost. */
const estimate = z.object({
  texts: z.number(),
  /** An estimate: four characters per token. */
  tokens: z.number(),
  /** US dollars; null where the price is not known. */
  cost: z.number().nullable(),
})
export type Estimate = z.infer<typeof estimate>

/** Ranks begin at 1. */
const ranked = z.object({ rank: z.number(), id: z.string(), content: z.string() })
export type Ranked = z.infer<typeof ranked>

const compared = question.extend({
  /** How many of the first ten results are the same. */
  same: z.number(),
  /** Out of this many: the length of the longer answer. */
  of: z.number(),
  entered: z.array(ranked).readonly(),
  left: z.array(ranked).readonly(),
})
export type Compared = z.infer<typeof compared>

const model = z.object({ model: z.string(), dimensions: z.number() })

export const reembedResult = z.object({
  from: model,
  to: model,
  estimate,
  /** Texts that were embedded. */
  embedded: z.number(),
  seconds: z.number(),
  /** Whether requests are answered by `to` now; unchanged: they already were. */
  state: z.enum(['planned', 'embedded', 'switched', 'unchanged']),
  compared: z.array(compared).readonly().exactOptional(),
})
export type ReembedResult = z.infer<typeof reembedResult>

export const reembedProgress = z.object({
  phase: z.enum(['building', 'embedding', 'waiting', 'comparing']),
  done: z.number(),
  total: z.number(),
  perSecond: z.number(),
})
export type ReembedProgress = z.infer<typeof reembedProgress>

export type ReembedWatch = { readonly report: (progress: ReembedProgress) => void; readonly signal: AbortSignal }

/** The change is not possible now; the message says what to do. */
export class ReembedRefused extends Error {
  override readonly name = 'ReembedRefused'
}

/** Another process is re-embedding the store. */
export class ReembedUnderWay extends Error {
  override readonly name = 'ReembedUnderWay'
  constructor() {
    super('The memories of this store are being embedded by another process already.')
  }
}

/** Estimates four characters per token. The price is in US dollars per million tokens. */
export const estimateOf = (
  { texts, characters }: { readonly texts: number; readonly characters: number },
  price: number | undefined,
): Estimate => {
  const tokens = Math.ceil(characters / 4)
  return { texts, tokens, cost: price === undefined ? null : (tokens / 1e6) * price }
}
