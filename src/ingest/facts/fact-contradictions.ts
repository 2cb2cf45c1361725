import type { Metadata } from '../../domain/event.js'
import { reportAll } from '../../domain/lesson/decisions.js'
import type { LessonEvent } from '../../domain/lesson/events.js'
import type { Closing } from '../../domain/memory/turns-behind.js'
import type { TrustOf } from '../judging/clash.js'
import { lessonsOf } from '../judging/contradiction-lessons.js'
import type { EarlierContradictions } from '../judging/earlier-contradictions.js'
import { type Contradictions, openConflicts } from '../judging/open-conflicts.js'
import type { Settlement } from '../judging/settle.js'
import type { Fact } from './facts.js'
import type { TurnsRead } from './turns-by-rules.js'

type Contradicting = {
  /** The facts that are stored, and the turns that went by rules. */
  readonly stored: readonly Fact[]
  readonly turns: Pick<TurnsRead, 'turns'>
  readonly by: Metadata
  readonly earlier?: EarlierContradictions | undefined
}

/** What derived facts, and turns that went by rules, contradict of other agents. */
export const contradictionsOf = (
  settled: Settlement,
  {
    stored,
    turns: { turns },
    by,
    earlier,
    known,
    ...opening
  }: Contradicting & {
    /** Facts that memories say already. */
    readonly known: readonly Agreeing[]
    readonly trust?: TrustOf
    readonly expiryMs: number
  },
): Contradictions => {
  const facts = new Map(stored.map((fact) => [fact.memoryId, asNew(fact)]))
  const told = new Map(turns.map((turn) => [turn.memoryId, asWaiting(turn)]))
  return openConflicts(settled, {
    ...{ trust: opening.trust, expiryMs: opening.expiryMs, by },
    ...{ stored: [...stored, ...turns], earlier: earlier?.waiting ?? [] },
    agreeing: known.map(({ fact, with: ids }) => ({ said: asNew(fact), with: ids })),
    saidBy: (id) => facts.get(id) ?? told.get(id),
  })
}

type Agreeing = { readonly fact: Fact; readonly with: readonly string[] }

const asNew = (fact: Fact) => ({ ...fact, version: 1 })

/** A turn is stored already: that it waits is a new version of it. */
const asWaiting = (turn: TurnsRead['turns'][number]) => ({
  ...turn,
  version: turn.version + 1,
  subject: null,
})

/**
 * The turns that a waiting fact rests on: it takes their place, and shares its fate. Otherwise they would say in every search
 * what is not decided yet.
 */
export const turnsOfWaiting = (stored: readonly Fact[], { waiting }: Contradictions): readonly Closing[] => {
  const turns = new Map<string, Closing>()
  for (const { memoryId: by, basis } of stored)
    for (const { memoryId, version, isReplacing } of waiting.has(by) ? basis : [])
      if (!turns.has(memoryId) && !waiting.has(memoryId) && !isReplacing)
        turns.set(memoryId, { memoryId, version: version + 1, by, reason: 'superseded' })
  return [...turns.values()]
}

/** What the contradictions of an episode teach. */
export const lessonsIn = (
  contradictions: Contradictions,
  { stored, turns: { turns }, by, earlier }: Contradicting,
): readonly LessonEvent[] =>
  earlier === undefined
    ? []
    : reportAll(lessonsOf(contradictions, { by, stored: [...stored, ...turns], earlier }), {
        ...{ room: earlier.room, oldest: earlier.oldest, by },
      })
