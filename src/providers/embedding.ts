import { slices } from '../concurrency/slices.js'
import { ModelUnusable, ProviderRejected, ProviderUnavailable } from './errors.js'

/**
 * Texts to unit vectors. null: a text without a known word (its cosine counts as 0). With a `signal` somebody waits for
 * the answer: the call does not queue behind those without one, and ends when the signal aborts.
 */
type Embed = (
  texts: readonly string[],
  weigh?: (word: string) => number,
  signal?: AbortSignal,
) => Promise<readonly (Float32Array | null)[]>

export type EmbeddingProvider = {
  readonly model: string
  readonly dimensions: number
  /** whether `weigh` has an effect */
  readonly weighs: boolean
  /** It is asked over a network, so it may be slow or away. */
  readonly remote?: boolean
  readonly embed: Embed
}

/** Texts of one call: what providers take, and what memory holds. */
const AT_ONCE = 64

type Embedded = { readonly vectors: readonly (Float32Array | null)[] } | { readonly why: string }

/** Embeds texts by a model as memories are embedded, some at a time; or says why it cannot. */
export const wordsEmbeddedBy =
  ({ embed, model }: EmbeddingProvider) =>
  async (words: readonly string[], signal: AbortSignal): Promise<Embedded> => {
    const vectors: (Float32Array | null)[] = []
    try {
      for (const some of slices(words, AT_ONCE)) {
        signal.throwIfAborted()
        vectors.push(...(await embed(some, undefined, signal)))
      }
      return { vectors }
    } catch (error) {
      const isKnown = [ProviderUnavailable, ProviderRejected, ModelUnusable].some((kind) => error instanceof kind)
      if (!isKnown || !(error instanceof Error)) throw error
      return { why: `the model ${model} cannot be asked (${error.message}).` }
    }
  }
