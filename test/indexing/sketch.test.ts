import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sketchOf } from '../../src/indexing/sketch.js'

const shareABand = (a: string, b: string): boolean => {
  const keys = new Set(sketchOf(a))
  return sketchOf(b).some((key) => keys.has(key))
}

/** Two texts of which `both` words are common and `each` are not, in either. */
const pair = (seed: number, both: number, each: number): readonly [string, string] => {
  const words = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${seed}x${i}`)
  const common = words('common', both)
  return [[...common, ...words('left', each)].join(' '), [...words('right', each), ...common].join(' ')]
}

const shareOf = (both: number, each: number): number => {
  const pairs = Array.from({ length: 1000 }, (_, seed) => pair(seed, both, each))
  return pairs.filter(([a, b]) => shareABand(a, b)).length / pairs.length
}

describe('the sketch of a text', () => {
  test('is the stored format', () => {
    expect(sketchOf('Anna moved to a small flat in Lisbon')).toEqual([
      -1728384087, 1834085862, 1101998238, 570530239, 2031860861, 775169662, 1468531723, 714190250,
    ])
    expect(sketchOf('to be or not to be')).toEqual([
      -1141742248, 1457594987, 347834765, 1492867787, 1534808166, 2085854700, 429823825, 2086499095,
    ])
  })

  test('texts whose words overlap by 0.7 share a key more than 98 times in 100', () => {
    expect(shareOf(14, 3)).toBeGreaterThan(0.98)
    expect(shareOf(7, 1)).toBeGreaterThan(0.98)
  })

  test('texts that overlap little seldom share one, texts that do not never', () => {
    expect(shareOf(2, 9)).toBeLessThan(0.15)
    expect(shareOf(0, 10)).toBe(0)
  })

  test('order, repetition, case and stop words do not matter', () => {
    expect(sketchOf('The old cat and a dog')).toEqual(sketchOf('dog, CAT, old cat!'))
  })

  test('has eight 32-bit keys, or none without a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const keys = sketchOf(text)
        expect([0, 8]).toContain(keys.length)
        for (const key of keys) expect(key).toBe(key | 0)
      }),
    )
    expect(sketchOf('… 😀')).toEqual([])
  })
})
