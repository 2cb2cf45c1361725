import type { EpisodeEvent } from '../domain/episode.js'
import { notBefore } from '../domain/metadata.js'
import type { BankParts } from './decide-in-bank.js'

export type AbandonParts = Pick<BankParts, 'transact' | 'streams' | 'bank' | 'timeoutMs' | 'now' | 'newId'> & {
  /** What is pending of an episode; undefined when the episode is not: it was ingested, or given up. */
  readonly pending: (userId: string, episodeId: string) => Promise<readonly string[] | undefined>
}

/** Says of an episode that nobody finishes it, if it is still pending: its rows go, and what was to become of it begins anew. */
export const abandonEpisode = async (
  { transact, streams, bank, pending, timeoutMs, now, newId }: AbandonParts,
  { userId, episodeId }: { readonly userId: string; readonly episodeId: string },
): Promise<boolean> => {
  const stream = streams.bank(userId)
  const commandId = newId()
  const at = now()
  const read = async () => {
    const { revision, state: lastAt } = await bank(stream)
    return { revision, state: { lastAt, memoryIds: await pending(userId, episodeId) } }
  }
  const { result } = await transact(
    {
      stream,
      read,
      decide: ({ state: { lastAt, memoryIds } }) => {
        if (memoryIds === undefined) return { events: [], result: false }
        const actor = { key: 'system', agentId: null } as const
        const metadata = { commandId, userId, actor, at: notBefore(lastAt, at), episodeId }
        const abandoned: EpisodeEvent = { type: 'EpisodeAbandoned', metadata, data: { memoryIds: [...memoryIds] } }
        return { events: [abandoned], result: true }
      },
    },
    AbortSignal.timeout(timeoutMs),
  )
  return result
}
