/** Spreads a 32-bit number over 32 bits: the finaliser of MurmurHash3 (Austin Appleby, public domain). Fixed for ever. */
export const mix = (value: number): number => {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The nth of an endless row of pseudo-random 32-bit numbers (a Weyl sequence, mixed). Fixed for ever. */
export const nth = (n: number): number => mix(Math.imul(n + 1, 0x9e3779b9))
