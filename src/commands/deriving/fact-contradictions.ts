import type { Metadata } from '../../domain/event.js'
import type { KnownVerdict } from '../../domain/extraction.js'
import { reportAll } from '../../domain/lesson/decisions.js'
import type { LessonEvent } from '../../domain/lesson/events.js'
import { clashOf, type TrustOf } from '../ingest/judging/clash.js'
import { lessonsOf } from '../ingest/judging/contradiction-lessons.js'
import { type EarlierContradictions, MOST_NEW_LESSONS } from '../ingest/judging/earlier-contradictions.js'
import { type Contradictions, openConflicts } from '../ingest/judging/open-conflicts.js'
import type { Closing, Settlement } from '../ingest/judging/settle.js'
import type { Candidate } from './episode.js'
import type { Fact } from './facts.js'

/** Whether a fact that is judged to contradict a memory is at odds with another agent; a fact of this episode is of the same. */
export const clashWith = (fact: Fact, candidate: Candidate | undefined, { reason, confidence }: KnownVerdict) =>
  candidate === undefined ? undefined : clashOf(fact, candidate, { reason, confidence })

type Contradicting = {
  readonly stored: readonly Fact[]
  readonly by: Metadata
  readonly earlier?: EarlierContradictions | undefined
}

/** What derived facts contradict of other agents. */
export const contradictionsOf = (
  settled: Settlement,
  { stored, by, earlier, trust, expiryMs }: Contradicting & { readonly trust?: TrustOf; readonly expiryMs: number },
): Contradictions => {
  const factOf = (id: string) => stored.find(({ memoryId }) => memoryId === id)
  return openConflicts(settled, {
    ...{ by, expiryMs, stored, trust, earlier: earlier?.waiting ?? [] },
    readersOf: (id) => factOf(id)?.readers,
    saidBy: (id) => {
      const fact = factOf(id)
      return fact && { ...fact, version: 1, stated: undefined }
    },
  })
}

/**
 * The turns that a waiting fact rests on: it takes their place, and shares its fate. Otherwise they would say in every search
 * what is not decided yet.
 */
export const turnsOfWaiting = (stored: readonly Fact[], { waiting }: Contradictions): readonly Closing[] => {
  const turns = new Map<string, Closing>()
  for (const { memoryId: by, basis } of stored)
    for (const { memoryId, version } of waiting.has(by) ? basis : [])
      if (!turns.has(memoryId)) turns.set(memoryId, { memoryId, version: version + 1, by, reason: 'superseded' })
  return [...turns.values()]
}

/** What the contradictions of derived facts teach. */
export const lessonsIn = (
  contradictions: Contradictions,
  { stored, by, earlier }: Contradicting,
): readonly LessonEvent[] =>
  earlier === undefined
    ? []
    : reportAll(lessonsOf(contradictions, { by, stored, earlier }), {
        ...{ room: MOST_NEW_LESSONS, oldest: earlier.oldest, by },
      })
