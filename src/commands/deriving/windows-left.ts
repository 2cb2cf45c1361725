import type { KnownWindow } from '../../domain/extraction.js'
import { readerGroup } from '../../domain/scope.js'
import { type Window, windowsOf } from '../ingest/model-extraction/windows.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'

/** A window that is still to be read: its number in the episode, and the memories that its turns are. */
export type WindowLeft = {
  readonly number: number
  /** A turn's `number` is its place here. */
  readonly of: readonly TurnMemory[]
  readonly window: Window
}

/**
 * What is still to be read of an episode, in windows of one group of readers each. Only turns all of whose memories are
 * active and say what was said: nothing that was deleted, corrected or put out of force comes back in other words.
 */
export const windowsLeft = (
  { memories, windows }: Pick<DerivableEpisode, 'memories' | 'windows'>,
  { maxChars }: { readonly maxChars: number },
): readonly WindowLeft[] => {
  const read = new Set(windowsInForce({ memories, windows }).flatMap((window) => window.memories.map(([id]) => id)))
  const left = standing(memories).filter(({ memoryId }) => !read.has(memoryId))
  const first = Math.max(-1, ...windows.map(({ window }) => window)) + 1
  const groups = [...byReaders(left).values()].flatMap((of) =>
    windowsOf(of.map(turnOf), { maxChars }).map((window) => ({ of, window })),
  )
  return groups.map((each, i) => ({ number: first + i, ...each }))
}

/**
 * The windows of which nothing has changed since they were read. In the others any fact may hold words of any turn, also of
 * one that was only context: nothing is taken of them, and what is left of their turns is read again.
 */
export const windowsInForce = ({
  memories,
  windows,
}: Pick<DerivableEpisode, 'memories' | 'windows'>): readonly KnownWindow[] => {
  const versions = new Map(standing(memories).map(({ memoryId, version }) => [memoryId, version]))
  return windows.filter((window) =>
    [...window.memories, ...window.context].every(([id, version]) => versions.get(id) === version),
  )
}

/** Whether the same windows are in force now as then: nothing that was read has been changed or erased meanwhile. */
export const isReadAs = (now: DerivableEpisode, then: DerivableEpisode): boolean => namesOf(now) === namesOf(then)

const namesOf = (episode: DerivableEpisode): string =>
  JSON.stringify(windowsInForce(episode).map(({ window, memories, context }) => [window, memories, context]))

/** The memories of turns of which nothing has changed. */
const standing = (memories: readonly TurnMemory[]): readonly TurnMemory[] => {
  const changed = memories.filter((memory) => memory.status !== 'active' || !memory.asSaid)
  return memories.filter((memory) => !changed.some((other) => other === memory || share(memory.turns, other.turns)))
}

const share = (a: TurnMemory['turns'], b: TurnMemory['turns']): boolean =>
  a === null || b === null || (a[0] <= b[1] && b[0] <= a[1])

const byReaders = (memories: readonly TurnMemory[]): ReadonlyMap<string, readonly TurnMemory[]> => {
  const groups = new Map<string, TurnMemory[]>()
  for (const memory of memories) {
    const group = readerGroup(memory.readers)
    groups.set(group, [...(groups.get(group) ?? []), memory])
  }
  return groups
}

const turnOf = ({ role, speaker, text, occurredOn, language }: TurnMemory, number: number) => ({
  ...{ number, role, name: speaker, content: text, day: occurredOn, language },
})

/** The memories of a window in their versions: what was read, and what was read as context alone. */
export const memoriesIn = ({ of, window }: WindowLeft) => {
  const idsOf = (context: boolean) => [
    ...new Set(window.filter((turn) => turn.context === context).flatMap(({ number }) => of[number] ?? [])),
  ]
  const own = idsOf(false)
  const pairs = (memories: readonly TurnMemory[]) =>
    memories.map(({ memoryId, version }): [string, number] => [memoryId, version])
  return { memories: pairs(own), context: pairs(idsOf(true).filter((memory) => !own.includes(memory))) }
}
