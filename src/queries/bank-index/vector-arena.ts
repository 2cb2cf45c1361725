import { instantiate } from './vector-functions.js'

/** The length of a stored vector: products of two of them fit into 32 bits, and are exact to four decimals and more. */
export const LENGTH = 32_767

/** Vectors are stored in blocks of this size, so that a bank grows without copying. */
export const BLOCK_BYTES = 1 << 16
/** Before the blocks: a query, its products with the rows of one block, and a vector as the database sends it. */
const QUERY_BYTES = 1 << 15
const OUT = QUERY_BYTES
const OUT_BYTES = 1 << 14
const SENT = OUT + OUT_BYTES
const FIRST_BLOCK = 2 * BLOCK_BYTES
/** `vector_send` writes the number of dimensions and two more bytes before the numbers. */
const SENT_HEADER = 4
/** The functions read and write eight numbers at a time. */
const AT_A_TIME = 8
/** Vectors are padded with zeros to a multiple of 32 numbers: four SIMD registers. */
const LANES = 32

/** More than a column of Postgres takes. */
const MOST_DIMENSIONS = QUERY_BYTES / 2

export type VectorArena = ReturnType<typeof createVectorArena>

/** How many numbers of two bytes a vector takes, and how many vectors fit into one block. */
export type Layout = { readonly dimensions: number; readonly stride: number; readonly rows: number }

/** @throws RangeError for more than 16,384 dimensions */
export const layoutOf = (dimensions: number): Layout => {
  const stride = Math.ceil(dimensions / LANES) * LANES
  if (stride > MOST_DIMENSIONS) throw new RangeError(`vectors of ${dimensions} dimensions are not supported`)
  return { dimensions, stride, rows: Math.min(OUT_BYTES / 4, Math.floor(BLOCK_BYTES / (2 * stride))) }
}

type Pair = readonly [number, number]
/** A row, those at distance one and those at distance two, by address. */
export type Neighbourhood = { readonly own: number; readonly near: Pair; readonly far: Pair }
type Weights = { readonly own: number; readonly near: number; readonly far: number }

type BlockSearch = { readonly block: number; readonly least: number }

/** Rounds a number between -32,768 and 32,767; Math.round takes ten times as long. */
const rounded = (x: number): number => ((x + 32_768.5) | 0) - 32_768

/** The direction of a query, in the form of stored vectors: of length 32,767, each number rounded. Zeros have none. */
export const directionOf = (vector: Float32Array): Int16Array => {
  let squares = 0
  for (const x of vector) squares += x * x
  const scale = squares > 0 ? LENGTH / Math.sqrt(squares) : 0
  const direction = new Int16Array(vector.length)
  for (let i = 0; i < vector.length; i++) direction[i] = rounded(scale * (vector[i] ?? 0))
  return direction
}

/** Writes a vector to its place before the blocks, and zeros behind it; false where it has other dimensions. */
const isSent = (before: Buffer, sent: string, dimensions: number): boolean => {
  const end = SENT_HEADER + 4 * dimensions
  if (before.write(sent, SENT, 'base64') !== end) return false
  before.fill(0, SENT + end, SENT + end + 4 * AT_A_TIME)
  return true
}

/**
 * One WebAssembly memory with the vectors of all banks, in blocks. It grows up to 4 GiB and never shrinks, but released
 * blocks are used again; they are overwritten with zeros when they are released.
 */
export const createVectorArena = () => {
  const { memory, dots, direction, squares } = instantiate(FIRST_BLOCK / BLOCK_BYTES)
  const free: number[] = []
  let numbers = new Int16Array(memory.buffer)
  /** What is before the blocks. */
  let before = Buffer.from(memory.buffer, 0, FIRST_BLOCK)
  let blocks = 0

  return {
    /** The address of a block of zeros. Throws RangeError when the memory cannot grow. */
    allocate: (): number => {
      const known = free.pop()
      if (known !== undefined) return known
      memory.grow(1)
      numbers = new Int16Array(memory.buffer)
      before = Buffer.from(memory.buffer, 0, FIRST_BLOCK)
      return FIRST_BLOCK + blocks++ * BLOCK_BYTES
    },
    release: (block: number): void => {
      numbers.fill(0, block / 2, (block + BLOCK_BYTES) / 2)
      free.push(block)
    },
    /** The address of a row. */
    at: (block: number, { stride }: Layout, row: number): number => block + 2 * stride * row,
    /**
     * Writes the direction of a vector, what `vector_send` gives in base64, into the row at an address; nothing where it
     * has other dimensions than the layout.
     */
    store: (address: number, { dimensions }: Layout, sent: string): void => {
      if (isSent(before, sent, dimensions)) direction(SENT + SENT_HEADER, dimensions, address, LENGTH)
    },
    /** The length of a weighted sum of the rows at these addresses, in terms of the length of one. */
    lengthOf: ({ own, near, far }: Neighbourhood, { stride }: Layout, weights: Weights): number => {
      const bytes = stride * 2
      return Math.sqrt(squares(own, ...near, ...far, bytes, weights.own, weights.near, weights.far)) / LENGTH
    },
    /** The numbers of one row; valid until the next `allocate`. */
    row: (block: number, { stride, dimensions }: Layout, row: number): Int16Array => {
      const start = block / 2 + row * stride
      return numbers.subarray(start, start + dimensions)
    },
    /** The cosines of a direction and every row of a block, valid until the next call; undefined where all are less. */
    cosines: (query: Int16Array, { block, least }: BlockSearch, layout: Layout): Float32Array | undefined => {
      numbers.fill(0, query.length, layout.stride)
      numbers.set(query, 0)
      const largest = dots(0, block, layout.stride * 2, layout.rows, OUT, 1 / LENGTH ** 2)
      return largest < least ? undefined : new Float32Array(memory.buffer, OUT, layout.rows)
    },
  }
}

/** The cosines of a direction and every row of several blocks, one after the other. */
export const cosinesIn = (
  { cosines }: VectorArena,
  query: Int16Array,
  { blocks, layout }: { readonly blocks: readonly number[]; readonly layout: Layout },
): Float32Array => {
  const out = new Float32Array(blocks.length * layout.rows)
  for (const [i, block] of blocks.entries()) {
    const found = cosines(query, { block, least: Number.NEGATIVE_INFINITY }, layout)
    if (found) out.set(found, i * layout.rows)
  }
  return out
}
