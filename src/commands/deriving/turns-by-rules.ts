import { eachOf, inTurns } from '../../concurrency/steps.js'
import { type Readers, readerGroup, type Scope } from '../../domain/scope.js'
import { askedBy, MOST_HELD, ruleOn } from '../ingest/judging/rule-on-facts.js'
import type { Ruled } from '../ingest/judging/ruling.js'
import { type Closing, outcomeCounts, type Settlement } from '../ingest/judging/settle.js'
import {
  type FindLastTold,
  type StatedFact,
  type Stating,
  statedBy,
  statementsOf,
  takenUp,
} from '../ingest/judging/statements.js'
import type { FindClaiming } from '../ingest/read-bank.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'
import { windowsInForce } from './windows-left.js'

export type TurnsDependencies = {
  readonly claiming: FindClaiming
  readonly lastTold: FindLastTold
  /** The turns of an episode that say what was known, by a memory that all of these readers may read, in their order. */
  readonly toldAgain: (
    scope: Scope,
    wanted: { readonly episodeId: string; readonly readers: Readers },
  ) => Promise<readonly (Omit<Stating, 'turns'> & { readonly turn: number })[]>
}

/** The turns of the windows that went by rules with what they state, and what they are held against. */
export type TurnsRead = { readonly turns: readonly StatedFact[]; readonly claiming: readonly StatedFact[] }

/**
 * Reads what the turns of the windows that went by rules state and what is about the same: what was told before them, as it
 * was then. So they are judged as if that had been done when they were taken in; nothing that was told later is touched.
 */
export const readTurns = async (parts: TurnsDependencies, episode: DerivableEpisode): Promise<TurnsRead> => {
  const { scope, memories, recordedAt: at } = episode
  const byRules = new Set(
    windowsInForce(episode).flatMap((window) => (window.by === null ? window.memories.map(([id]) => id) : [])),
  )
  const groups = new Map<string, Readers>()
  for (const { memoryId, readers } of memories) if (byRules.has(memoryId)) groups.set(readerGroup(readers), readers)
  const stated = new Map<string, StatedFact>()
  for (const readers of groups.values())
    for (const turn of await statedTo(parts, episode, readers)) stated.set(turn.memoryId, turn)
  // What somebody has changed or restored since is theirs to decide.
  const unchanged = memories.filter(({ memoryId, version }) => byRules.has(memoryId) && version === 1)
  const turns = unchanged.flatMap(({ memoryId }) => stated.get(memoryId) ?? [])
  const asked = askedBy(turns)
  if (asked.length === 0) return { turns, claiming: [] }
  const before = { ordinal: Math.min(...memories.map(({ ordinal }) => ordinal)), at }
  const claiming = await parts.claiming(scope, { asked, most: MOST_HELD, before })
  return { turns, claiming: await inTurns(eachOf(claiming, statedBy)) }
}

/** What the turns of one group of readers state: each may take up what its speaker said just before to the same readers. */
const statedTo = async (
  { lastTold, toldAgain }: TurnsDependencies,
  episode: DerivableEpisode,
  readers: Readers,
): Promise<readonly StatedFact[]> => {
  const { scope, episodeId, transcript, continues, recordedAt, sessionId } = episode
  const own = episode.memories.flatMap((memory) => (isOf(memory, readers) ? (placed(memory) ?? []) : []))
  const again = await toldAgain(scope, { episodeId, readers })
  const told =
    transcript === null || transcript.apart
      ? []
      : await lastTold(scope, { transcript: transcript.id, episodeId: continues, readers, before: episodeId })
  const observedOn = episode.memories[0]?.occurredOn ?? recordedAt.slice(0, 10)
  const before = takenUp(told, { observedOn, now: recordedAt, inSession: sessionId !== null })
  const said: readonly (Stating & { readonly of?: TurnMemory })[] = [
    ...own,
    ...again.map(({ turn, ...each }) => ({ ...each, turns: [turn, turn] as const })),
  ].toSorted((a, b) => a.turns[0] - b.turns[0])
  const statements = await inTurns(statementsOf([...before, ...said]))
  return said.flatMap(({ of }, i) => {
    const statement = statements[before.length + i]
    if (of === undefined || statement === undefined) return []
    const { memoryId, version, occurredOn: day } = of
    return [{ memoryId, version, statement, readers, observedOn: day, at: recordedAt }]
  })
}

const isOf = (memory: TurnMemory, readers: Readers): boolean => readerGroup(memory.readers) === readerGroup(readers)

/** A memory at its place in the conversation; undefined where that is unknown, or it does not say any more what was said. */
const placed = (of: TurnMemory): (Stating & { readonly of: TurnMemory }) | undefined => {
  const { status, asSaid, turns, text, speaker, role, language } = of
  if (!asSaid || turns === null || !(status === 'active' || status === 'superseded')) return undefined
  return { of, turns, role, speaker, language, content: speaker === null ? text : `${speaker}: ${text}` }
}

/** What the turns do to what they are held against, and to one another, in the order in which they were said. */
export const ruleOnTurns = ({ turns, claiming }: TurnsRead): readonly Ruled[] => ruleOn(turns, claiming)

/** Turns that only take something back are put out of force themselves. */
export const closedWithThem = (ruled: readonly Ruled[]): readonly Closing[] =>
  ruled.flatMap(({ fact: { memoryId, version }, takesBack }) =>
    takesBack ? [{ memoryId, version: version + 1, by: null, reason: 'retracted' as const }] : [],
  )

/** What is told of them; undefined where there are none. */
export const tellTurns = ({ turns }: TurnsRead, ruled: readonly Ruled[], settled: Settlement) => {
  if (turns.length === 0) return undefined
  const { memoriesUpdated, memoriesDeleted, memoriesSkipped } = outcomeCounts(turns, settled)
  return {
    memoryIds: turns.map(({ memoryId }) => memoryId),
    removed: closedWithThem(ruled).map(({ memoryId }) => memoryId),
    ...{ memoriesUpdated, memoriesDeleted, memoriesSkipped },
  }
}
