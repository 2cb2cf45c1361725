import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slices, weighedSlices } from '../../src/concurrency/slices.js'

describe('slices', () => {
  test('hold every item once, in order, within the limit', () =>
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 9 }), (items, most) => {
        const parts = slices(items, most)
        expect(parts.flat()).toEqual(items)
        expect(parts.every(({ length }) => length > 0 && length <= most)).toBe(true)
      }),
    ))

  test('by weight are too heavy only if a single item is', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 9 }), (items, most) => {
        const parts = weighedSlices(items, { most, weight: 20, of: (item) => item })
        expect(parts.flat()).toEqual(items)
        for (const part of parts) {
          const sum = part.reduce((all, item) => all + item, 0)
          expect(part.length === 1 || (part.length <= most && sum <= 20)).toBe(true)
        }
      }),
    ))
})
