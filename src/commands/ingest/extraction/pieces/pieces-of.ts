import { type Block, blocksOf } from './blocks.js'
import { atomsOf, packed } from './split-text.js'

/** A memory is about this long at most, in UTF-16 units: longer ones blur in search. */
const LONGEST = 600
/** A code block or table is worth more whole. */
const LONGEST_WHOLE = 4000

const atomsOfBlock = ({ text, whole }: Block): readonly string[] => {
  if (!whole) return atomsOf(text, LONGEST)
  return text.length <= LONGEST_WHOLE ? [text] : packed(atomsOf(text, LONGEST_WHOLE), LONGEST_WHOLE)
}

/** Cuts a long text into pieces. Nothing is lost but white space at the cuts. */
export const piecesOf = (text: string): readonly string[] => {
  const trimmed = text.trim()
  if (trimmed.length <= LONGEST) return trimmed === '' ? [] : [trimmed]
  return packed(blocksOf(trimmed).flatMap(atomsOfBlock), LONGEST)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
}
