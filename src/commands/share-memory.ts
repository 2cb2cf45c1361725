import { share, versionAfter } from '../domain/memory/decisions.js'
import { readersOf, type Visibility } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import type { MemoryDependencies } from './delete-memories.js'
import type { Done } from './transact.js'

export type Sharing = {
  readonly visibility: Visibility
  readonly grantedTo?: readonly string[]
}
export type Shared = {
  readonly id: string
  readonly visibility: Visibility
  readonly granted_to: readonly string[]
  readonly version: number
}

/** Says who may read a memory, as only its owner may. Throws MemoryNotFound. */
export const createShare =
  (parts: MemoryDependencies) =>
  ({
    memoryId,
    visibility,
    grantedTo = [],
    ...caller
  }: Requester & Sharing & { readonly memoryId: string }): Promise<Done<Shared>> => {
    const readers = readersOf(caller.scope, { visibility, grantedTo })
    return decideInBank(parts, caller, {
      read: () => parts.memory(caller.scope, memoryId),
      decide: (memory, by) => {
        const events = share(memory, { memoryId, by, readers })
        const version = versionAfter(memory, events)
        return { events, result: { id: memoryId, visibility, granted_to: readers.grantedTo, version } }
      },
    })
  }
