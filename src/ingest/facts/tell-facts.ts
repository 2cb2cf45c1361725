import { type Counts, type FactOutcome, NO_COUNTS } from '../../domain/episode.js'
import type { ExtractionOf } from '../../domain/extraction.js'
import { outcomeCounts, type Settlement } from '../../domain/memory/settling.js'
import type { DerivableEpisode } from './episode.js'
import type { Fact } from './facts.js'
import { windowsInForce } from './windows-left.js'

type Derived = ExtractionOf<'FactsDerived'>['data']

type Decided = {
  /** The facts that are no duplicates, and of these the new memories. */
  readonly news: readonly Fact[]
  readonly stored: readonly Fact[]
  readonly settled: Settlement
  readonly beyond: readonly Fact[]
  /** The turns that went by rules. */
  readonly turns: readonly { readonly memoryId: string }[]
}

/** What is told of the facts of an episode, and behind what became of its turns: the outcomes that are not plainly stored. */
export const tellFacts = (
  { news, stored, settled, beyond, turns }: Decided,
  counted: { readonly links: number; readonly duplicates: number },
): Pick<Derived, 'counts' | 'memoryIds' | 'outcomes'> => {
  const told = outcomeCounts(news, settled)
  const counts: Counts = {
    ...NO_COUNTS,
    ...told,
    factsExtracted: told.factsExtracted + beyond.length,
    memoriesSkipped: told.memoriesSkipped + beyond.length,
    duplicates: counted.duplicates,
    linksCreated: counted.links,
  }
  const outcomesOf = (all: readonly { readonly memoryId: string }[]) =>
    all.flatMap(({ memoryId }) => settled.outcomes.get(memoryId) ?? [])
  return {
    counts,
    memoryIds: [...stored, ...settled.rewordings.map(({ target }) => target)].map(({ memoryId }) => memoryId),
    outcomes: [...outcomesOf(turns), ...outcomesOf(news), ...beyond.map(leftOut)],
  }
}

const leftOut = ({ memoryId }: Fact): FactOutcome => ({
  memoryId,
  outcome: 'skipped',
  reason: 'too_many',
  replaces: [],
})

/** Why there is no fact, `found` having been found and said before. */
export const reasonForNone = (episode: DerivableEpisode, found: number): Derived['none'] => {
  if (found > 0) return 'all_known'
  if (episode.windows.length === 0) return 'nothing_left'
  const windows = windowsInForce(episode)
  if (windows.length === 0) return 'evidence_changed'
  if (windows.every(({ by }) => by === null)) return 'by_rules'
  const dropped = windows.some((window) => Object.values(window.dropped).some((number) => number > 0))
  return dropped || windows.some(({ facts }) => facts !== null && facts.length > 0) ? 'all_dropped' : 'nothing_found'
}
