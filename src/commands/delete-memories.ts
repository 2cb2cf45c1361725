import { erase, type Found, MOST_AT_ONCE, remove, removeAll, type SaidIn } from '../domain/memory/decisions.js'
import type { Memory } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

/** Which memories: those to which all that is given applies. */
export type Narrowing = { readonly sourceSite?: string; readonly sessionId?: string; readonly episodeId?: string }

export type DeleteManyDependencies = BankDependencies & {
  /** The visible memories, `most` of them at most; with `gone` also those that were deleted or superseded. */
  readonly memories: (
    scope: Scope,
    wanted: Narrowing & { readonly inactive?: boolean; readonly most: number },
  ) => Promise<Found>
}

/** Deletes softly whatever the caller sees of a source, a session or an episode, all in one step. Throws TooManyMemories. */
export const createDeleteMany =
  (parts: DeleteManyDependencies) =>
  ({ narrowing, ...caller }: Requester & { readonly narrowing: Narrowing }): Promise<Done<{ deleted: number }>> =>
    decideInBank(parts, caller, {
      read: () => parts.memories(caller.scope, { ...narrowing, most: MOST_AT_ONCE + 1 }),
      decide: (found, by) => ({ events: removeAll(found, by), result: { deleted: found.length } }),
    })

export type MemoryDependencies = BankDependencies & {
  /** What the caller does not see is unknown. */
  readonly memory: (scope: Scope, id: string) => Promise<Memory>
}

type EraseDependencies = MemoryDependencies & {
  /** All that says what a memory says. */
  readonly allSaying: (scope: Scope, memoryId: string) => Promise<SaidIn>
}

type Wish = Requester & { readonly memoryId: string }

/** Deletes a memory softly: its words leave every read but those of the past. Throws MemoryNotFound. */
export const createDelete =
  (parts: MemoryDependencies) =>
  ({ memoryId, ...caller }: Wish): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: () => parts.memory(caller.scope, memoryId),
      decide: (memory, by) => ({ events: remove(memory, { memoryId, by }), result: null }),
    })

/** Takes a memory's words out of every read, deleted before or not; its trail stays. Throws MemoryNotFound. */
export const createErase =
  (parts: EraseDependencies) =>
  ({ memoryId, ...caller }: Wish): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: async () => ({
        memory: await parts.memory(caller.scope, memoryId),
        saidIn: await parts.allSaying(caller.scope, memoryId),
      }),
      decide: ({ memory, saidIn }, by) => ({ events: erase(memory, { memoryId, by, saidIn }), result: null }),
    })

/** How many memories so far; and, while there is more to do, where it goes on. */
export type Deleted<Place = unknown> = { readonly deleted: number; readonly next?: Place }

/** Where a slice begins, and what was done before it. */
type Begun<Place> = { readonly deleted: number; readonly from: Place }

/** Carries out a change slice by slice: each is a decision of its own, so that other requests come in between. */
export const inSlices = async <Place>(
  first: Place,
  slice: (begun: Begun<Place>) => Promise<Done<Deleted<Place>>>,
): Promise<Done<Deleted<Place>>> => {
  for (let begun: Begun<Place> = { deleted: 0, from: first }; ; ) {
    const done = await slice(begun)
    const { deleted, next } = done.result
    if (next === undefined) return done
    begun = { deleted, from: next }
  }
}
