import { slices, weighedSlices } from '../concurrency/slices.js'
import { SYSTEM } from '../domain/event.js'
import type { Answered, AnsweredSearch, RecallOf } from '../domain/recall.js'
import { encode } from '../event-store/codec.js'
import {
  type EventStore,
  EventStoreOverloaded,
  EventStoreUnavailable,
  type Position,
  type StoredEvent,
  type StreamName,
  type Streams,
} from '../event-store/event-store.js'
import { redact } from '../text/secrets/redact.js'

/** What waits to be written of one user. */
type Gathered = {
  /** How often answers have shown each memory. */
  readonly times: ReadonlyMap<string, number>
  readonly searches: readonly Weighed[]
}

type Weighed = { readonly search: AnsweredSearch; readonly bytes: number }

type Waiting = { readonly times: Map<string, number>; readonly searches: Weighed[] }

/** Memories that may wait, and bytes of searches: what comes beyond that is not recorded. */
const WAITING_MEMORIES = 100_000
const WAITING_BYTES = 32 * 2 ** 20

/** Recalls between two flushes, by user, within bounds. */
const gatherRecalls = () => {
  const users = new Map<string, Waiting>()
  let memories = 0
  let bytes = 0
  const of = (userId: string) => {
    const known: Waiting = users.get(userId) ?? { times: new Map(), searches: [] }
    users.set(userId, known)
    return known
  }
  return {
    count: (userId: string, memoryIds: readonly string[]): void => {
      if (memoryIds.length === 0 || memories > WAITING_MEMORIES) return
      const { times } = of(userId)
      for (const id of memoryIds) times.set(id, (times.get(id) ?? 0) + 1)
      memories += memoryIds.length
    },
    /** Whether another search may wait, beside so many bytes that wait elsewhere. */
    hasRoom: (elsewhere: number): boolean => bytes + elsewhere < WAITING_BYTES,
    keep: (userId: string, search: AnsweredSearch): void => {
      const one = { search, bytes: Buffer.byteLength(JSON.stringify(search)) }
      of(userId).searches.push(one)
      bytes += one.bytes
    },
    /** What waits of one user or of all, which then waits no longer. */
    take: (userId?: string): readonly (readonly [string, Gathered])[] => {
      const taken = [...users].filter(([user]) => userId === undefined || user === userId)
      for (const [user, { times, searches }] of taken) {
        users.delete(user)
        for (const n of times.values()) memories -= n
        for (const one of searches) bytes -= one.bytes
      }
      return taken
    },
  }
}

/** Which receipts of searches are kept: none, ids and settings, or the words of the search as well. */
export type Receipts = 'off' | 'ids' | 'full'

export type RecallDependencies = {
  readonly store: EventStore
  readonly streams: Streams
  readonly now: () => string
  readonly newId: () => string
  /** A uuid of version 7. */
  readonly newRecallId: () => string
  readonly receipts: Receipts
  /** Called when a flush has failed; it is tried again with the next. */
  readonly failed: (error: unknown) => void
  readonly flushMs: number
}

export type Recalls = ReturnType<typeof createRecalls>

type Flush = { readonly stream: StreamName; readonly events: readonly StoredEvent[]; readonly bytes: number }

/** Memories in one append, and searches, which stay far below the least MAX_APPEND_BYTES; appends at once. */
const OF_AN_APPEND = 1000
const SEARCHES_OF_AN_APPEND = { most: 1000, weight: 256 * 1024, of: ({ bytes }: { readonly bytes: number }) => bytes }
const AT_ONCE = 64
const INDETERMINATE = 10_000

/** Writes what was gathered, a flush at a time. */
const flushing = (parts: RecallDependencies, gathered: ReturnType<typeof gatherRecalls>) => {
  let indeterminate: readonly Flush[] = []
  let bytes = 0
  let last: Position = 0n
  let running = Promise.resolve()
  const write = async (userId?: string) => {
    const isWanted = ({ stream }: Flush) => userId === undefined || stream === parts.streams.recall(userId)
    const again = indeterminate.filter(isWanted)
    const others = indeterminate.filter((flush) => !isWanted(flush))
    const fresh = gathered.take(userId).flatMap(([user, of]) => flushesOf(parts, user, of))
    const { left, position } = await append(parts, [...again, ...fresh])
    if (position > last) last = position
    indeterminate = [...others, ...left].slice(0, INDETERMINATE)
    bytes = indeterminate.reduce((sum, flush) => sum + flush.bytes, 0)
  }
  return {
    /** What waits of one user or of all. */
    flush: (userId?: string): Promise<void> => {
      running = running.then(() => write(userId)).catch(parts.failed)
      return running
    },
    /** Bytes of searches that a flush could not settle. */
    bytes: () => bytes,
    last: () => last,
  }
}

/**
 * Counts which memories answers have shown, and keeps receipts of searches, off the path of the answer: one append a user
 * and flush, or a few. What a flush could not settle is tried again as the identical append, so nothing is written twice.
 */
export const createRecalls = (parts: RecallDependencies) => {
  const gathered = gatherRecalls()
  const { flush, bytes, last } = flushing(parts, gathered)
  const timer = setInterval(() => flush(), parts.flushMs)
  timer.unref()

  return {
    /** An answer has shown these memories of the user. */
    recalled: gathered.count,
    /** A search of the user was answered. Its recall id; undefined where no receipt is kept. */
    answered: (userId: string, search: () => Answered): string | undefined => {
      if (parts.receipts === 'off' || !gathered.hasRoom(bytes())) return undefined
      const { said, ...rest } = search()
      const words = parts.receipts === 'full' ? withoutSecrets(said) : null
      const recallId = parts.newRecallId()
      gathered.keep(userId, { recallId, at: parts.now(), ...rest, said: words })
      return recallId
    },
    flush: () => flush(),
    /** Writes what waits of the user. The position of the log that read models must have reached to show it. */
    settled: async (userId: string): Promise<Position> => {
      await flush(userId)
      return last()
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Those of the metadata are without secrets already: they are what stored metadata was compared with. */
const withoutSecrets = ({ query, subject, ...rest }: Answered['said']): AnsweredSearch['said'] => ({
  query: redact(query).text,
  ...(subject === undefined ? {} : { subject: redact(subject).text }),
  ...rest,
})

/** What cannot be written of one user is no reason to lose what others have. */
const flushesOf = (parts: RecallDependencies, userId: string, { times, searches }: Gathered): readonly Flush[] => {
  const counts = slices([...times], OF_AN_APPEND)
  const answered = weighedSlices(searches, SEARCHES_OF_AN_APPEND)
  const by = { userId, at: parts.now(), actor: SYSTEM, reason: 'recalled' } as const
  try {
    return Array.from({ length: Math.max(counts.length, answered.length) }, (_, i) => {
      const event: RecallOf<'MemoriesRecalled'> = {
        type: 'MemoriesRecalled',
        metadata: { commandId: parts.newId(), ...by },
        data: {
          recalls: (counts[i] ?? []).map(([memoryId, n]) => ({ memoryId, times: n })),
          searches: (answered[i] ?? []).map(({ search }) => search),
        },
      }
      const bytes = (answered[i] ?? []).reduce((sum, one) => sum + one.bytes, 0)
      return { stream: parts.streams.recall(userId), events: encode([event], 'any'), bytes }
    })
  } catch (error) {
    parts.failed(error)
    return []
  }
}

/** A few at a time, so that writers of memories find room in the queue. Only what the log was not there for is left. */
const append = async ({ store, failed }: RecallDependencies, flushes: readonly Flush[]) => {
  const left: Flush[] = []
  let last: Position = 0n
  for (const some of slices(flushes, AT_ONCE))
    await Promise.all(
      some.map(async (flush) => {
        try {
          const { position } = await store.append(flush.stream, 'any', flush.events)
          if (position > last) last = position
        } catch (error) {
          failed(error)
          if (error instanceof EventStoreUnavailable || error instanceof EventStoreOverloaded) left.push(flush)
        }
      }),
    )
  return { left, position: last }
}
