import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import {
  cosinesIn,
  createVectorArena,
  DOT_PRODUCTS,
  directionOf,
  layoutOf,
} from '../../../src/queries/bank-index/vector-arena.js'

const vectorOf = (row: number, dimensions: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => ((row * 31 + i * 7) % 17) - 8)
const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)
const cosineOf = (a: Float32Array, b: Float32Array) => {
  const lengths = Math.sqrt(product(a, a) * product(b, b))
  return lengths > 0 ? product(a, b) / lengths : 0
}

test('products are the cosines of a plain loop, for any number of dimensions', () => {
  const sizes = fc.record({ dimensions: fc.integer({ min: 1, max: 600 }), rows: fc.integer({ min: 1, max: 300 }) })
  fc.assert(
    fc.property(sizes, ({ dimensions, rows }) => {
      const arena = createVectorArena()
      const layout = layoutOf(dimensions)
      const blocks = Array.from({ length: Math.ceil(rows / layout.rows) }, arena.allocate)
      for (let row = 0; row < rows; row++)
        arena
          .row(blocks[Math.floor(row / layout.rows)] ?? 0, layout, row % layout.rows)
          .set(directionOf(vectorOf(row, dimensions)))
      const query = vectorOf(3, dimensions)
      const products = cosinesIn(arena, directionOf(query), { blocks, layout })
      for (let row = 0; row < rows; row++)
        expect(Math.abs((products[row] ?? 0) - cosineOf(query, vectorOf(row, dimensions)))).toBeLessThan(1e-3)
    }),
    { numRuns: 30 },
  )
})

test('a vector is stored by its direction, and one of no length has none', () => {
  expect([...directionOf(Float32Array.of(3, -4))]).toEqual([19_660, -26_214])
  expect([...directionOf(Float32Array.of(0, 0))]).toEqual([0, 0])
})

test('vectors of more dimensions than a column takes are refused', () => {
  expect(layoutOf(16_000).rows).toBeGreaterThan(0)
  expect(() => layoutOf(16_385)).toThrow(RangeError)
})

test('the compiled module is that of its source', async () => {
  const source = await readFile(new URL('../../../src/queries/bank-index/dot-products.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const { buffer } = parseWat('dot-products.wat', source, { simd: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(DOT_PRODUCTS)
})
