import { onceEach, withdraw } from '../domain/memory/cascade.js'
import { share, versionAfter } from '../domain/memory/decisions.js'
import { type Affected, affected, isInForce } from '../domain/memory/same-words.js'
import { readByAllOf, readersOf, type Visibility } from '../domain/scope.js'
import { compositesOfParts, echoesOf } from '../queries/visible-derived.js'
import { type BankDependencies, decideInBank } from './decide-in-bank.js'
import { idsOf, type OfMemory, readTogether } from './delete-memories.js'
import { sameAs } from './same-words.js'
import type { Done } from './transact.js'

export type Sharing = {
  readonly visibility: Visibility
  readonly grantedTo?: readonly string[]
}
export type Shared = Affected & {
  readonly id: string
  readonly visibility: Visibility
  readonly granted_to: readonly string[]
  readonly version: number
}

/**
 * Says who may read a memory and the others with its words, as only their owner may. Composites that are made of them are
 * withdrawn when they lose a reader, and so are echoes that would have readers whom they lose. Throws MemoryNotFound.
 */
export const createShare =
  (parts: BankDependencies) =>
  ({
    memoryId,
    onlyThis = false,
    visibility,
    grantedTo = [],
    ...caller
  }: OfMemory & Sharing): Promise<Done<Shared>> => {
    const readers = readersOf(caller.scope, { visibility, grantedTo })
    return decideInBank(parts, caller, {
      read: async (db) => {
        const read = await readTogether(db, caller.scope, { memoryId, onlyThis })
        const others = read.others.filter(({ status }) => status !== 'deleted')
        const ids = [memoryId, ...idsOf(others)]
        const [composites, echoes] = await Promise.all([
          compositesOfParts(db, caller.scope.userId, ids),
          echoesOf(db, caller.scope.userId, ids),
        ])
        return { ...read, others, ids, composites, echoes }
      },
      decide: ({ memory, others, ids, saying, composites, echoes }, by) => {
        const events = share(memory, { memoryId, by, readers, others })
        const version = versionAfter(memory, events.slice(0, 1))
        const isNarrowed = memory.status !== 'unknown' && !readByAllOf(readers, memory.readers)
        const unheard = echoes.filter((echo) => !readByAllOf(readers, echo.readers))
        const withdrawn = isNarrowed && events.length > 0 ? [...composites, ...unheard] : []
        // Where it has these readers now, the owner's words are joined.
        const joined = memory.status === 'unknown' ? [] : sameAs(saying, { ...memory, readers }).filter(isInForce)
        return {
          events: [...events, ...withdraw(onceEach(withdrawn), by)],
          result: {
            id: memoryId,
            visibility,
            granted_to: readers.grantedTo,
            version,
            ...affected([...new Set([...ids, ...idsOf(joined)])], saying),
          },
        }
      },
    })
  }
