import type { EmbeddingProvider } from '../../src/providers/embedding.js'

export const DIMENSIONS = 256

/** A small embedding without a model: every word adds its own fixed pseudo-random direction. */
export const bagOfWords = (options: { readonly weighs: boolean } = { weighs: true }): EmbeddingProvider => ({
  model: 'bag-of-words',
  dimensions: DIMENSIONS,
  weighs: options.weighs,
  embed: async (texts, weigh = () => 1) => texts.map((text) => embedOne(text, weigh)),
})

const embedOne = (text: string, weigh: (word: string) => number): Float32Array | null => {
  const sum = new Float32Array(DIMENSIONS)
  for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) {
    const weight = weigh(word)
    direction(word).forEach((x, i) => {
      sum[i] = (sum[i] ?? 0) + weight * x
    })
  }
  return unit(sum)
}

const unit = (vector: Float32Array): Float32Array | null => {
  const length = Math.hypot(...vector)
  return length > 0 ? vector.map((x) => x / length) : null
}

const known = new Map<string, readonly number[]>()

const direction = (word: string): readonly number[] => {
  const found = known.get(word) ?? numbers(word)
  known.set(word, found)
  return found
}

const numbers = (word: string): readonly number[] => {
  let state = [...word].reduce((hash, c) => Math.imul(hash ^ (c.codePointAt(0) ?? 0), 16777619), -2128831035)
  return Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return state / 2 ** 31
  })
}
