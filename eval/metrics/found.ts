/** The least share of a turn's content words that a memory must hold to count as that turn. */
const COVERED = 0.6
/** Words shorter than this say too little to tell turns apart. */
const SHORTEST = 3

/** The content words of a text, in lower case: runs of letters and digits of any script, of at least three characters. */
export const contentWords = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => word.length >= SHORTEST))

/**
 * Whether a memory's content stands for a turn: it holds at least 60 % of the turn's content words. A turn without any
 * ("Ok!") is found where the memory ends with its very words, whatever label stands before them.
 */
export const standsFor = (turn: string): ((content: string) => boolean) => {
  const wanted = [...contentWords(turn)]
  if (wanted.length === 0) {
    const words = plain(turn)
    return (content) => words !== '' && plain(content).endsWith(words)
  }
  return (content) => {
    const held = contentWords(content)
    return wanted.filter((word) => held.has(word)).length >= COVERED * wanted.length
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** For each gold turn the place (from 1) of the first content that stands for it; null where none does. */
export const ranksOf = (turns: readonly string[], contents: readonly string[]): readonly (number | null)[] =>
  turns.map((turn) => {
    const at = contents.findIndex(standsFor(turn))
    return at === -1 ? null : at + 1
  })
