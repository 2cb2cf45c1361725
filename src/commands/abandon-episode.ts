import type { EpisodeEvent } from '../domain/episode.js'
import { type Metadata, SYSTEM } from '../domain/event.js'
import { eraseLeftovers } from '../domain/memory/erasure.js'
import { eraseUser, isLeftover, type UserNow } from '../domain/user.js'
import type { Database } from '../postgres/database.js'
import { userNow } from '../queries/user-extent.js'
import { type PendingEpisode, pendingBefore, pendingIn } from '../queries/visible-episodes.js'
import { type BankDependencies, decideInBank } from './decide-in-bank.js'
import type { Decision } from './transact.js'

type Unfinished = { readonly userId: string; readonly episodeId: string }

/**
 * Abandons an episode that is still pending: its rows are deleted, and the same request starts from the beginning. Of one that
 * has ended, or is gone already, the leftovers go.
 */
export const abandonEpisode = async (
  parts: BankDependencies,
  { userId, episodeId }: Unfinished,
  read: (db: Database) => Promise<LeftOfEpisode> = (db) => pendingIn(db, userId, episodeId),
): Promise<boolean> => {
  const asked = { scope: { kind: 'user', userId }, actor: SYSTEM } as const
  // The service does it by itself, so there is no reason of a request.
  const decide = (left: LeftOfEpisode, { reason: _, ...by }: Metadata) => abandonLeft(left, { ...by, episodeId })
  return (await decideInBank(parts, asked, { read, decide })).result
}

/** With `user`, nothing of the ingest is under way any more. */
type LeftOfEpisode = PendingEpisode & { readonly user?: UserNow }

const abandonLeft = (
  { state, memoryIds, user }: LeftOfEpisode,
  { episodeId, ...by }: Metadata & { readonly episodeId: string },
): Decision<boolean> => {
  if (state === 'recorded') {
    const metadata = { ...by, episodeId }
    const abandoned: EpisodeEvent = { type: 'EpisodeAbandoned', metadata, data: { memoryIds: [...memoryIds] } }
    return { events: [abandoned], result: true }
  }
  // With the user their names go, which stand in the log beside the leftovers.
  const events =
    user !== undefined && memoryIds.length > 0 && isLeftover(user, memoryIds.length)
      ? eraseUser(user, by)
      : eraseLeftovers(memoryIds, by)
  return { events, result: memoryIds.length > 0 }
}

/** No ingest runs this long. */
const AN_HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 100

/**
 * Abandons the episodes that were not finished within an hour, and erases what an ingest left pending that has ended, or
 * whose user was erased before it came to its end; answers with how many. One that fails keeps none of the others.
 */
export const createAbandonUnfinished = (parts: BankDependencies) => async (): Promise<number> => {
  const before = new Date(Date.parse(parts.now()) - AN_HOUR_MS).toISOString()
  let abandoned = 0
  let failure: unknown
  for (const episode of await parts.reading((db) => pendingBefore(db, before, AT_ONCE))) {
    const { userId, episodeId } = episode
    const read = async (db: Database): Promise<LeftOfEpisode> => {
      const left = await pendingIn(db, userId, episodeId)
      return left.state === 'gone'
        ? { ...left, user: await parts.reading((all) => userNow(all, userId, parts.streams)) }
        : left
    }
    try {
      if (await abandonEpisode(parts, episode, read)) abandoned++
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
  return abandoned
}
