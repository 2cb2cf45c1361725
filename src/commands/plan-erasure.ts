import { requireKnown } from '../domain/memory/decisions.js'
import type { Scope } from '../domain/scope.js'
import { extentOf, type UserExtent } from '../domain/user.js'
import { type EraseDependencies, readErasure } from './delete-memories.js'
import type { EraseUserDependencies } from './erase-user.js'

/** What is to be erased: a memory that is seen in the scope, or else the whole user. */
export type ErasureWish = { readonly scope: Scope; readonly memoryId?: string }

/** How much would go. */
export type ErasureExtent = Partial<UserExtent>

/** Nothing was erased; the message says why. */
export class EraseRefused extends Error {
  override readonly name = 'EraseRefused'
}

/** Tells what an erasure would take, and changes nothing. Throws UserNotFound, MemoryNotFound. */
export const createPlanErasure =
  (parts: EraseDependencies & Pick<EraseUserDependencies, 'userNow'>) =>
  async ({ scope, memoryId }: ErasureWish): Promise<ErasureExtent> => {
    if (memoryId === undefined) return extentOf(await parts.userNow(scope.userId))
    const { memory, saidIn, derived, lessons } = await readErasure(parts, scope, memoryId)
    requireKnown(memory, { memoryId })
    const { turns, pending } = saidIn
    return {
      memories: 1 + derived.length + pending.length,
      derived: derived.length,
      turns: turns.length,
      episodes: new Set(turns.map(([episodeId]) => episodeId)).size,
      lessons: lessons.length,
    }
  }
