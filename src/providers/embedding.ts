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
