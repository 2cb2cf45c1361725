import type { Ingest } from './context.js'
import { type Stating, takenUp } from './judging/statements.js'

/** The facts of an ingest and what was told just before, in the order in which all of it was said. */
type Sequence = {
  readonly all: readonly Stating[]
  /** Of what was read of all of them, that of the facts. */
  readonly ofFacts: <Read>(read: readonly Read[]) => readonly Read[]
}

/**
 * What was told before stands before the first turn behind all that was ingested: turns that are new may stand before that,
 * such as a summary in the place of what a client has dropped. A conversation that ends with what was ingested takes up nothing.
 */
export const inSequence = (ingest: Ingest): Sequence => {
  const { extraction, facts } = ingest
  const { observedOn, goesOnAt } = extraction
  const before = goesOnAt === undefined ? [] : toldUntil(ingest, observedOn).map((each) => movedBy(goesOnAt, each))
  const behind = facts.findIndex(({ turns }) => turns[1] >= (goesOnAt ?? 0))
  const at = behind < 0 ? facts.length : behind
  return {
    all: [...facts.slice(0, at), ...before, ...facts.slice(at)],
    ofFacts: (read) => [...read.slice(0, at), ...read.slice(at + before.length)],
  }
}

/** What an ingest may take up on a day of what was told before it, in the order in which it was said. */
export const toldUntil = ({ now, request, told }: Ingest, day: string): readonly Stating[] =>
  takenUp(told, { observedOn: day, now, inSession: request.sessionId !== undefined })

const movedBy = (turns: number, each: Stating): Stating => ({
  ...each,
  turns: [each.turns[0] + turns, each.turns[1] + turns],
})
