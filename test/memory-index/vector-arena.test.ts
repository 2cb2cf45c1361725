import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import {
  cosinesIn,
  directionOf,
  layoutOf,
  QUERIES,
  queriesOf,
  rowAt,
  VECTORS,
  VectorArena,
} from '../../src/memory-index/vector-arena.js'
import { sent } from './a-memory.js'

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
      const arena = new VectorArena()
      const layout = layoutOf(dimensions)
      const blocks = Array.from({ length: Math.ceil(rows / layout.rows) }, () => arena.allocate())
      for (let row = 0; row < rows; row++)
        arena.store(
          rowAt(blocks[Math.floor(row / layout.rows)] ?? 0, layout, row % layout.rows),
          layout,
          sent(vectorOf(row, dimensions)),
        )
      const query = vectorOf(3, dimensions)
      const products = new Float32Array(blocks.length * layout.rows)
      cosinesIn(arena, directionOf(query), { blocks, layout, out: products })
      for (let row = 0; row < rows; row++)
        expect(Math.abs((products[row] ?? 0) - cosineOf(query, vectorOf(row, dimensions)))).toBeLessThan(1e-3)
    }),
    { numRuns: 30 },
  )
})

test('the rows that are near to up to four queries are those of a plain loop, with its cosines', () => {
  const sizes = fc.record({
    dimensions: fc.integer({ min: 1, max: 600 }),
    count: fc.integer({ min: 1, max: QUERIES }),
    least: fc.double({ min: -0.5, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(sizes, ({ dimensions, count, least }) => {
      const arena = new VectorArena()
      const layout = layoutOf(dimensions)
      const block = arena.allocate()
      for (let row = 0; row < layout.rows; row++)
        arena.store(rowAt(block, layout, row), layout, sent(vectorOf(row, dimensions)))
      const directions = Array.from({ length: count }, (_, query) => directionOf(vectorOf(5 * query + 2, dimensions)))
      const near = new Map<string, number>()
      const found = (query: number, row: number, cosine: number) => void near.set(`${query}:${row}`, cosine)
      arena.near(queriesOf(directions, layout), { block, least, found }, layout)
      for (const [query, direction] of directions.entries())
        for (const [row, cosine] of [...arena.cosines(direction, block, layout)].entries()) {
          const told = near.get(`${query}:${row}`)
          if (told === undefined) expect(cosine).toBeLessThan(least + 1e-6)
          else expect(Math.abs(told - cosine)).toBeLessThan(1e-6)
        }
      expect(Math.min(...near.values())).toBeGreaterThanOrEqual(least - 1e-9)
    }),
    { numRuns: 30 },
  )
})

test('a vector is stored by its direction, and one of no length has none', () => {
  expect([...directionOf(Float32Array.of(3, -4))]).toEqual([19_660, -26_214])
  expect([...directionOf(Float32Array.of(0, 0))]).toEqual([0, 0])
})

const floats = fc.float32Array({ minLength: 1, maxLength: 100, noNaN: true, noDefaultInfinity: true })

test('a stored vector has the direction of a query of the same numbers, and nothing beside it is written', () => {
  fc.assert(
    fc.property(floats, (vector) => {
      const arena = new VectorArena()
      const layout = layoutOf(vector.length)
      const block = arena.allocate()
      arena.store(rowAt(block, layout, 1), layout, sent(vector))
      const stored = arena.row(rowAt(block, layout, 1), { ...layout, dimensions: layout.stride })
      for (const [i, expected] of directionOf(vector).entries())
        expect(Math.abs((stored[i] ?? 0) - expected)).toBeLessThanOrEqual(1) // halves are rounded to either side
      const others = [
        stored.subarray(vector.length),
        arena.row(rowAt(block, layout, 0), layout),
        arena.row(rowAt(block, layout, 2), layout),
      ]
      for (const row of others) expect(row.every((x) => x === 0)).toBe(true)
    }),
  )
})

test('a vector of other dimensions is not stored, and leaves nothing for the next', () => {
  const arena = new VectorArena()
  const layout = layoutOf(3)
  const block = arena.allocate()
  arena.store(rowAt(block, layout, 0), layout, sent(Float32Array.of(1, 2, 3, 4)))
  expect([...arena.row(rowAt(block, layout, 0), layout)]).toEqual([0, 0, 0])
  const wide = layoutOf(40)
  arena.store(rowAt(block, wide, 0), wide, sent(new Float32Array(40).fill(1)))
  arena.store(rowAt(block, layout, 1), layout, sent(Float32Array.of(0, 2, 0)))
  expect([...arena.row(rowAt(block, layout, 1), { ...layout, dimensions: layout.stride })].slice(0, 5)).toEqual([
    0, 32_767, 0, 0, 0,
  ])
})

test('the length of a weighted sum is that of a plain loop', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (dimensions) => {
      const arena = new VectorArena()
      const layout = layoutOf(dimensions)
      const block = arena.allocate()
      const weights = [1, 0.5, 0.5, 0.1, 0.1]
      const rows = weights.map((_, row) => rowAt(block, layout, row))
      for (const [i, at] of rows.entries()) arena.store(at, layout, sent(vectorOf(i, dimensions)))
      const directions = weights.map((_, row) => arena.row(rowAt(block, layout, row), layout))
      const sum = Float64Array.from({ length: dimensions }, (_, d) =>
        weights.reduce((total, weight, row) => total + (weight * (directions[row]?.[d] ?? 0)) / 32_767, 0),
      )
      const [own = 0, a = 0, b = 0, c = 0, d = 0] = rows
      const length = arena.lengthOf([own, a, b, c, d], layout, [1, 0.5, 0.1])
      expect(length).toBeCloseTo(Math.sqrt(sum.reduce((total, x) => total + x * x, 0)), 4)
    }),
    { numRuns: 30 },
  )
})

test('vectors of more dimensions than a column takes are refused', () => {
  expect(layoutOf(16_000).rows).toBeGreaterThan(0)
  expect(() => layoutOf(16_385)).toThrow(RangeError)
})

test('the compiled module is that of its source', async () => {
  const source = await readFile(new URL('../../src/memory-index/vectors.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const { buffer } = parseWat('vectors.wat', source, { simd: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(VECTORS)
})
