import type { Statement } from '../../domain/memory/deciding.js'
import { type Readers, readerGroup, type Scope, type WorkspaceScope } from '../../domain/scope.js'
import { textHash } from '../../text/text-hash.js'
import { CLASH_COSINE, clashByWords } from '../judging/contest.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'
import { windowsInForce } from './windows-left.js'

export type TurnsDependencies = {
  /** The memories of other agents, told before that place in the log, that are as near to one of these memories. */
  readonly nearOfOthers: (
    scope: WorkspaceScope,
    request: {
      readonly ids: readonly string[]
      readonly readers: Readers
      readonly cosine: number
      readonly before: Before
    },
  ) => Promise<readonly NearTurn[]>
}

type Before = { readonly ordinal: number; readonly at: string }

type Turn = Pick<TurnMemory, 'memoryId' | 'version' | 'speaker' | 'readers' | 'network'> & { readonly content: string }

/** A memory of another agent that says nearly the same as a turn (`of`). */
type NearTurn = Turn & { readonly of: string }

/** The turns of the windows that went by rules, and what they are compared with. */
export type TurnsRead = {
  readonly turns: readonly (Turn & { readonly textHash: string })[]
  readonly near: readonly NearTurn[]
}

/**
 * Reads the turns of the windows that went by rules and what other agents told before them, as it was then. So they are
 * compared as if that had been done when they were ingested.
 */
export const readTurns = async (parts: TurnsDependencies, episode: DerivableEpisode): Promise<TurnsRead> => {
  const { scope, memories, recordedAt: at } = episode
  const byRules = new Set(
    windowsInForce(episode).flatMap((window) => (window.by === null ? window.memories.map(([id]) => id) : [])),
  )
  // What somebody has changed or restored since is theirs to decide.
  const turns = memories.filter(isUnchanged).flatMap((memory) => (byRules.has(memory.memoryId) ? [turnOf(memory)] : []))
  const before = { ordinal: Math.min(...memories.map(({ ordinal }) => ordinal)), at }
  return { turns, near: await nearTo(parts, scope, { turns, before }) }
}

const isUnchanged = ({ status, version, asSaid, turns }: TurnMemory): boolean =>
  status === 'active' && version === 1 && asSaid && turns !== null

const turnOf = ({ memoryId, version, text, speaker, readers, network }: TurnMemory): TurnsRead['turns'][number] => {
  const content = speaker === null ? text : `${speaker}: ${text}`
  return { memoryId, version, content, speaker, readers, network, textHash: textHash(content) }
}

type Nearby = { readonly turns: readonly Turn[]; readonly before: Before }

/** What other agents have told in nearly the same words; an episode has few groups of readers. */
const nearTo = async (
  { nearOfOthers }: TurnsDependencies,
  scope: Scope,
  { turns, before }: Nearby,
): Promise<readonly NearTurn[]> => {
  if (scope.kind === 'user' || turns.length === 0) return []
  const groups = new Map(turns.map(({ readers }) => [readerGroup(readers), readers]))
  const found = await Promise.all(
    [...groups].map(([group, readers]) => {
      const ids = turns.flatMap((turn) => (readerGroup(turn.readers) === group ? turn.memoryId : []))
      return nearOfOthers(scope, { ids, readers, cosine: CLASH_COSINE, before })
    }),
  )
  return found.flat()
}

/** The turns, and what they contradict of what other agents have told. */
export const turnStatements = ({ turns, near }: TurnsRead): readonly Statement[] =>
  turns.map((turn) => ({
    ...turn,
    subject: null,
    isNew: false,
    knownAs: [],
    verdicts: near.flatMap(({ of, ...memory }) => (of === turn.memoryId ? (clashByWords(turn, memory) ?? []) : [])),
  }))
