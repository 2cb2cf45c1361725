/** What is used of WebAssembly: the types of Node leave it to those of a browser. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>)
    readonly exports: unknown
  }
}

/**
 * The compiled form of vectors.wat in base64: 256 dimensions times 20,000 vectors in a quarter of a millisecond, where a loop in
 * JavaScript takes six. A test compiles the source again and compares.
 */
export const VECTORS = [
  'AGFzbQEAAAABQAdgBn9/f39/fQBgBn9/f39/fwF/YAJ7ewF7YAR/f398AGAJf39/f39/fX19AX1gAn9/AXtgCHt7e3t7fX19AXsCEgEGbWVtb3J5Bm1lbW9yeQ',
  'IAAQMJCAABAgMCBAUGByUEBGRvdHMAAARuZWFyAAEJZGlyZWN0aW9uAAMHc3F1YXJlcwAFCp4JCKECAgJ/BHsCQANAIANFDQH9DAAAAAAAAAAAAAAAAAAAAAAh',
  'CP0MAAAAAAAAAAAAAAAAAAAAACEJ/QwAAAAAAAAAAAAAAAAAAAAAIQr9DAAAAAAAAAAAAAAAAAAAAAAhCyAAIQYgACACaiEHA0AgCCAG/QAEACAB/QAEAP26Af',
  '2uASEIIAkgBv0ABBAgAf0ABBD9ugH9rgEhCSAKIAb9AAQgIAH9AAQg/boB/a4BIQogCyAG/QAEMCAB/QAEMP26Af2uASELIAZBwABqIQYgAUHAAGohASAGIAdJ',
  'DQALIAggCf2uASAKIAv9rgH9rgEhCCAEIAUgCP0bACAI/RsBaiAI/RsCIAj9GwNqarKUOAIAIARBBGohBCADQQFrIQMMAAsLC+kCAgN/BnsgBf0RIQoCQANAIA',
  'YgA08NAf0MAAAAAAAAAAAAAAAAAAAAACEL/QwAAAAAAAAAAAAAAAAAAAAAIQz9DAAAAAAAAAAAAAAAAAAAAAAhDf0MAAAAAAAAAAAAAAAAAAAAACEOIAAhByAB',
  'IAJqIQgDQCAB/QAEACEJIAsgCSAH/QAEAP26Af2uASELIAwgCSAH/QAEEP26Af2uASEMIA0gCSAH/QAEIP26Af2uASENIA4gCSAH/QAEMP26Af2uASEOIAH9AA',
  'QQIQkgCyAJIAf9AARA/boB/a4BIQsgDCAJIAf9AARQ/boB/a4BIQwgDSAJIAf9AARg/boB/a4BIQ0gDiAJIAf9AARw/boB/a4BIQ4gAUEgaiEBIAdBgAFqIQcg',
  'ASAISQ0ACyALIA0QAiAMIA4QAhACIQkgCSAK/T/9UwRAIAQgBjYCACAEIAn9CwIEIARBFGohBAsgBkEBaiEGDAALCyAECzEAIAAgAf0NAAECAxAREhMEBQYHFB',
  'UWFyAAIAH9DQgJCgsYGRobDA0ODxwdHh/9rgEL6gEDAn8EewF8IAAgAUEEbGohBSAAIQQDQCAE/QAEACAE/QAEAP0NAwIBAAcGBQQLCgkIDw4NDCEGIAQgBv0L',
  'BAAgBv1fIQcgCCAHIAf98gH98AEhCCAGIAb9DQgJCgsMDQ4PAAECAwQFBgf9XyEHIAggByAH/fIB/fABIQggBEEQaiEEIAQgBUkNAAsgCP0hACAI/SEBoCEKIA',
  'pEAAAAAAAAAABkBEAgAyAKn6P9FCEJCyAAIQQDQCACIAT9AAQAIAkQBCAE/QAEECAJEAT9hQH9CwQAIARBIGohBCACQRBqIQIgBCAFSQ0ACwtGACABIAD9X/3y',
  'Af2UAf38ASABIAAgAP0NCAkKCwwNDg8AAQIDBAUGB/1f/fIB/ZQB/fwB/Q0AAQIDBAUGBxAREhMUFRYXC1sCAX8BewNAIAogACAJEAYgASAJEAYgAiAJEAYgAy',
  'AJEAYgBCAJEAYgBiAHIAgQB/3kASEKIAlBCGohCSAJIAVJDQALIAr9HwAgCv0fAZIgCv0fAiAK/R8DkpILCwAgACABav0DAwALQQEBeyAF/RMgAP36Af3mASAG',
  '/RMgASAC/a4B/foB/eYBIAf9EyADIAT9rgH9+gH95gH95AH95AEhCCAIIAj95gEL',
].join('')

/** The functions of the module, as vectors.wat describes them. Addresses and strides are in bytes. */
type Functions = {
  /** out[row] = scale · query · vector[row] */
  readonly dots: (query: number, vector: number, stride: number, rows: number, out: number, scale: number) => void
  /** For each row with a product of at least `least`: its number and its products with four queries; and where that ends. */
  readonly near: (queries: number, vector: number, stride: number, rows: number, out: number, least: number) => number
  readonly direction: (vector: number, count: number, out: number, length: number) => void
  /** The squared length of own · e + near · (a + b) + far · (c + d). */
  readonly squares: (...of: readonly [...Neighbourhood, stride: number, ...Weights]) => number
}

/** Pages of 64 KiB: 4 GiB. */
const MOST_PAGES = 65_536

const instantiate = (pages: number) => {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES })
  const module = new WebAssembly.Module(Buffer.from(VECTORS, 'base64'))
  const { exports } = new WebAssembly.Instance(module, { memory: { memory } })
  return { memory, ...(exports as Functions) } // what vectors.wat exports
}

/** The length of a stored vector: products of two of them fit into 32 bits, and are exact to four decimals and more. */
const LENGTH = 32_767

/** Vectors are stored in blocks of this size, so that an index grows without copying. */
export const BLOCK_BYTES = 1 << 16
/** Queries that are compared at once. */
export const QUERIES = 4
/** Before the blocks: queries, their products with the rows of one block, and a vector as the database sends it. */
const QUERY_BYTES = 1 << 15
const OUT = QUERIES * QUERY_BYTES
const OUT_BYTES = 1 << 15
const SENT = OUT + OUT_BYTES
const FIRST_BLOCK = 4 * BLOCK_BYTES
/** `vector_send` writes the number of dimensions and two more bytes before the numbers. */
const SENT_HEADER = 4
/** The functions read and write eight numbers at a time. */
const AT_A_TIME = 8
/** Vectors are padded with zeros to a multiple of 32 numbers: four SIMD registers. */
const LANES = 32

/** More than a column of Postgres takes. */
const MOST_DIMENSIONS = QUERY_BYTES / 2

/** How many numbers of two bytes a vector takes, and how many vectors fit into one block. */
export type Layout = { readonly dimensions: number; readonly stride: number; readonly rows: number }

/** @throws RangeError for more than 16,384 dimensions */
export const layoutOf = (dimensions: number): Layout => {
  const stride = Math.ceil(dimensions / LANES) * LANES
  if (stride > MOST_DIMENSIONS) throw new RangeError(`vectors of ${dimensions} dimensions are not supported`)
  return { dimensions, stride, rows: Math.floor(BLOCK_BYTES / (2 * stride)) }
}

/** The address of a row of a block. */
export const rowAt = (block: number, { stride }: Layout, row: number): number => block + 2 * stride * row

/** The addresses of a row, of those at distance one and of those at distance two. */
export type Neighbourhood = readonly [e: number, a: number, b: number, c: number, d: number]
/** What these rows count. */
type Weights = readonly [own: number, near: number, far: number]

/** Up to four directions side by side, eight numbers of each in turn. */
export type Queries = { readonly numbers: Int16Array; readonly count: number }

type BlockSearch = { readonly block: number; readonly least: number }
type NearVisitor = (query: number, row: number, cosine: number) => void

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
 * One WebAssembly memory with the vectors of all indexes, in blocks. It grows up to 4 GiB and never shrinks, but released
 * blocks are used again; they are overwritten with zeros when they are released.
 */
export class VectorArena {
  private readonly functions = instantiate(FIRST_BLOCK / BLOCK_BYTES)
  private readonly free: number[] = []
  private numbers = new Int16Array(this.functions.memory.buffer)
  /** What is before the blocks. */
  private before = Buffer.from(this.functions.memory.buffer, 0, FIRST_BLOCK)
  private blocks = 0

  /** The address of a block of zeros. Throws RangeError when the memory cannot grow. */
  allocate(): number {
    const known = this.free.pop()
    if (known !== undefined) return known
    const { memory } = this.functions
    memory.grow(1)
    this.numbers = new Int16Array(memory.buffer)
    this.before = Buffer.from(memory.buffer, 0, FIRST_BLOCK)
    return FIRST_BLOCK + this.blocks++ * BLOCK_BYTES
  }

  release(block: number): void {
    this.numbers.fill(0, block / 2, (block + BLOCK_BYTES) / 2)
    this.free.push(block)
  }

  /** Writes the direction of a vector (base64 of `vector_send`) to an address; nothing for other dimensions. */
  store(address: number, { dimensions }: Layout, sent: string): void {
    if (!isSent(this.before, sent, dimensions)) return
    this.functions.direction(SENT + SENT_HEADER, dimensions, address, LENGTH)
  }

  /** The length of a weighted sum of the rows at these addresses, in terms of the length of one. */
  lengthOf(rows: Neighbourhood, { stride }: Layout, weights: Weights): number {
    return Math.sqrt(this.functions.squares(...rows, stride * 2, ...weights)) / LENGTH
  }

  /** The numbers of the row at an address; valid until the next `allocate`. */
  row(address: number, { dimensions }: Layout): Int16Array {
    return this.numbers.subarray(address / 2, address / 2 + dimensions)
  }

  /** The cosines of a direction and every row of a block, valid until the next call. */
  cosines(query: Int16Array, block: number, layout: Layout): Float32Array {
    this.numbers.fill(0, query.length, layout.stride)
    this.numbers.set(query, 0)
    const { memory, dots } = this.functions
    dots(0, block, layout.stride * 2, layout.rows, OUT, 1 / LENGTH ** 2)
    return new Float32Array(memory.buffer, OUT, layout.rows)
  }

  /** Gives the rows of a block whose cosine with one of the queries is at least `least`. */
  near(
    { numbers, count }: Queries,
    { block, least, found }: BlockSearch & { readonly found: NearVisitor },
    layout: Layout,
  ): void {
    this.numbers.set(numbers, 0)
    const { memory, near } = this.functions
    const floor = Math.min(Math.ceil(least * LENGTH ** 2), 2 ** 31 - 1)
    const end = near(0, block, layout.stride * 2, layout.rows, OUT, floor)
    const products = new Int32Array(memory.buffer, OUT, (end - OUT) / 4)
    for (let at = 0; at < products.length; at += 1 + QUERIES)
      for (let query = 0; query < count; query++) {
        const product = products[at + 1 + query] ?? 0
        if (product >= floor) found(query, products[at] ?? 0, product / LENGTH ** 2)
      }
  }
}

/** Puts up to four directions side by side. */
export const queriesOf = (directions: readonly Int16Array[], { stride }: Layout): Queries => {
  const numbers = new Int16Array(QUERIES * stride)
  for (const [query, direction] of directions.entries())
    for (let i = 0; i < direction.length; i += AT_A_TIME)
      numbers.set(direction.subarray(i, i + AT_A_TIME), QUERIES * i + AT_A_TIME * query)
  return { numbers, count: directions.length }
}

type VectorRows = { readonly blocks: readonly number[]; readonly layout: Layout; readonly out: Float32Array }

/** Writes the cosines of a direction and every row of several blocks, one after the other. */
export const cosinesIn = (arena: VectorArena, query: Int16Array, { blocks, layout, out }: VectorRows): void => {
  for (const [i, block] of blocks.entries()) out.set(arena.cosines(query, block, layout), i * layout.rows)
}
