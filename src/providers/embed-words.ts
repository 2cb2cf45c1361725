import { slices } from '../concurrency/slices.js'
import type { EmbeddingProvider } from './embedding.js'
import { ModelUnusable, ProviderRejected, ProviderUnavailable } from './errors.js'

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
