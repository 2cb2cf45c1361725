import type { AnsweredSearch } from '../domain/recall.js'

/** What waits to be written of one user. */
export type Gathered = {
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
export const gatherRecalls = () => {
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
export type Gathering = ReturnType<typeof gatherRecalls>
