import type { EmbeddingModel } from '../../domain/embedding.js'

export type ReembedOptions = {
  /** Changes back to the previous model: nothing is embedded. */
  readonly back: boolean
  /** Only reports what would be done. */
  readonly dryRun: boolean
  /** Limit of texts per minute; undefined: as fast as the provider answers. */
  readonly rate?: number
  /** US dollars per million tokens. */
  readonly price?: number
}

/** What has to be embedded, and the estimated cost. */
export type Estimate = {
  readonly texts: number
  /** An estimate: four characters per token. */
  readonly tokens: number
  /** US dollars; null where the price is not known. */
  readonly cost: number | null
}

export type ReembedResult = {
  readonly from: EmbeddingModel
  readonly to: EmbeddingModel
  readonly estimate: Estimate
  /** Texts that were embedded. */
  readonly embedded: number
  readonly seconds: number
  /** Whether requests are answered by `to` now; unchanged: they already were. */
  readonly state: 'planned' | 'switched' | 'unchanged'
}

/** Estimates four characters per token. The price is in US dollars per million tokens. */
export const estimateOf = (
  { texts, characters }: { readonly texts: number; readonly characters: number },
  price: number | undefined,
): Estimate => {
  const tokens = Math.ceil(characters / 4)
  return { texts, tokens, cost: price === undefined ? null : (tokens / 1e6) * price }
}
