/** Texts to unit vectors. null: a text without a known word (its cosine counts as 0). */
type Embed = (texts: readonly string[], weigh?: (word: string) => number) => Promise<readonly (Float32Array | null)[]>

export type EmbeddingProvider = {
  readonly model: string
  readonly dimensions: number
  /** whether `weigh` has an effect */
  readonly weighs: boolean
  readonly embed: Embed
}
