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
