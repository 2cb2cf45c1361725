import type { EmbeddingModel } from '../../domain/embedding.js'

/** A search, to be compared between two models. */
export type Question = { readonly userId: string; readonly query: string }

export type ReembedOptions = {
  /** Changes back to the previous model: nothing is embedded. */
  readonly back: boolean
  /** Only reports what would be done. */
  readonly dryRun: boolean
  /** Limit of texts per minute; undefined: as fast as the provider answers. */
  readonly rate?: number
  /** US dollars per million tokens. */
  readonly price?: number
  /** Searches to compare between the two models; nothing is changed then. */
  readonly compare?: readonly Question[]
}

/** What has to be embedded, and the estimated cost. */
export type Estimate = {
  readonly texts: number
  /** An estimate: four characters per token. */
  readonly tokens: number
  /** US dollars; null where the price is not known. */
  readonly cost: number | null
}

/** Ranks begin at 1. */
export type Ranked = { readonly rank: number; readonly id: string; readonly content: string }

export type Compared = Question & {
  /** How many of the first ten results are the same. */
  readonly same: number
  /** Out of this many: the length of the longer answer. */
  readonly of: number
  readonly entered: readonly Ranked[]
  readonly left: readonly Ranked[]
}

export type ReembedResult = {
  readonly from: EmbeddingModel
  readonly to: EmbeddingModel
  readonly estimate: Estimate
  /** Texts that were embedded. */
  readonly embedded: number
  readonly seconds: number
  /** Whether requests are answered by `to` now; unchanged: they already were. */
  readonly state: 'planned' | 'embedded' | 'switched' | 'unchanged'
  readonly compared?: readonly Compared[]
}

/** Estimates four characters per token. The price is in US dollars per million tokens. */
export const estimateOf = (
  { texts, characters }: { readonly texts: number; readonly characters: number },
  price: number | undefined,
): Estimate => {
  const tokens = Math.ceil(characters / 4)
  return { texts, tokens, cost: price === undefined ? null : (tokens / 1e6) * price }
}
