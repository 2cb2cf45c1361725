import type { MemoriesRecalled } from '../domain/recall.js'
import { encode } from '../event-store/codec.js'
import type { EventStore, StoredEvent, StreamName } from '../event-store/event-store.js'
import type { Streams } from '../event-store/streams.js'

export type RecallParts = {
  readonly store: EventStore
  readonly streams: Streams
  readonly now: () => string
  readonly newId: () => string
  /** Called when a flush has failed; it is tried again with the next. */
  readonly failed: (error: unknown) => void
  readonly flushMs: number
}

type Flush = { readonly stream: StreamName; readonly events: readonly StoredEvent[] }

/** Memories in one event, and recalls that may wait: beyond that the oldest answers' are let go. */
const EVENT_MEMORIES = 1000
const WAITING_MEMORIES = 100_000

/**
 * Counts which memories answers have shown, off the path of the answer: one append a user and flush. What a flush could
 * not settle is tried again as the identical append, so nothing is counted twice.
 */
export const createRecalls = (parts: RecallParts) => {
  let seen = new Map<string, Map<string, number>>()
  let waiting = 0
  let unsettled: readonly Flush[] = []
  let flushing = Promise.resolve()

  const flush = () => {
    flushing = flushing.then(async () => {
      const flushes = [...unsettled, ...[...seen].map(([userId, times]) => flushOf(parts, userId, times))]
      seen = new Map()
      waiting = 0
      unsettled = await unsettledOf(parts, flushes)
    })
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

const flushOf = (parts: RecallParts, userId: string, times: ReadonlyMap<string, number>): Flush => {
  const metadata = {
    commandId: parts.newId(),
    userId,
    at: parts.now(),
    actor: { key: 'system', agentId: null },
    reason: 'recalled',
  } as const
  const recalls = [...times].map(([memoryId, n]) => ({ memoryId, times: n }))
  const events: MemoriesRecalled[] = []
  for (let i = 0; i < recalls.length; i += EVENT_MEMORIES)
    events.push({ type: 'MemoriesRecalled', metadata, data: { recalls: recalls.slice(i, i + EVENT_MEMORIES) } })
  return { stream: parts.streams.recall(userId), events: encode(events, 'any') }
}

const unsettledOf = async ({ store, failed }: RecallParts, flushes: readonly Flush[]): Promise<readonly Flush[]> => {
  const outcomes = await Promise.allSettled(flushes.map(({ stream, events }) => store.append(stream, 'any', events)))
  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  if (refused) failed(refused.reason)
  return flushes.filter((_, i) => outcomes[i]?.status === 'rejected')
}
