import type { EpisodeEvent } from '../domain/episode.js'
import { SYSTEM } from '../domain/event.js'
import { type BankDependencies, decideInBank } from './decide-in-bank.js'

type Unfinished = { readonly userId: string; readonly episodeId: string }

export type PendingEpisode = { readonly ended: boolean; readonly memoryIds: readonly string[] }

export type AbandonDependencies = BankDependencies & {
  /** Whether an episode's ingest has ended, and what is pending of it; undefined when it is not there: it was given up. */
  readonly pending: (userId: string, episodeId: string) => Promise<PendingEpisode | undefined>
}

/** Abandons an episode that is still pending: its rows are deleted, and the same request starts from the beginning. */
export const abandonEpisode = async (
  parts: AbandonDependencies,
  { userId, episodeId }: Unfinished,
): Promise<boolean> => {
  const asked = { scope: { kind: 'user', userId }, actor: SYSTEM } as const
  const { result } = await decideInBank(parts, asked, {
    read: () => parts.pending(userId, episodeId),
    // The service does it by itself, so there is no reason of a request.
    decide: (episode, { reason: _, ...by }) => {
      if (episode === undefined || episode.ended) return { events: [], result: false }
      const { memoryIds } = episode
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
