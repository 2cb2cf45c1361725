import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EmbeddingProvider } from '../embedding.js'
import { packagedModel, readStaticModel, type StaticModel } from './model-files.js'

const PLAIN = /^[\t\n\r -~]*$/
const DROPPED = /[\uFFFD\p{Cf}\p{Cn}\p{Co}]|(?![\t\n\r])\p{Cc}/gu
const WHITE_SPACE = /\s/g
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu
/** Normalising a run of marks takes quadratic time; no script needs more than 30 (UAX #15, section 13). */
const EXCESSIVE_MARKS = /(\p{M}{30})\p{M}+/gu
const PLAIN_WORD = /[^\t\n\r!-/:-@[-`{-~ ]+|[!-/:-@[-`{-~]/g
const WORD = /[^ !-/:-@[-`{-~\p{P}]+|[!-/:-@[-`{-~\p{P}]/gu

const clean = (text: string): string =>
  text
    .replace(DROPPED, '')
    .replace(WHITE_SPACE, ' ')
    .replace(IDEOGRAPH, ' $& ')
    .replace(EXCESSIVE_MARKS, '$1')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Words of a text, with repetition (`tokenisation` 1 to 4 in models/static-en/model.json): what `weigh` gets. */
export const basicWords = (text: string): readonly string[] =>
  (PLAIN.test(text) ? text.toLowerCase().match(PLAIN_WORD) : clean(text).match(WORD)) ?? []

const UNKNOWN = [100] as const
const LONGEST_WORD = 100
const LONGEST_CACHED_WORD = 32
const CACHED_WORDS = 40_000

type Pieces = {
  readonly first: ReadonlyMap<string, number>
  readonly later: ReadonlyMap<string, number>
  readonly longest: number
}

const piecesOf = (vocabulary: readonly string[]): Pieces => {
  const first = new Map<string, number>()
  const later = new Map<string, number>()
  let longest = 0
  vocabulary.forEach((token, id) => {
    longest = Math.max(longest, token.length)
    if (token.startsWith('##')) later.set(token.slice(2), id)
    else first.set(token, id)
  })
  return { first, later, longest }
}

/** Greedy longest match from the left (step 5 of `tokenisation` in models/static-en/model.json). */
const split = (word: string, { first, later, longest }: Pieces): readonly number[] => {
  const ids: number[] = []
  for (let start = 0; start < word.length; ) {
    const pieces = start === 0 ? first : later
    let end = Math.min(word.length, start + longest)
    let id = pieces.get(word.slice(start, end))
    while (id === undefined && --end > start) id = pieces.get(word.slice(start, end))
    if (id === undefined) return UNKNOWN
    ids.push(id)
    start = end
  }
  return ids
}

/** A copy: a substring would keep the whole text in memory. */
const detached = (word: string): string => ` ${word}`.slice(1)

const isTooLong = (word: string): boolean =>
  word.length > LONGEST_WORD && (word.length > 2 * LONGEST_WORD || [...word].length > LONGEST_WORD)

/** Maps words of `basicWords` to WordPiece token ids. Remembers CACHED_WORDS of them; then it begins anew. */
export const wordPieces = (vocabulary: readonly string[]): ((word: string) => readonly number[]) => {
  const pieces = piecesOf(vocabulary)
  const known = new Map<string, readonly number[]>()
  return (word) => {
    const found = known.get(word)
    if (found) return found
    if (isTooLong(word)) return UNKNOWN
    const ids = split(word, pieces)
    if (word.length > LONGEST_CACHED_WORD) return ids
    if (known.size >= CACHED_WORDS) known.clear()
    known.set(detached(word), ids)
    return ids
  }
}

const LONGEST_TURN_MS = 5
const WORDS_BETWEEN_LOOKS = 64

type Weigh = (word: string) => number

/** Yields to the event loop once a turn has lasted long enough. */
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
 * The built-in model: token vectors times `weigh` of their word, summed, of length 1 (models/static-en/model.json).
 * A weight that is not finite counts as 0. Null: no known word, or all of weight 0. Never fails on a text.
 */
const staticEmbedding = (model: StaticModel): EmbeddingProvider => {
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
 * The packaged model, loaded and checked once.
 * @throws ModelUnusable when one of its files is missing or damaged
 */
export const loadStaticEmbedding = async (folder: URL = packagedModel()): Promise<EmbeddingProvider> =>
  staticEmbedding(await readStaticModel(folder))
