import type { EpisodeEvent } from '../domain/episode.js'
import { SYSTEM } from '../domain/event.js'
import { eraseLeftovers } from '../domain/memory/erasure.js'
import { type BankDependencies, decideInBank } from './decide-in-bank.js'

type Unfinished = { readonly userId: string; readonly episodeId: string }

/** Gone: it was given up, or erased with its user. What was appended after that may be left of it. */
export type PendingEpisode = {
  readonly state: 'recorded' | 'ended' | 'gone'
  readonly memoryIds: readonly string[]
}

export type AbandonDependencies = BankDependencies & {
  /** How an episode's ingest stands, and what is pending of it. */
  readonly pending: (userId: string, episodeId: string) => Promise<PendingEpisode>
}

/**
 * Abandons an episode that is still pending: its rows are deleted, and the same request starts from the beginning. Of one that
 * is gone already the leftovers go.
 */
export const abandonEpisode = async (
  parts: AbandonDependencies,
  { userId, episodeId }: Unfinished,
): Promise<boolean> => {
  const asked = { scope: { kind: 'user', userId }, actor: SYSTEM } as const
  const { result } = await decideInBank(parts, asked, {
    read: () => parts.pending(userId, episodeId),
    // The service does it by itself, so there is no reason of a request.
    decide: ({ state, memoryIds }, { reason: _, ...by }) => {
      if (state === 'ended') return { events: [], result: false }
      if (state === 'gone') return { events: eraseLeftovers(memoryIds, by), result: memoryIds.length > 0 }
      const metadata = { ...by, episodeId }
      const abandoned: EpisodeEvent = { type: 'EpisodeAbandoned', metadata, data: { memoryIds: [...memoryIds] } }
      return { events: [abandoned], result: true }
    },
  })
  return result
}

/** No ingest runs this long. */
const AN_HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 100

export type UnfinishedDependencies = AbandonDependencies & {
  /** Episodes that were recorded before an instant (ISO 8601) and not ingested, the oldest first. */
  readonly unfinished: (before: string, most: number) => Promise<readonly Unfinished[]>
}

/** Abandons the episodes that were not finished within an hour; answers with how many. */
export const createAbandonUnfinished = (parts: UnfinishedDependencies) => async (): Promise<number> => {
  const before = new Date(Date.parse(parts.now()) - AN_HOUR_MS).toISOString()
  let abandoned = 0
  for (const episode of await parts.unfinished(before, AT_ONCE)) if (await abandonEpisode(parts, episode)) abandoned++
  return abandoned
}
