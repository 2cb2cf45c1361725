import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nth } from '../../src/indexing/mix.js'
import { signatureOf } from '../../src/indexing/signature.js'

const wave = (dimensions: number) => Float32Array.from({ length: dimensions }, (_, i) => Math.sin(i * i + 1))

/** A vector of independent numbers, the same for the same seed. */
const vector = (seed: number, dimensions: number) =>
  Float32Array.from({ length: dimensions }, (_, i) => nth(seed * dimensions + i) / 2 ** 32 - 0.5)

const hamming = (a: string, b: string): number => [...a].filter((bit, i) => bit !== b[i]).length

const angle = (a: Float32Array, b: Float32Array): number => {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return Math.acos(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)))
}

describe('the signature of a vector', () => {
  test.each([
    [3, '0dfd364766bd8b7e'],
    [256, '81ae52ac9c22469d'],
    [384, '7ea80588a634b271'],
    [1024, '7dc7298d7356430b'],
    [1536, '7fc1c987f921a997'],
  ])('is the stored format for %i dimensions', (dimensions, digest) => {
    const signature = signatureOf(wave(dimensions))
    expect(signature).toMatch(/^[01]{1024}$/)
    expect(createHash('sha256').update(signature).digest('hex').slice(0, 16)).toBe(digest)
  })

  test.each([256, 384, 1024, 1536, 3072])(
    'differs in as many bits as the angle says, in %i dimensions',
    (dimensions) => {
      for (const share of [0.1, 0.3, 0.5, 0.8, 1]) {
        const a = vector(2, dimensions)
        const noise = vector(3, dimensions)
        const b = a.map((x, i) => (1 - share) * x + share * (noise[i] ?? 0))
        const expected = angle(a, b) / Math.PI
        expect(Math.abs(hamming(signatureOf(a), signatureOf(b)) / 1024 - expected)).toBeLessThan(0.06)
      }
    },
  )

  test('does not depend on the length of the vector', () => {
    expect(signatureOf(wave(256).map((x) => 4 * x))).toBe(signatureOf(wave(256)))
  })

  test.each([
    ['nothing', new Float32Array(0)],
    ['zeros', new Float32Array(256)],
    ['no numbers', new Float32Array(256).fill(Number.NaN)],
  ])('of %s is all zeros', (_, empty) => expect(signatureOf(empty)).toBe('0'.repeat(1024)))
})
