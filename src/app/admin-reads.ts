import { setTimeout as pause } from 'node:timers/promises'
import { usageOf } from '../domain/quota.js'
import type { ForOperators, ForOwners } from '../http/admin-api.js'
import { listUsers, parkedUsers, readAdminActions } from '../queries/admin.js'
import { countActive } from '../queries/count-memories.js'
import { getEpisode, listEpisodes } from '../queries/read-episodes.js'
import { recentMutations, summarizeMutations } from '../queries/read-mutations.js'
import type { ApiDependencies } from './api-parts.js'

/** A database that does not answer for so long tells nobody who is parked. */
const PATIENCE_MS = 2000

/** What the owner of a tenancy asks of it. */
export const ownerReads = ({ reading, limits }: ApiDependencies): ForOwners => ({
  usage: async (userId) => usageOf(await reading((db) => countActive(db, userId)), limits.memoryCap),
  mutations: (userId) => reading((db) => summarizeMutations(db, userId)),
  recentMutations: (userId, limit) => reading((db) => recentMutations(db, userId, limit)),
  episodes: (scope, paging) => reading((db) => listEpisodes(db, scope, paging)),
  episode: (scope, id) => reading((db) => getEpisode(db, scope, id)),
})

type Watched = {
  readonly writersWaiting: () => number
  /** Throws while the read models cannot be read. */
  readonly live: () => void
}

/** What operators ask, across all users. */
export const operatorReads = (
  { reading, projector, store, schema, limits }: ApiDependencies,
  { writersWaiting, live }: Watched,
): ForOperators => ({
  inside: async () => {
    // Looked at first: what waits may have gone when the database answers.
    const depths = { appends_waiting: store.waiting(), writers_waiting: writersWaiting() }
    const parked_users = await Promise.race([
      reading(parkedUsers).catch(() => null),
      pause(PATIENCE_MS, null, { ref: false }),
    ])
    return { parked_users, ...depths, generation: schema() }
  },
  adminActions: (paging) => reading((db) => readAdminActions(db, paging)),
  users: (paging) => reading((db) => listUsers(db, paging)),
  shows: async (position) => {
    live()
    if (position > 0n) await projector.reached(position, AbortSignal.timeout(limits.readWaitMs))
  },
})
