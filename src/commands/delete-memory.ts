import { erase, remove, type SaidIn } from '../domain/memory/decisions.js'
import type { Memory } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import { type BankParts, decideInBank, type Requester } from './decide-in-bank.js'
import type { Done } from './transact.js'

export type MemoryParts = BankParts & {
  /** What the caller does not see is unknown. */
  readonly memory: (scope: Scope, id: string) => Promise<Memory>
}

export type ErasingParts = MemoryParts & {
  /** All that says what a memory says. */
  readonly allSaying: (scope: Scope, memoryId: string) => Promise<SaidIn>
}

type Wish = Requester & { readonly memoryId: string }

/** Deletes a memory softly: its words leave every read but those of the past. Throws MemoryNotFound. */
export const createDelete =
  (parts: MemoryParts) =>
  ({ memoryId, ...caller }: Wish): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: () => parts.memory(caller.scope, memoryId),
      decide: (memory, by) => ({ events: remove(memory, { memoryId, by }), result: null }),
    })

/** Takes a memory's words out of every read, deleted before or not; its trail stays. Throws MemoryNotFound. */
export const createErase =
  (parts: ErasingParts) =>
  ({ memoryId, ...caller }: Wish): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: async () => ({
        memory: await parts.memory(caller.scope, memoryId),
        saidIn: await parts.allSaying(caller.scope, memoryId),
      }),
      decide: ({ memory, saidIn }, by) => ({ events: erase(memory, { memoryId, by, saidIn }), result: null }),
    })
