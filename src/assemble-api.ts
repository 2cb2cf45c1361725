import { createDelete } from './commands/delete-memory.js'
import { createIngest } from './commands/ingest/ingest.js'
import { createTransact, type Known } from './commands/transact.js'
import type { EventStore } from './event-store/event-store.js'
import type { Streams } from './event-store/streams.js'
import type { Api } from './http/api.js'
import type { Database } from './postgres/database.js'
import { createAcknowledged } from './projector/acknowledged.js'
import { ReadModelBehind } from './projector/progress.js'
import type { Projector } from './projector/projector.js'
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

export type ApiParts = {
  readonly store: EventStore
  readonly streams: Streams
  readonly db: Database
  readonly projector: Projector
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
  const { store, streams, db, projector, provider, recalled, limits, isLive } = parts
  const acknowledged = createAcknowledged(projector, { waitMs: limits.readWaitMs, late: parts.late })
  const write = {
    ...parts,
    transact: createTransact(store, { reached: projector.reached, shown: acknowledged.shown }),
    bank: async (stream: string): Promise<Known<string | null>> => {
      const { revision, lastAt } = await bankState(db, stream)
      return { revision, state: lastAt }
    },
    timeoutMs: limits.writeTimeoutMs,
  }
  const ingest = createIngest({
    ...write,
    maxAppendBytes: limits.maxAppendBytes,
    neighbours: (scope, wanted) => similarMemories(db, scope, wanted),
  })
  const remove = createDelete({ ...write, memory: (scope, id) => memoryState(db, scope, id) })
  const search = createSearch({ db: () => db, embedding: provider })
  const searchFast = createSearch({ db: () => db, embedding: provider }, 'fast')
  const live = () => {
    if (!isLive()) throw new ReadModelBehind('the read models are being brought up to date')
  }

  return {
    ready: async (userId, least = 0n) => {
      live()
      await acknowledged.ready(streams.bank(userId), least)
    },
    ingest: async (request) => {
      live()
      return ingest(request)
    },
    remove: async (scope, memoryId, actor) => {
      live()
      return { result: undefined, position: await remove({ scope, memoryId, actor }) }
    },
    search: async (request, mode) => {
      const answer = await (mode === 'fast' ? searchFast : search)(request)
      recalled(
        request.scope.userId,
        answer.memories.map(({ id }) => id),
      )
      return answer
    },
    list: (scope, listing) => listMemories(db, scope, listing),
    get: async (scope, id) => {
      const record = await getMemory(db, scope, id)
      recalled(scope.userId, [id])
      return record
    },
    expand: async (scope, ids) => {
      const records = await expandMemories(db, scope, ids)
      recalled(
        scope.userId,
        records.map(({ id }) => id),
      )
      return records
    },
    stats: (scope) => countMemories(db, scope),
    trail: (scope, id) => readTrail(db, scope, id),
    health: async () => healthOf(parts, await store.end().catch(() => undefined)),
  }
}

const healthOf = (
  { projector, isLive }: ApiParts,
  end: bigint | 'start' | undefined,
): Awaited<ReturnType<Api['health']>> => {
  const at = projector.position()
  const number = (position: bigint | 'start' | undefined) => (typeof position === 'bigint' ? position : 0n)
  const state = isLive() || projector.state() !== 'running' ? projector.state() : 'building'
  const reason = end === undefined ? 'Event store unavailable' : REASONS[state]
  return {
    status: reason === undefined ? 'ok' : 'degraded',
    ...(reason === undefined ? {} : { reason }),
    projector: state,
    position: `${number(at)}`,
    end: `${number(end)}`,
    lag: Math.max(0, Number(number(end) - number(at))),
  }
}

const REASONS = {
  running: undefined,
  building: 'The read models are being brought up to date with the log',
  retrying: 'Read model unavailable: the projector tries again until it succeeds',
  stopped: 'The projector has stopped at an event that it cannot apply; the log names its position',
} as const
