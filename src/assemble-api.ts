import { createDelete } from './commands/delete-memory.js'
import { createIngest } from './commands/ingest/ingest.js'
import { createTransact, type Known, type Reach } from './commands/transact.js'
import type { Scope } from './domain/scope.js'
import type { EventStore } from './event-store/event-store.js'
import type { Streams } from './event-store/streams.js'
import type { Api } from './http/api.js'
import { createAcknowledged } from './projector/acknowledged.js'
import { ProjectorStopped, ReadModelBehind, UserParked } from './projector/progress.js'
import type { Reading, ServedProgress } from './projector/serve-generations.js'
import type { EmbeddingProvider } from './providers/embedding.js'
import { bankState } from './queries/bank-state.js'
import { countMemories } from './queries/count-memories.js'
import { expandMemories } from './queries/expand-memories.js'
import { getMemory } from './queries/get-memory.js'
import { listMemories } from './queries/list-memories.js'
import { memoryState } from './queries/memory-state.js'
import { readTrail } from './queries/read-trail.js'
import { createSearch } from './queries/search/search.js'
import { similarMemories } from './queries/similar-memories.js'
import { reportHealth } from './report-health.js'

export type ApiParts = {
  readonly store: EventStore
  readonly streams: Streams
  /** Runs a piece of work on the read models that are live when it begins. */
  readonly reading: Reading
  readonly projector: ServedProgress
  readonly provider: EmbeddingProvider
  readonly recalled: (userId: string, memoryIds: readonly string[]) => void
  /** Whether the read models have caught up with the log since this process started. */
  readonly isLive: () => boolean
  readonly late: (stream: string, position: bigint, error: unknown) => void
  readonly now: () => string
  readonly newId: () => string
  readonly limits: {
    readonly readWaitMs: number
    readonly writeTimeoutMs: number
    readonly maxAppendBytes: number
  }
}

/** Joins the two sides, which never import each other: what the edge may ask for, and nothing else. */
export const assembleApi = (parts: ApiParts): Api => {
  const { projector, streams, limits, late, isLive } = parts
  const acknowledged = createAcknowledged(projector, { waitMs: limits.readWaitMs, late })
  const live = () => {
    if (!isLive()) throw new ReadModelBehind('the read models are being brought up to date')
  }
  return {
    ...writes(parts, acknowledged.shown, () => {
      live()
      // A write that no reader could see for long is better refused.
      if (projector.state() === 'stopped') throw new ProjectorStopped('the projector has stopped')
    }),
    ...reads(parts),
    ready: async (userId, least = 0n) => {
      live()
      await acknowledged.ready(streams.bank(userId), least)
    },
    health: () => reportHealth(parts),
  }
}

const writes = (parts: ApiParts, shown: Reach['shown'], ready: () => void): Pick<Api, 'ingest' | 'remove'> => {
  const { store, reading, projector, limits } = parts
  const write = {
    ...parts,
    transact: createTransact(store, { reached: reachedUnlessParked(projector), shown }),
    bank: async (stream: string): Promise<Known<string | null>> => {
      const { revision, lastAt } = await reading((db) => bankState(db, stream))
      return { revision, state: lastAt }
    },
    timeoutMs: limits.writeTimeoutMs,
  }
  const ingest = createIngest({
    ...write,
    maxAppendBytes: limits.maxAppendBytes,
    neighbours: (scope, wanted) => reading((db) => similarMemories(db, scope, wanted)),
  })
  const remove = createDelete({ ...write, memory: (scope, id) => reading((db) => memoryState(db, scope, id)) })
  return {
    ingest: async (request) => {
      ready()
      return ingest(request)
    },
    remove: async (scope, memoryId, actor) => {
      ready()
      return { result: undefined, position: await remove({ scope, memoryId, actor }) }
    },
  }
}

/** A write that its own user could not see for long is better refused. */
const reachedUnlessParked =
  ({ isParked, reached }: ServedProgress): Reach['reached'] =>
  async (stream, position, signal) => {
    if (isParked(stream))
      throw new UserParked('an event of this user cannot be applied; it is tried again every minute')
    await reached(position, signal)
  }

const reads = ({ reading, provider, recalled }: ApiParts): Omit<Api, 'ingest' | 'remove' | 'ready' | 'health'> => {
  /** Counts what an answer shows, off its path. */
  const counted = <Memory extends { readonly id: string }>({ userId }: Scope, shown: readonly Memory[]) =>
    recalled(
      userId,
      shown.map(({ id }) => id),
    )
  return {
    search: async (request, mode) => {
      const answer = await reading((db) => createSearch({ db: () => db, embedding: provider }, mode)(request))
      counted(request.scope, answer.memories)
      return answer
    },
    list: (scope, listing) => reading((db) => listMemories(db, scope, listing)),
    get: async (scope, id) => {
      const record = await reading((db) => getMemory(db, scope, id))
      counted(scope, [record])
      return record
    },
    expand: async (scope, ids) => {
      const records = await reading((db) => expandMemories(db, scope, ids))
      counted(scope, records)
      return records
    },
    stats: (scope) => reading((db) => countMemories(db, scope)),
    trail: (scope, id) => reading((db) => readTrail(db, scope, id)),
  }
}
