import { type Found, MOST_AT_ONCE, requireAtMost } from '../domain/memory/decisions.js'
import { type Erasing, eraseAll, type PendingMemory, type SaidAt } from '../domain/memory/erasure.js'
import type { Scope } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { type Deleted, type DeleteManyDependencies, inSlices, type Narrowing } from './delete-memories.js'
import type { Done } from './transact.js'

export type EraseManyDependencies = DeleteManyDependencies & {
  /** Where each of these memories was said. */
  readonly saidIn: (userId: string, memoryIds: readonly string[]) => Promise<ReadonlyMap<string, readonly SaidAt[]>>
  /** What is pending and says the same as these memories. */
  readonly pendingSaying: (scope: Scope, memoryIds: readonly string[]) => Promise<readonly PendingMemory[]>
}

/** Memories that are erased in one event, neighbours together, so that few other search rows are refreshed. */
export const MEMORIES_AT_ONCE = 50
/** Places that one event names at most, but for those of a single memory: they fit one append. */
const PLACES_AT_ONCE = 4000

export type ErasingSlice = Omit<Erasing, 'conversations'> & {
  /** There are others. */
  readonly more: boolean
}

/**
 * Takes whatever the caller sees of a source, a session or an episode out of every read, deleted before or not. It goes
 * slice by slice, and others get in between; where it is broken off, the same request goes on. Throws TooManyMemories,
 * and nothing is erased.
 */
export const createEraseMany =
  (parts: EraseManyDependencies) =>
  async ({ narrowing, ...caller }: Requester & { readonly narrowing: Narrowing }): Promise<Done<Deleted>> => {
    requireAtMost(await parts.memories(caller.scope, { ...narrowing, inactive: true, most: MOST_AT_ONCE + 1 }))
    return inSlices(0, ({ deleted }) =>
      decideInBank(parts, caller, {
        read: () => readErasing(parts, caller.scope, narrowing),
        decide: (slice, by) => ({
          events: eraseAll({ ...slice, conversations: [] }, by),
          result: { deleted: deleted + slice.memories.length, ...(slice.more ? { next: 0 } : {}) },
          unfinished: slice.more,
        }),
      }),
    )
  }

/** The next memories to erase, with all that says the same. */
export const readErasing = async (
  parts: EraseManyDependencies,
  scope: Scope,
  narrowing: Narrowing,
): Promise<ErasingSlice> => {
  const found = await parts.memories(scope, { ...narrowing, inactive: true, most: MEMORIES_AT_ONCE + 1 })
  const ids = found.slice(0, MEMORIES_AT_ONCE).map(({ memoryId }) => memoryId)
  if (ids.length === 0) return { memories: [], said: [], pending: [], more: false }
  const [said, pending] = await Promise.all([parts.saidIn(scope.userId, ids), parts.pendingSaying(scope, ids)])
  const memories = fitting(found.slice(0, MEMORIES_AT_ONCE), said)
  return {
    memories,
    said: memories.flatMap(({ memoryId }) => said.get(memoryId) ?? []),
    pending,
    more: found.length > memories.length,
  }
}

/** As many as one event may name with all their places. */
const fitting = (found: Found, said: ReadonlyMap<string, readonly SaidAt[]>): Found => {
  let places = 0
  const end = found.findIndex(({ memoryId }, i) => {
    places += said.get(memoryId)?.length ?? 0
    return i > 0 && places > PLACES_AT_ONCE
  })
  return end < 0 ? found : found.slice(0, end)
}
