import { type EpisodeOf, NO_COUNTS } from '../episode.js'
import type { Metadata } from '../event.js'
import { joined, type Stretch } from '../text-range.js'
import type { MemoryOf } from './events.js'

/** The source of a memory. */
export type SaidAt = { readonly episodeId: string; readonly turns: Stretch }

/** A pending memory that may say the same as an erased one. */
export type PendingMemory = SaidAt & { readonly memoryId: string }

/** The part of an episode that the caller may delete. */
export type Conversation = {
  readonly episodeId: string
  /** Whether there is anything to delete. */
  readonly left: boolean
  /** Whether its ingest is still running. */
  readonly unfinished: boolean
  /** Whether the caller can see all of its memories. */
  readonly whole: boolean
  /** The turns with text, except those of memories hidden from the caller. */
  readonly turns: readonly number[]
  readonly pending: readonly string[]
}

/** The names of the words that are erased. */
export type Erased = { readonly words?: readonly string[] }

/** As events hold them: nothing where there are none. */
export const named = (words: readonly string[]): { readonly words?: string[] } =>
  words.length === 0 ? {} : { words: [...words] }

export type Erasing = Erased & {
  readonly memories: readonly { readonly memoryId: string; readonly version: number }[]
  /** The sources of these memories. */
  readonly said: readonly SaidAt[]
  readonly pending: readonly PendingMemory[]
  readonly conversations: readonly Conversation[]
  /** Episodes of which a model was shown these memories. */
  readonly extracted?: readonly string[]
}

/** Removes everything from all reads, in one event; an empty request gives no event. */
export const eraseAll = (
  { memories, said, pending, conversations, extracted = [], words = [] }: Erasing,
  by: Metadata,
): readonly MemoryOf<'MemoriesErased'>[] => {
  const places = [...said, ...pending, ...conversations.flatMap(placesOf)]
  const rows = [...pending.map(({ memoryId }) => memoryId), ...conversations.flatMap((each) => each.pending)]
  if (memories.length + places.length + rows.length + extracted.length === 0) return []
  const data = {
    memories: memories.map(({ memoryId, version }): [string, number] => [memoryId, version + 1]),
    pending: [...new Set(rows)],
    episodes: [...byEpisode(places)],
    ...(extracted.length === 0 ? {} : { extracted: [...extracted] }),
    ...named(words),
  }
  return [{ type: 'MemoriesErased', metadata: by, data }]
}

/** Removes what was made of erased memories, and what was found where they were shown, because it may hold their words. */
export const eraseDerived = (
  { derived, extracted }: { readonly derived: Erasing['memories']; readonly extracted: readonly string[] },
  by: Metadata,
): readonly MemoryOf<'MemoriesErased'>[] =>
  eraseAll(
    { memories: derived, said: [], pending: [], conversations: [], extracted },
    { ...by, reason: 'basis_erased' },
  )

/** Removes the memories still pending after the ingest of their episode has ended. */
export const eraseLeftovers = (memoryIds: readonly string[], by: Metadata): readonly MemoryOf<'MemoriesErased'>[] =>
  memoryIds.length === 0
    ? []
    : [{ type: 'MemoriesErased', metadata: by, data: { memories: [], pending: [...memoryIds], episodes: [] } }]

/** Blanks the turns that the caller may delete. */
export const deleteConversations = (
  conversations: readonly Conversation[],
  by: Metadata,
): readonly EpisodeOf<'EpisodesDeleted'>[] => {
  if (conversations.length === 0) return []
  const episodes = conversations.map(({ episodeId, turns }): [string, [number, number][]] => [
    episodeId,
    joined(turns.map((turn) => [turn, turn])),
  ])
  const pending = conversations.flatMap((each) => each.pending)
  return [{ type: 'EpisodesDeleted', metadata: by, data: { episodes, pending } }]
}

/**
 * Ends the running ingest of a deleted episode without a result: its turns are recognised when they are sent again, and
 * a later decision of the ingest has no effect.
 */
export const endIngests = (
  conversations: readonly Conversation[],
  by: Metadata,
): readonly EpisodeOf<'EpisodeIngested'>[] =>
  conversations
    .filter(({ unfinished }) => unfinished)
    .map(({ episodeId }) => ({
      type: 'EpisodeIngested',
      metadata: { ...by, episodeId },
      data: { counts: NO_COUNTS, memoryIds: [], told: [], activated: [], usage: [], outcomes: [] },
    }))

type Place = { readonly episodeId: string; readonly turns: Stretch | null | undefined }

/** An entry without turns removes the source URL and the metadata of the episode. */
const placesOf = ({ episodeId, whole, turns }: Conversation): readonly Place[] => {
  if (whole) return [{ episodeId, turns: null }]
  return [{ episodeId, turns: undefined }, ...turns.map((turn) => ({ episodeId, turns: [turn, turn] as const }))]
}

const byEpisode = (places: readonly Place[]): ReadonlyMap<string, [number, number][] | null> => {
  const found = new Map<string, Stretch[] | null>()
  for (const { episodeId, turns } of places) {
    const before = found.get(episodeId)
    if (before === null) continue
    if (turns === null) found.set(episodeId, null)
    else if (before === undefined) found.set(episodeId, turns === undefined ? [] : [turns])
    else if (turns !== undefined) before.push(turns)
  }
  return new Map([...found].map(([id, all]) => [id, all === null ? null : joined(all)]))
}
