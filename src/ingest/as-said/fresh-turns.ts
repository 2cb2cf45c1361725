import type { SaidTurn } from '../../domain/episode.js'
import type { Turn } from '../../import/turn.js'
import { exchangeOf } from './short-answer.js'

/** A parsed and redacted conversation. */
export type Read = {
  /** The new turns. */
  readonly turns: readonly Turn[]
  /** The same as stored: one entry for each of `turns`, or one for all. */
  readonly said: readonly SaidTurn[]
  /** Of messages: at which place each of them stands in the conversation. */
  readonly places?: readonly number[]
  /** The turn that was left out just before one of the new ones, by its place among them. */
  readonly omitted: ReadonlyMap<number, Turn>
  /** The speakers of the whole conversation. */
  readonly speakers: readonly string[]
  readonly redactions: number
}

/** Which messages or lines are read: those from `from` on that are not left out. */
export type Part = { readonly from: number; readonly leftOut: ReadonlySet<number> }

/** The places of the turns that are not known. A known short answer to a question that is not known is told anew. */
export const freshAmong = (turns: readonly Turn[], isKnown: (place: number) => boolean): readonly number[] => {
  const fresh: number[] = []
  for (const [place, turn] of turns.entries()) {
    const before = fresh.at(-1) === place - 1 ? turns[place - 1] : undefined
    if (!isKnown(place) || exchangeOf(before, turn) !== undefined) fresh.push(place)
  }
  return fresh
}

/** The turns that stand just before one of these in the conversation and not among them. */
export const omittedBefore = (
  fresh: readonly number[],
  turnAt: (place: number) => Turn | undefined,
): ReadonlyMap<number, Turn> =>
  new Map(
    fresh.flatMap((place, i): [number, Turn][] => {
      const before = fresh[i - 1] === place - 1 ? undefined : turnAt(place - 1)
      return before === undefined ? [] : [[i, before]]
    }),
  )

/** Those of the speakers who have a name. */
export const speakersOf = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]))
