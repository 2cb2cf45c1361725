import { createHash } from 'node:crypto'

/** Four bits an id in 32 bits an id: one in some thousands is suspected wrongly. */
const BITS_AN_ID = 32
const LEAST_BYTES = 1 << 16
const MOST_BYTES = 64 << 20

/**
 * Tells ids that may have been seen before: never none of those that were, and few others. A Bloom filter, so that its
 * size is bounded however many ids there are (B. H. Bloom, Space/time trade-offs in hash coding, 1970).
 */
export const seenBefore = (ids: number): ((id: string) => boolean) => {
  const wanted = Math.ceil((ids * BITS_AN_ID) / 8)
  const bytes = new Uint8Array(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, wanted)))
  return (id) => {
    const hash = createHash('md5').update(id).digest()
    let seen = true
    for (let place = 0; place < 16; place += 4) {
      const bit = hash.readUInt32LE(place) % (bytes.length * 8)
      const mask = 1 << (bit & 7)
      const held = bytes[bit >> 3] ?? 0
      seen &&= (held & mask) !== 0
      bytes[bit >> 3] = held | mask
    }
    return seen
  }
}
