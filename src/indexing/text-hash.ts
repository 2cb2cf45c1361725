import { createHash } from 'node:crypto'
import { lowerComposed } from './fold.js'

/**
 * The identity of a wording, in the form of a uuid: the first 16 bytes of the SHA-256 of the text composed (NFC), in
 * lower case, with white space folded and final full stops and exclamation marks dropped. Every other sign counts, so
 * "C" and "C++", or "it is" and "it is?", stay apart. A stored format: never change it.
 */
export const textHash = (text: string): string => {
  const hex = createHash('sha256').update(normalised(text), 'utf8').digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** The text as its hash sees it. */
export const normalised = (text: string): string => {
  const folded = lowerComposed(text).replace(/\s+/g, ' ').trim()
  let end = folded.length
  while (end > 0 && '.! '.includes(folded.charAt(end - 1))) end--
  return end > 0 ? folded.slice(0, end) : folded
}

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
