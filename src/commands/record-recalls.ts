import type { MemoriesRecalled } from '../domain/recall.js'
import { encode } from '../event-store/codec.js'
import {
  type EventStore,
  EventStoreOverloaded,
  EventStoreUnavailable,
  type StoredEvent,
  type StreamName,
  type Streams,
} from '../event-store/event-store.js'

export type RecallDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly now: () => string
  readonly newId: () => string
  /** Called when a flush has failed; it is tried again with the next. */
  readonly failed: (error: unknown) => void
  readonly flushMs: number
}

type Flush = { readonly stream: StreamName; readonly events: readonly StoredEvent[] }

/** Memories in one append, appends at once, and memories that may wait: what comes beyond that is not counted. */
const OF_AN_APPEND = 1000
const AT_ONCE = 64
const WAITING_MEMORIES = 100_000
const INDETERMINATE = 10_000

/**
 * Counts which memories answers have shown, off the path of the answer: one append a user and flush, or a few. What a
 * flush could not settle is tried again as the identical append, so nothing is counted twice.
 */
export const createRecalls = (parts: RecallDependencies) => {
  let seen = new Map<string, Map<string, number>>()
  let waiting = 0
  let indeterminate: readonly Flush[] = []
  let flushing = Promise.resolve()

  const flushAll = async () => {
    const flushes = [...indeterminate, ...[...seen].flatMap(([userId, times]) => flushesOf(parts, userId, times))]
    seen = new Map()
    waiting = 0
    indeterminate = (await indeterminateOf(parts, flushes)).slice(0, INDETERMINATE)
  }
  const flush = () => {
    flushing = flushing.then(flushAll).catch(parts.failed)
    return flushing
  }
  const timer = setInterval(flush, parts.flushMs)
  timer.unref()

  return {
    /** An answer has shown these memories of the user. */
    recalled: (userId: string, memoryIds: readonly string[]): void => {
      if (memoryIds.length === 0 || waiting > WAITING_MEMORIES) return
      const times = seen.get(userId) ?? new Map<string, number>()
      seen.set(userId, times)
      for (const id of memoryIds) times.set(id, (times.get(id) ?? 0) + 1)
      waiting += memoryIds.length
    },
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

const flushesOf = (parts: RecallDependencies, userId: string, times: ReadonlyMap<string, number>): readonly Flush[] => {
  const recalls = [...times].map(([memoryId, n]) => ({ memoryId, times: n }))
  const by = { userId, at: parts.now(), actor: { key: 'system', agentId: null }, reason: 'recalled' } as const
  return Array.from({ length: Math.ceil(recalls.length / OF_AN_APPEND) }, (_, i) => {
    const event: MemoriesRecalled = {
      type: 'MemoriesRecalled',
      metadata: { commandId: parts.newId(), ...by },
      data: { recalls: recalls.slice(i * OF_AN_APPEND, (i + 1) * OF_AN_APPEND) },
    }
    return { stream: parts.streams.recall(userId), events: encode([event], 'any') }
  })
}

/** A few at a time, so that writers of memories find room in the queue. Only what the log was not there for is kept. */
const indeterminateOf = async (
  { store, failed }: RecallDependencies,
  flushes: readonly Flush[],
): Promise<readonly Flush[]> => {
  const left: Flush[] = []
  for (let i = 0; i < flushes.length; i += AT_ONCE)
    await Promise.all(
      flushes.slice(i, i + AT_ONCE).map(async (flush) => {
        try {
          await store.append(flush.stream, 'any', flush.events)
        } catch (error) {
          failed(error)
          if (error instanceof EventStoreUnavailable || error instanceof EventStoreOverloaded) left.push(flush)
        }
      }),
    )
  return left
}
