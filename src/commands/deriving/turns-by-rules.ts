import { eachOf, inTurns } from '../../concurrency/steps.js'
import { type Readers, readerGroup, type Scope, type WorkspaceScope } from '../../domain/scope.js'
import { textHash } from '../../indexing/text-hash.js'
import { CLASH_COSINE, clashByWords, joined } from '../ingest/judging/contest.js'
import { askedBy, MOST_HELD, ruleOn } from '../ingest/judging/rule-on-facts.js'
import type { Ruled } from '../ingest/judging/ruling.js'
import { type Closing, outcomeCounts, type Settlement } from '../ingest/judging/settle.js'
import {
  type Claiming,
  type FindLastTold,
  type StatedFact,
  type Stating,
  statedBy,
  statementsOf,
  takenUp,
} from '../ingest/judging/statements.js'
import type { FindClaiming } from '../ingest/read-bank.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'
import { type RelatingDependencies, readRelated, type TurnsRelated } from './relate-turns.js'
import { windowsInForce } from './windows-left.js'

export type TurnsDependencies = RelatingDependencies & {
  readonly claiming: FindClaiming
  /** The memories of other agents, told before that place in the log, that are as near to one of these memories. */
  readonly nearOfOthers: (
    scope: WorkspaceScope,
    wanted: {
      readonly ids: readonly string[]
      readonly readers: Readers
      readonly cosine: number
      readonly before: Before
    },
  ) => Promise<readonly NearTurn[]>
  readonly lastTold: FindLastTold
  /** The turns of an episode that say what was known, by a memory that all of these readers may read, in their order. */
  readonly toldAgain: (
    scope: Scope,
    wanted: { readonly episodeId: string; readonly readers: Readers },
  ) => Promise<readonly (Omit<Stating, 'turns'> & { readonly turn: number })[]>
}

type Before = NonNullable<Parameters<FindClaiming>[1]['before']>

/** A memory of another agent, and the turn that it is near to. */
type NearTurn = Claiming & { readonly of: string }

/** A turn as the memory that it is, with what it states. */
type RuledTurn = StatedFact & {
  readonly content: string
  readonly speaker: string | null
  readonly textHash: string
}

/** The turns of the windows that went by rules, and what they are held against. */
export type TurnsRead = {
  readonly turns: readonly RuledTurn[]
  readonly claiming: readonly StatedFact[]
  readonly near: readonly NearTurn[]
  readonly related: readonly TurnsRelated[]
}

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
  const stated = new Map<string, RuledTurn>()
  for (const readers of groups.values())
    for (const turn of await statedTo(parts, episode, readers)) stated.set(turn.memoryId, turn)
  // What somebody has changed or restored since is theirs to decide.
  const unchanged = memories.filter(({ memoryId, version }) => byRules.has(memoryId) && version === 1)
  const turns = unchanged.flatMap(({ memoryId }) => stated.get(memoryId) ?? [])
  const asked = askedBy(turns)
  const before = { ordinal: Math.min(...memories.map(({ ordinal }) => ordinal)), at }
  const [claiming, near, related] = await Promise.all([
    asked.length === 0 ? [] : parts.claiming(scope, { asked, most: MOST_HELD, before }),
    nearTo(parts, scope, { turns, groups: [...groups.values()], before }),
    readRelated(parts, episode, { turns, before: before.ordinal }),
  ])
  return { turns, claiming: await inTurns(eachOf(claiming, statedBy)), near, related }
}

type Nearby = { readonly turns: readonly RuledTurn[]; readonly groups: readonly Readers[]; readonly before: Before }

/** What other agents have told in nearly the same words; an episode has few groups of readers. */
const nearTo = async (
  { nearOfOthers }: TurnsDependencies,
  scope: Scope,
  { turns, groups, before }: Nearby,
): Promise<readonly NearTurn[]> => {
  if (scope.kind === 'user' || turns.length === 0) return []
  const found = await Promise.all(
    groups.map((readers) => {
      const ids = turns.flatMap((turn) => (isOf(turn, readers) ? turn.memoryId : []))
      return ids.length === 0 ? [] : nearOfOthers(scope, { ids, readers, cosine: CLASH_COSINE, before })
    }),
  )
  return found.flat()
}

/** What the turns of one group of readers state: each may take up what its speaker said just before to the same readers. */
const statedTo = async (
  { lastTold, toldAgain }: TurnsDependencies,
  episode: DerivableEpisode,
  readers: Readers,
): Promise<readonly RuledTurn[]> => {
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
  return said.flatMap(({ of, content, speaker }, i) => {
    const statement = statements[before.length + i]
    if (of === undefined || statement === undefined) return []
    const { memoryId, version, occurredOn: day, network } = of
    const stated = { memoryId, version, statement, readers, network, observedOn: day, at: recordedAt }
    return [{ ...stated, content, speaker, textHash: textHash(content) }]
  })
}

const isOf = (memory: Pick<TurnMemory, 'readers'>, readers: Readers): boolean =>
  readerGroup(memory.readers) === readerGroup(readers)

/** A memory at its place in the conversation; undefined where that is unknown, or it does not say any more what was said. */
const placed = (of: TurnMemory): (Stating & { readonly of: TurnMemory }) | undefined => {
  const { status, asSaid, turns, text, speaker, role, language } = of
  if (!asSaid || turns === null || !(status === 'active' || status === 'superseded')) return undefined
  return { of, turns, role, speaker, language, content: speaker === null ? text : `${speaker}: ${text}` }
}

/** What the turns do to what they are held against, and to one another, in the order in which they were said. */
export const ruleOnTurns = ({ turns, claiming, near }: TurnsRead): readonly Ruled[] => {
  const byWords = turns.map((turn) => ({
    fact: turn,
    rulings: near.flatMap(({ of, ...memory }) => (of === turn.memoryId ? (clashByWords(turn, memory) ?? []) : [])),
    takesBack: false,
  }))
  return joined(ruleOn(turns, claiming), byWords)
}

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
