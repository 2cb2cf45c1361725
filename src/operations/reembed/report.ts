import type { EmbeddingModel } from '../../domain/embedding.js'

export type ReembedOptions = {
  /** Back to the model that answered before: nothing is embedded. */
  readonly back: boolean
  /** Says what would be done. */
  readonly dryRun: boolean
  /** Texts a minute at most; undefined: as fast as the provider answers. */
  readonly rate?: number
  /** US dollars for a million tokens. */
  readonly price?: number
  /** Searches whose answers of both models are compared; nothing is switched then. */
  readonly compare?: readonly Question[]
}

export type Question = { readonly userId: string; readonly query: string }

/** What has to be embedded, and what that may cost. */
export type Estimate = {
  readonly texts: number
  /** About: four characters make one. */
  readonly tokens: number
  /** US dollars; null where the price is not known. */
  readonly cost: number | null
}

export type Compared = Question & {
  /** How many of the first ten are the same. */
  readonly same: number
  /** Of so many: the longer of the two answers. */
  readonly of: number
  readonly entered: readonly Ranked[]
  readonly left: readonly Ranked[]
}
/** From 1 on. */
export type Ranked = { readonly rank: number; readonly id: string; readonly content: string }

export type ReembedResult = {
  readonly from: EmbeddingModel
  readonly to: EmbeddingModel
  readonly estimate: Estimate
  /** Texts that were shown to the models. */
  readonly embedded: number
  readonly seconds: number
  /** Whether requests are answered by `to` now; unchanged: they were before. */
  readonly state: 'planned' | 'embedded' | 'switched' | 'unchanged'
  readonly compared?: readonly Compared[]
}

export type ReembedProgress = {
  readonly phase: 'building' | 'embedding' | 'waiting' | 'comparing'
  readonly done: number
  readonly total: number
  readonly perSecond: number
}

export type ReembedWatch = { readonly report: (progress: ReembedProgress) => void; readonly signal: AbortSignal }

/** It cannot be done as things are; the message says what to do. */
export class ReembedRefused extends Error {
  override readonly name = 'ReembedRefused'
}

/** Somebody else is at it. */
export class ReembedUnderWay extends Error {
  override readonly name = 'ReembedUnderWay'
  constructor() {
    super('The memories of this store are being embedded by another process already.')
  }
}

/** Four characters make about one token. Price in US dollars for a million tokens. */
export const estimateOf = (
  { texts, characters }: { readonly texts: number; readonly characters: number },
  price: number | undefined,
): Estimate => {
  const tokens = Math.ceil(characters / 4)
  return { texts, tokens, cost: price === undefined ? null : (tokens / 1e6) * price }
}
