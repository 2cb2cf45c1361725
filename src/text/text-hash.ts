import { createHash } from 'node:crypto'
import { lowerComposed } from './fold.js'

/**
 * The identity of a wording as a uuid: the first 16 bytes of the SHA-256 of the text composed (NFC), in lower case,
 * with white space folded and final full stops and exclamation marks removed. Every other sign counts, so "C" and
 * "C++", or "it is" and "it is?", differ. With another key the same words are another wording. A stored format: never change it.
 */
export const textHash = (text: string, key?: string): string => {
  // No line break is left in a normalised text.
  const named = key === undefined ? normalised(text) : `${normalised(text)}\n${key}`
  const hex = createHash('sha256').update(named, 'utf8').digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** The normalised text that is hashed. */
export const normalised = (text: string): string => {
  const folded = lowerComposed(text).replace(/\s+/g, ' ').trim()
  let end = folded.length
  while (end > 0 && '.! '.includes(folded.charAt(end - 1))) end--
  return end > 0 ? folded.slice(0, end) : folded
}

/**
 * Hash chain over the turns of a conversation: one name for each turn and all turns before it. Each is 16 bytes of the
 * SHA-256, in hex, of the previous name and the turn's key. Conversations with the same beginning share its names. A
 * stored format: never change it.
 */
export const chainOf = (base: string, keys: readonly string[]): readonly string[] => {
  let last = base
  return keys.map((key) => {
    last = createHash('sha256').update(`${last}${key}`).digest('hex').slice(0, 32)
    return last
  })
}
