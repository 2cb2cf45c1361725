import { mix, nth } from './mix.js'
import { contentWords, wordsOf } from './words.js'

const BANDS = 8
const HASHES = 2 * BANDS

/**
 * Eight 32-bit keys, such that texts with similar sets of content words probably share one: min-hashes, two to a band
 * (Broder 1997; Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, ch. 3). With a word overlap (Jaccard) of J two
 * texts share a key with probability 1 - (1 - J²)⁸: 0.995 for 0.7, 0.28 for 0.2. A text of stop words only is sketched
 * by those; a text without words has no keys. A stored format: never change it.
 */
export const sketchOf = (text: string): readonly number[] => {
  const content = contentWords(text)
  const words = content.length > 0 ? content : wordsOf(text)
  if (words.length === 0) return []
  const least = leastHashes(words)
  return Array.from({ length: BANDS }, (_, band) => key(band, least[2 * band] ?? 0, least[2 * band + 1] ?? 0))
}

const seeds = Array.from({ length: HASHES }, (_, i) => nth(i))

const leastHashes = (words: readonly string[]): Uint32Array => {
  const least = new Uint32Array(HASHES).fill(0xffffffff)
  for (const word of words) {
    const hash = hashOf(word)
    seeds.forEach((seed, i) => {
      const own = mix(hash ^ seed)
      if (own < (least[i] ?? 0)) least[i] = own
    })
  }
  return least
}

const key = (band: number, first: number, second: number): number =>
  mix(mix(mix(first ^ nth(1000 + band)) + second)) | 0

/** FNV-1a over the UTF-16 units (Fowler, Noll, Vo). */
const hashOf = (word: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
