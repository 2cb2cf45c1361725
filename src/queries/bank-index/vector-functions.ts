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
  readonly squares: (
    ...of: readonly [
      ...[e: number, a: number, b: number, c: number, d: number],
      ...[stride: number, own: number, near: number, far: number],
    ]
  ) => number
}

/** Pages of 64 KiB: 4 GiB. */
const MOST_PAGES = 65_536

export const instantiate = (pages: number) => {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES })
  const module = new WebAssembly.Module(Buffer.from(VECTORS, 'base64'))
  const { exports } = new WebAssembly.Instance(module, { memory: { memory } })
  return { memory, ...(exports as Functions) } // what vectors.wat exports
}
