import { share, versionAfter } from '../domain/memory/decisions.js'
import { withdraw } from '../domain/memory/restoring.js'
import { readByAllOf, readersOf, type Visibility } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { type CompositesDependencies, type MemoryDependencies, readComposed } from './delete-memories.js'
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

/**
 * Says who may read a memory, as only its owner may. Composites that are made of it are withdrawn when it loses a reader.
 * Throws MemoryNotFound.
 */
export const createShare =
  (parts: MemoryDependencies & CompositesDependencies) =>
  ({
    memoryId,
    visibility,
    grantedTo = [],
    ...caller
  }: Requester & Sharing & { readonly memoryId: string }): Promise<Done<Shared>> => {
    const readers = readersOf(caller.scope, { visibility, grantedTo })
    return decideInBank(parts, caller, {
      read: () => readComposed(parts, caller.scope, memoryId),
      decide: ({ memory, composites }, by) => {
        const events = share(memory, { memoryId, by, readers })
        const version = versionAfter(memory, events)
        const isNarrowed = memory.status !== 'unknown' && !readByAllOf(readers, memory.readers)
        const withdrawn = isNarrowed && events.length > 0 ? withdraw(composites, by) : []
        return {
          events: [...events, ...withdrawn],
          result: { id: memoryId, visibility, granted_to: readers.grantedTo, version },
        }
      },
    })
  }
