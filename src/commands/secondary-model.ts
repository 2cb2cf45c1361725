import { unlessAborted } from '../concurrency/unless-aborted.js'
import type { EmbeddingModel, SecondaryVectors } from '../domain/embedding.js'
import type { EmbeddingProvider } from '../providers/embedding.js'

type Vectors = readonly (Float32Array | null)[]

/** Another model that sees what is written, while the store is changed from one model to the other. */
export type SecondaryModel = EmbeddingModel & {
  /** Never fails: undefined where there is no answer in time. What it has not seen then is left to `palimpsest reembed`. */
  readonly embed: (texts: readonly string[]) => Promise<Vectors | undefined>
}

/** A write waits no longer for a model that does not answer requests, and after a failure leaves it alone for so long. */
const PATIENCE_MS = 3000
const REST_MS = 10_000

/** `failed` is called once for each failure; `now` is a clock in milliseconds. */
export const createSecondaryModel = (
  { model, dimensions, embed }: EmbeddingProvider,
  { failed, now }: { readonly failed: (error: unknown) => void; readonly now: () => number },
): SecondaryModel => {
  let resting = Number.NEGATIVE_INFINITY
  const give = (error: unknown): undefined => {
    resting = now() + REST_MS
    failed(error)
  }
  return {
    model,
    dimensions,
    embed: async (texts) =>
      now() < resting ? undefined : unlessAborted(embed(texts), AbortSignal.timeout(PATIENCE_MS)).catch(give),
  }
}

/** What each of the models makes of the texts, under the key of each text. Never fails. */
export const embedBySecondary = (
  models: readonly SecondaryModel[],
  texts: ReadonlyMap<string, string>,
): Promise<readonly SecondaryVectors[]> =>
  Promise.all(
    models.map(async ({ embed, model, dimensions }) => {
      const vectors = texts.size === 0 ? undefined : await embed([...texts.values()])
      const entries = vectors === undefined ? [] : [...texts.keys()].map((key, i) => [key, vectors[i] ?? null] as const)
      return { model, dimensions, vectors: new Map(entries) }
    }),
  )
