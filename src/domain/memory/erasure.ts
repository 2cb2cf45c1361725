import { type EpisodeOf, NO_COUNTS } from '../episode.js'
import type { Metadata } from '../event.js'
import { joined, type Stretch } from '../text-range.js'
import type { MemoryOf } from './events.js'

/** Where a memory was said; null where it was not kept which turns of the episode it was made of. */
export type SaidAt = { readonly episodeId: string; readonly turns: Stretch | null }

/** What has not become a memory, and may say the same as one. */
export type PendingMemory = SaidAt & { readonly memoryId: string }

/** What the caller may delete of an episode. */
export type Conversation = {
  readonly episodeId: string
  /** There is something to delete. */
  readonly left: boolean
  /** Its ingest has not ended. */
  readonly unfinished: boolean
  /** None of its memories is hidden from the caller. */
  readonly whole: boolean
  /** The turns that say something, but for those that say what is hidden from the caller. */
  readonly turns: readonly number[]
  readonly pending: readonly string[]
}

export type Erasing = {
  readonly memories: readonly { readonly memoryId: string; readonly version: number }[]
  /** All places where these memories were said. */
  readonly said: readonly SaidAt[]
  readonly pending: readonly PendingMemory[]
  readonly conversations: readonly Conversation[]
}

/** Takes all of it out of every read, in one event; nothing: nothing happens. */
export const eraseAll = (
  { memories, said, pending, conversations }: Erasing,
  by: Metadata,
): readonly MemoryOf<'MemoriesErased'>[] => {
  const places = [...said, ...pending, ...conversations.flatMap(placesOf)]
  const rows = [...pending.map(({ memoryId }) => memoryId), ...conversations.flatMap((each) => each.pending)]
  if (memories.length + places.length + rows.length === 0) return []
  const data = {
    memories: memories.map(({ memoryId, version }): [string, number] => [memoryId, version + 1]),
    pending: [...new Set(rows)],
    episodes: [...byEpisode(places)],
  }
  return [{ type: 'MemoriesErased', metadata: by, data }]
}

/** Drops what is still pending of an episode whose ingest has ended without it. */
export const eraseLeftovers = (memoryIds: readonly string[], by: Metadata): readonly MemoryOf<'MemoriesErased'>[] =>
  memoryIds.length === 0
    ? []
    : [{ type: 'MemoriesErased', metadata: by, data: { memories: [], pending: [...memoryIds], episodes: [] } }]

/** Blanks what the caller may delete of the episodes. */
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
 * What is deleted while its ingest is at work ends as one that did nothing: so its turns are known when they are sent
 * again, and what the ingest would decide comes too late.
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
      data: { counts: NO_COUNTS, memoryIds: [], told: [], activated: [] },
    }))

type Place = { readonly episodeId: string; readonly turns: Stretch | null | undefined }

/** Without a turn, it is what stands beside them that goes. */
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
