import { z } from 'zod'
import { ProviderRejected } from './errors.js'
import { MalformedAnswer } from './openai-fault.js'

const answerSchema = z.object({
  data: z.array(
    z.object({
      index: z.int().nullish(),
      embedding: z.union([z.string(), z.array(z.unknown())]),
    }),
  ),
})
type Item = z.infer<typeof answerSchema>['data'][number]

const refused = (fault: string, dimensions: number) =>
  new ProviderRejected(
    'embedding',
    `${fault}; check EMBEDDING_MODEL and EMBEDDING_DIMENSIONS (${dimensions}), or NEXT_EMBEDDING_*`,
  )

/** float32 little-endian in base64, or plain numbers (a server may send null for a number it could not compute). */
const numbersOf = (embedding: Item['embedding']): readonly number[] => {
  if (typeof embedding !== 'string') return embedding.map((x) => (typeof x === 'number' ? x : Number.NaN))
  const bytes = Buffer.from(embedding, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(4 * i))
}

const unitVector = ({ embedding }: Item, dimensions: number): Float32Array | null => {
  const numbers = numbersOf(embedding)
  if (numbers.length !== dimensions) throw refused(`a vector of ${numbers.length} dimensions came`, dimensions)
  const norm = Math.hypot(...numbers)
  if (!Number.isFinite(norm)) throw refused('a vector with something that is no finite number came', dimensions)
  return norm === 0 ? null : Float32Array.from(numbers, (x) => x / norm)
}

/** By `index`; by place where the server gives no index at all. */
const inOrder = (items: readonly Item[], dimensions: number): readonly Item[] => {
  if (items.every(({ index }) => index == null)) return items
  const byIndex = new Map(items.map((item) => [item.index, item]))
  return items.map((_, i) => {
    const item = byIndex.get(i)
    if (!item) throw refused(`no vector came for text ${i} of a batch`, dimensions)
    return item
  })
}

/**
 * The unit vectors of an answer of POST /embeddings, in the order of the texts sent. null: a vector of zeros.
 * @throws MalformedAnswer when it has not the form of such an answer
 * @throws ProviderRejected for another number of vectors, other dimensions, a value that is no finite number
 */
export const vectorsOf = (answer: unknown, count: number, dimensions: number): readonly (Float32Array | null)[] => {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) throw new MalformedAnswer()
  const { data } = parsed.data
  if (data.length !== count) throw refused(`${data.length} vectors came for ${count} texts`, dimensions)
  return inOrder(data, dimensions).map((item) => unitVector(item, dimensions))
}
