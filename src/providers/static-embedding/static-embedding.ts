import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EmbeddingProvider } from '../embedding.js'
import { basicWords } from './basic-words.js'
import { packagedModel, readStaticModel, type StaticModel } from './model-files.js'
import { wordPieces } from './word-pieces.js'

const LONGEST_TURN_MS = 5
const WORDS_BETWEEN_LOOKS = 64

type Weigh = (word: string) => number

/** Gives way to everything else that waits once a turn has lasted long enough. */
const turns = () => {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > LONGEST_TURN_MS,
    next: async () => {
      await nextTurn()
      began = performance.now()
    },
  }
}

/** sum += weight * vector[id] */
const addToken = (
  sum: Float64Array,
  { rows, scales, dimensions }: StaticModel,
  { id, weight }: { readonly id: number; readonly weight: number },
): void => {
  const factor = (scales[id] ?? 0) * weight
  if (factor === 0) return
  const offset = id * dimensions
  for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + factor * (rows[offset + i] ?? 0)
}

const normalised = (sum: Float64Array): Float32Array | null => {
  let squares = 0
  for (const x of sum) squares += x * x
  const norm = Math.sqrt(squares)
  if (norm === 0 || !Number.isFinite(norm)) return null
  const vector = new Float32Array(sum.length)
  for (let i = 0; i < sum.length; i++) vector[i] = (sum[i] ?? 0) / norm
  return vector
}

/**
 * The built-in model: the vectors of a text's tokens, each multiplied by `weigh` of its word, summed and brought to
 * length 1 (models/static-en/model.json: `pooling`, `query_weights`). A weight that is not a finite number counts as 0.
 * Never fails on a text; a text without a known word, or whose known words all weigh 0, gives null.
 */
export const staticEmbedding = (model: StaticModel): EmbeddingProvider => {
  const pieces = wordPieces(model.vocabulary)
  const addWord = (sum: Float64Array, word: string, weight: number) => {
    if (weight === 0 || !Number.isFinite(weight)) return
    for (const id of pieces(word)) addToken(sum, model, { id, weight })
  }
  const embedText = async (text: string, weigh: Weigh | undefined, turn: ReturnType<typeof turns>) => {
    const sum = new Float64Array(model.dimensions)
    let count = 0
    for (const word of basicWords(text)) {
      if (++count % WORDS_BETWEEN_LOOKS === 0 && turn.isOver()) await turn.next()
      addWord(sum, word, weigh ? weigh(word) : 1)
    }
    return normalised(sum)
  }
  return {
    model: model.name,
    dimensions: model.dimensions,
    weighs: true,
    embed: async (texts, weigh) => {
      const turn = turns()
      const vectors: (Float32Array | null)[] = []
      for (const text of texts) {
        if (turn.isOver()) await turn.next()
        vectors.push(await embedText(text, weigh, turn))
      }
      return vectors
    },
  }
}

/**
 * The model that comes with the package, read and checked once.
 * @throws ModelUnusable when one of its files is missing or damaged
 */
export const loadStaticEmbedding = async (folder: URL = packagedModel()): Promise<EmbeddingProvider> =>
  staticEmbedding(await readStaticModel(folder))
