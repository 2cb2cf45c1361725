import type { Replacement } from '../../../domain/memory/replacing.js'
import type { Headings } from '../../../import/headings.js'
import type { Moment } from '../../../text/dates/moment.js'

/** The source of one memory: a turn, a part of a long turn, or several joined short turns. */
export type Piece = {
  readonly speaker: string | null
  /** The person it is attributed to, where it has several speakers. */
  readonly owner?: string
  readonly text: string
  /** Those of the document that it is a part of. */
  readonly headings?: Headings
  /** Index of the first turn; `lastTurn` is that of the last one where several are joined. */
  readonly turn: number
  readonly lastTurn?: number
  /** The role of the speaker, in lower case; null where no speaker or more than one is named. */
  readonly role: string | null
  readonly moment?: Moment
  /** the words of each turn where there are several: our labels between them are not forged roles */
  readonly parts?: readonly string[]
  /** Then it is never joined with others. */
  readonly replacement?: Replacement
  /** The turn of the slip that it corrects. */
  readonly corrects?: number
}

const isApart = ({ replacement, corrects }: Piece): boolean => replacement !== undefined || corrects !== undefined

/** Greedy: neighbours share a group while the group stays within `size` characters. */
const groupsWithin = (pieces: readonly Piece[], size: number): readonly (readonly Piece[])[] => {
  const groups: Piece[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const length = piece.text.length + 1
    if (used + length > size || isApart(piece)) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(piece)
    used += isApart(piece) ? Number.POSITIVE_INFINITY : length
  }
  return groups
}

/** Its words, below the headings above them, as they are written. */
export const wordsOf = ({ headings = [], text }: Piece): string =>
  [...headings.map(({ line }) => line), text].join('\n')

/** The same behind the name of the speaker. */
export const labelled = (piece: Piece): string =>
  piece.speaker === null ? wordsOf(piece) : `${piece.speaker}: ${wordsOf(piece)}`

const joined = (group: readonly Piece[]): readonly Piece[] => {
  const [first] = group
  if (!first || group.length === 1) return group
  const same = group.every(({ speaker }) => speaker === first.speaker)
  const text = group.map(same ? wordsOf : labelled).join('\n')
  const role = group.every((piece) => piece.role === first.role) ? first.role : null
  const lastTurn = group.at(-1)?.turn ?? first.turn
  const parts = group.map((piece) => piece.text)
  return [{ ...first, headings: [], speaker: same ? first.speaker : null, role, text, parts, lastTurn }]
}

/**
 * Joins short neighbours until at most `most` pieces remain, with the smallest group size that suffices. Nothing is
 * lost.
 */
export const joinShort = (pieces: readonly Piece[], most: number): readonly Piece[] => {
  const limit = Math.max(1, Math.floor(most))
  if (pieces.length <= limit) return pieces
  let low = 0
  let high = pieces.reduce((sum, { text }) => sum + text.length + 1, 0)
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (groupsWithin(pieces, middle).length <= limit) high = middle
    else low = middle + 1
  }
  return groupsWithin(pieces, high).flatMap(joined)
}
