import type { Scope } from '../domain/scope.js'
import type { ForOperators, ForOwners } from '../http/admin-api.js'
import type { Api, Writes } from '../http/api.js'
import { ForeignReadModel } from '../projector/generations/foreign-read-model.js'
import { ProjectorStopped, ReadModelBehind } from '../projector/progress.js'
import { countMemories } from '../queries/count-memories.js'
import { expandMemories, getMemory } from '../queries/get-memories.js'
import { listMemories } from '../queries/list-memories.js'
import { readTrail } from '../queries/read-trail.js'
import { createSearch } from '../queries/search/search.js'
import { operatorReads, ownerReads } from './admin-reads.js'
import type { ApiDependencies } from './api-parts.js'
import { reportHealth } from './health.js'
import { createWrites } from './writes.js'

/** Joins the two sides, which never import each other: what the edge may ask for, and nothing else. */
export const createApi = (parts: ApiDependencies): Api => {
  const { projector, streams, readYourWrites, isLive } = parts
  const live = () => {
    if (!isLive()) throw new ReadModelBehind('the read models are being brought up to date')
  }
  const { writes, waiting } = createWrites(parts, readYourWrites.shown, () => {
    live()
    // A write that no reader could see for long is better refused.
    if (projector.state() === 'stopped') throw new ProjectorStopped('the projector has stopped')
  })
  return {
    ...writes,
    ...reads(parts),
    ...ownerReads(parts),
    ...operatorReads(parts, { writersWaiting: waiting, live }),
    ready: async (userId, least = 0n) => {
      live()
      await readYourWrites.ready(streams.bank(userId), least)
    },
    health: () => reportHealth(parts),
  }
}

type Reads = Omit<Api, keyof (Writes & ForOwners & ForOperators) | 'ready' | 'health'>

const reads = ({ reading, projector, provider, relatedTerms, recalled, now }: ApiDependencies): Reads => {
  /** Counts what an answer shows, off its path. What is read from a log that was replaced may not be in this one. */
  const counted = <Memory extends { readonly id: string }>({ userId }: Scope, shown: readonly Memory[]) => {
    if (projector.fault() instanceof ForeignReadModel) return
    recalled(
      userId,
      shown.map(({ id }) => id),
    )
  }
  return {
    search: async (request, mode) => {
      const answer = await reading((db) =>
        createSearch(
          { db: () => db.reading(request.scope.userId), embedding: provider, relatedTerms, now },
          mode,
        )(request),
      )
      counted(request.scope, answer.memories)
      return answer
    },
    list: (scope, listing) => reading((db) => listMemories(db.reading(scope.userId), scope, listing)),
    get: async (scope, id) => {
      const record = await reading((db) => getMemory(db.reading(scope.userId), scope, id))
      counted(scope, [record])
      return record
    },
    expand: async (scope, ids) => {
      const records = await reading((db) => expandMemories(db.reading(scope.userId), scope, ids))
      counted(scope, records)
      return records
    },
    stats: (scope) => reading((db) => countMemories(db.reading(scope.userId), scope)),
    trail: (scope, id) => reading((db) => readTrail(db.reading(scope.userId), scope, id)),
  }
}
