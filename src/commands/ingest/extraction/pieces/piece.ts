import type { Moment } from '../dates/moment.js'

/** What becomes one memory: a turn, a part of a long turn, or several short turns joined. */
export type Piece = {
  readonly speaker: string | null
  /** Whose it is, where several speak in it. */
  readonly owner?: string
  readonly text: string
  /** Of the first turn and, where several are joined, of the last. */
  readonly turn: number
  readonly lastTurn?: number
  /** Who said it, in lower case; null where nobody is named, or several are. */
  readonly role: string | null
  readonly moment?: Moment
  /** the words of each turn where there are several: a label that we wrote between them is no forged role */
  readonly parts?: readonly string[]
}

/** Greedy: neighbours share a group while the group stays within `size` characters. */
const groupsWithin = (pieces: readonly Piece[], size: number): readonly (readonly Piece[])[] => {
  const groups: Piece[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const piece of pieces) {
    const length = piece.text.length + 1
    if (used + length > size) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(piece)
    used += length
  }
  return groups
}

const labelled = ({ speaker, text }: Piece): string => (speaker === null ? text : `${speaker}: ${text}`)

const joined = (group: readonly Piece[]): readonly Piece[] => {
  const [first] = group
  if (!first || group.length === 1) return group
  const same = group.every(({ speaker }) => speaker === first.speaker)
  const text = group.map(same ? (piece) => piece.text : labelled).join('\n')
  const role = group.every((piece) => piece.role === first.role) ? first.role : null
  const lastTurn = group.at(-1)?.turn ?? first.turn
  const parts = group.map((piece) => piece.text)
  return [{ ...first, speaker: same ? first.speaker : null, role, text, parts, lastTurn }]
}

/** Joins short neighbours until there are at most `most` pieces; the group size is the smallest that does. Nothing is lost. */
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
