import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { createVectorArena, DOT_PRODUCTS, layoutOf } from '../../../src/queries/bank-index/vector-arena.js'

test('products are those of a plain loop, for any number of dimensions', () => {
  const sizes = fc.record({ dimensions: fc.integer({ min: 1, max: 600 }), rows: fc.integer({ min: 1, max: 300 }) })
  fc.assert(
    fc.property(sizes, ({ dimensions, rows }) => {
      const arena = createVectorArena()
      const layout = layoutOf(dimensions)
      const number = (row: number, i: number) => ((row * 31 + i * 7) % 17) - 8
      const blocks = Array.from({ length: Math.ceil(rows / layout.rows) }, arena.allocate)
      for (let row = 0; row < rows; row++)
        arena
          .row(blocks[Math.floor(row / layout.rows)] ?? 0, layout, row % layout.rows)
          .set(Array.from({ length: dimensions }, (_, i) => number(row, i)))
      const query = Float32Array.from({ length: dimensions }, (_, i) => number(3, i))
      const products = arena.products(query, blocks, layout)
      for (let row = 0; row < rows; row++) {
        const expected = query.reduce((sum, x, i) => sum + x * number(row, i), 0)
        expect(products[row]).toBeCloseTo(expected, 1)
      }
    }),
    { numRuns: 30 },
  )
})

test('vectors of more than 4,096 dimensions are refused', () => {
  expect(layoutOf(4096).rows).toBeGreaterThan(0)
  expect(() => layoutOf(4097)).toThrow(RangeError)
})

test('the compiled module is that of its source', async () => {
  const source = await readFile(new URL('../../../src/queries/bank-index/dot-products.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const { buffer } = parseWat('dot-products.wat', source, { simd: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(DOT_PRODUCTS)
})
