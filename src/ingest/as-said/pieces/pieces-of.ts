import { fencedLines } from '../../../import/fences.js'
import { above, belowAll, type Headings } from '../../../import/headings.js'
import { sentencesOf } from '../../../text/sentences.js'

/** A part of a turn: text that may be cut between sentences, or a code block or table that should stay whole. */
type Block = { readonly text: string; readonly whole: boolean }

const ROW = /^\s{0,12}\|.{0,10000}\||^[^|\n]{1,400}\|[^|\n]{0,400}\|/

const tableLines = (lines: readonly string[]): readonly boolean[] => {
  const rows = lines.map((line) => ROW.test(line))
  return rows.map((row, index) => row && (rows[index - 1] === true || rows[index + 1] === true))
}

/** Splits a text into blocks; their concatenation is the text. */
const blocksOf = (text: string): readonly Block[] => {
  const lines = text.split('\n')
  const fenced = fencedLines(lines)
  const table = tableLines(lines)
  const blocks: { readonly lines: string[]; readonly whole: boolean }[] = []
  for (const [index, line] of lines.entries()) {
    const whole = fenced[index] === true || table[index] === true
    const last = blocks.at(-1)
    const kept = index < lines.length - 1 ? `${line}\n` : line
    if (last && last.whole === whole) last.lines.push(kept)
    else blocks.push({ lines: [kept], whole })
  }
  return blocks.map(({ lines: own, whole }) => ({ text: own.join(''), whole }))
}

const insideCharacter = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

/**
 * Cuts at the last space before the limit, else between two characters, where possible not before a mark or a joiner.
 */
const cutHard = (text: string, limit: number): readonly string[] => {
  const parts: string[] = []
  let from = 0
  while (text.length - from > limit) {
    const space = text.lastIndexOf(' ', from + limit - 1)
    let at = space > from + limit / 2 ? space + 1 : from + limit
    for (let back = 0; back < 16 && (insideCharacter(text, at) || /[\p{M}\u200d]/u.test(text.charAt(at))); back += 1)
      at -= 1
    if (insideCharacter(text, at)) at -= 1
    parts.push(text.slice(from, at))
    from = at
  }
  return [...parts, text.slice(from)]
}

/** Lines, sentences of long lines, parts of long sentences; their concatenation is the text. */
const atomsOf = (text: string, limit: number): readonly string[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).flatMap((line) =>
    line.length <= limit ? [line] : sentencesOf(line).flatMap((sentence) => cutHard(sentence, limit)),
  )

/** Packs neighbours into as few strings as the limit allows, in order. */
const packed = (atoms: readonly string[], limit: number): readonly string[] => {
  const packs: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const atom of atoms) {
    if (size + atom.length > limit) {
      packs.push([])
      size = 0
    }
    packs.at(-1)?.push(atom)
    size += atom.length
  }
  return packs.map((pack) => pack.join(''))
}

/** Target length of a memory in UTF-16 units: longer ones match less precisely in search. */
const LONGEST = 600
/** A code block or table is more useful whole. */
const LONGEST_WHOLE = 4000

const atomsOfBlock = ({ text, whole }: Block): readonly string[] => {
  if (!whole) return atomsOf(text, LONGEST)
  return text.length <= LONGEST_WHOLE ? [text] : packed(atomsOf(text, LONGEST_WHOLE), LONGEST_WHOLE)
}

type Below = { readonly headings: Headings; readonly text: string }

/** Cuts a long text into pieces, each with the headings that it stands below. Only white space at the cuts is lost. */
export const piecesOf = (text: string, outer: Headings = []): readonly Below[] => {
  const trimmed = text.trim()
  if (trimmed.length <= LONGEST) return trimmed === '' ? [] : [{ headings: outer, text: trimmed }]
  const pieces = packed(blocksOf(trimmed).flatMap(atomsOfBlock), LONGEST)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  let headings = outer
  return pieces.map((piece) => {
    const own = above(headings, piece)
    headings = belowAll(headings, piece)
    return { headings: own, text: piece }
  })
}
