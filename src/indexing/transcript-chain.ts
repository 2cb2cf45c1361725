import { createHash } from 'node:crypto'

/**
 * Names of the beginnings of a conversation, one for each of these turns and all before it: 16 bytes of SHA-256 in hex of
 * the name before and the turn's key. Two conversations with one beginning give it one name. A stored format: never change it.
 */
export const chainOf = (base: string, keys: readonly string[]): readonly string[] => {
  let last = base
  return keys.map((key) => {
    last = createHash('sha256').update(`${last}${key}`).digest('hex').slice(0, 32)
    return last
  })
}
