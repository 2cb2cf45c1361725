/**
 * Spreads a 32-bit number over 32 bits: the finaliser of MurmurHash3 (Austin Appleby, public domain). Part of stored
 * formats: never change it.
 */
export const mix = (value: number): number => {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/**
 * The nth number of an infinite pseudo-random sequence of 32-bit numbers (a Weyl sequence, mixed). Part of stored
 * formats: never change it.
 */
export const nth = (n: number): number => mix(Math.imul(n + 1, 0x9e3779b9))
