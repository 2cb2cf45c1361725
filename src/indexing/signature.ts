import { nth } from './mix.js'

/** The length of a signature, in bits. */
export const SIGNATURE_BITS = 1024

/** Shorter vectors are padded to this length, so that a few blocks give all bits. */
const LEAST = 256

const ZERO = '0'.charCodeAt(0)
const ONE = '1'.charCodeAt(0)

/**
 * The sign bits of a fixed pseudo-random rotation of a vector, as 1,024 characters '0' and '1'. The share of bits in
 * which two signatures differ estimates the angle between the vectors, divided by π (Charikar 2002), so the nearest
 * vectors can be selected by Hamming distance. The rotation: random signs, then a Hadamard transform (Ailon and
 * Chazelle 2009). Works for any number of dimensions; the length of the vector has no effect. A stored format: never
 * change it.
 */
export const signatureOf = (vector: Float32Array): string => {
  const size = sizeFor(vector.length)
  const blocks = Math.max(1, SIGNATURE_BITS / size)
  const bits = Buffer.alloc(SIGNATURE_BITS)
  for (let block = 0; block < blocks; block++) {
    const rotated = rotate(vector, signs(size, block))
    const kept = positions(size)
    for (let i = 0; i < kept.length; i++) {
      bits[block * kept.length + i] = (rotated[kept[i] ?? 0] ?? 0) > 0 ? ONE : ZERO
    }
  }
  return bits.toString('latin1')
}

const sizeFor = (dimensions: number): number => {
  let size = LEAST
  while (size < dimensions) size *= 2
  return size
}

const rotate = (vector: Float32Array, sign: Float32Array): Float64Array => {
  const rotated = new Float64Array(sign.length)
  for (let i = 0; i < vector.length; i++) rotated[i] = (vector[i] ?? 0) * (sign[i] ?? 0)
  hadamard(rotated)
  return rotated
}

/** The fast Walsh-Hadamard transform in place, without scaling: only the signs are used. */
const hadamard = (values: Float64Array): void => {
  for (let half = 1; half < values.length; half *= 2) {
    for (let start = 0; start < values.length; start += 2 * half) {
      for (let i = start; i < start + half; i++) {
        const a = values[i] ?? 0
        const b = values[i + half] ?? 0
        values[i] = a + b
        values[i + half] = a - b
      }
    }
  }
}

/** Caches the result for each key; the result depends on the key alone. */
const remembered = <Key, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** Each size has its own sequence of signs; block b of size n uses signs b·n … b·n + n - 1. */
const signRow = remembered((size: number) =>
  Float32Array.from({ length: Math.max(size, SIGNATURE_BITS) }, (_, i) => (nth(i) & 0x10000 ? 1 : -1)),
)

const signs = (size: number, block: number): Float32Array => signRow(size).subarray(block * size, (block + 1) * size)

/** The coordinates of a block that are kept: all, or a fixed random selection of 1,024 (Fisher, Yates). */
const positions = remembered((size: number) => {
  const order = Array.from({ length: size }, (_, i) => i)
  if (size <= SIGNATURE_BITS) return order
  return order.slice(0, SIGNATURE_BITS).map((_, i) => {
    const from = i + (nth(size + i) % (size - i))
    const chosen = order[from] ?? 0
    order[from] = order[i] ?? 0
    return chosen
  })
})
