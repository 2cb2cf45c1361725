import type { DomainEvent } from '../domain/all-events.js'
import { requireKnown } from '../domain/memory/decisions.js'
import type { Scope } from '../domain/scope.js'
import { extentOf, type UserExtent, type UserNow } from '../domain/user.js'
import { decideErasure, type EraseDependencies, readErasure } from './delete-memories.js'
import type { EraseUserDependencies } from './erase-user.js'

/** What is to be erased: a memory that is seen in the scope, or else the whole user. */
export type ErasureWish = { readonly scope: Scope; readonly memoryId?: string }

/** How much would go. */
export type ErasureExtent = Partial<UserExtent> & {
  /** Data keys that would be destroyed. */
  readonly keys: number
}

/** Nothing was erased; the message says why. */
export class EraseRefused extends Error {
  override readonly name = 'EraseRefused'
}

type PlanDependencies = EraseDependencies &
  Pick<EraseUserDependencies, 'userNow'> & {
    /** How many keys there are of all that was sealed of a user, in these stretches of their streams. */
    readonly keysOfUser: (userId: string, now: Pick<UserNow, 'bank' | 'recalls'>) => Promise<number>
    /** How many keys these events would destroy, which come behind a revision of their stream. */
    readonly keysErasedBy: (events: readonly DomainEvent[], revision: bigint) => Promise<number>
    /** How many searches keep words though they returned one of these memories, which takes the words away. */
    readonly wordsReturning: (userId: string, memoryIds: readonly string[]) => Promise<number>
  }

/** Tells what an erasure would take, and changes nothing. Throws UserNotFound, MemoryNotFound. */
export const createPlanErasure =
  (parts: PlanDependencies) =>
  async ({ scope, memoryId }: ErasureWish): Promise<ErasureExtent> => {
    if (memoryId !== undefined) return ofMemory(parts, scope, memoryId)
    const now = await parts.userNow(scope.userId)
    return { ...extentOf(now), keys: await parts.keysOfUser(scope.userId, now) }
  }

const ofMemory = async (parts: PlanDependencies, scope: Scope, memoryId: string): Promise<ErasureExtent> => {
  const { userId } = scope
  const { revision } = await parts.bank(parts.streams.bank(userId))
  const read = await readErasure(parts, scope, memoryId)
  requireKnown(read.memory, { memoryId })
  const { saidIn, derived, lessons } = read
  const { turns, pending } = saidIn
  const by = { commandId: parts.newId(), userId, actor: { key: 'admin', agentId: null }, at: parts.now() } as const
  const gone = [memoryId, ...[...derived, ...pending].map((each) => each.memoryId)]
  const keys = await parts.keysErasedBy(decideErasure(read, { memoryId, by }), nextOf(revision))
  return {
    memories: gone.length,
    derived: derived.length,
    turns: turns.length,
    episodes: new Set(turns.map(([episodeId]) => episodeId)).size,
    lessons: lessons.length,
    keys: keys + (await parts.wordsReturning(userId, gone)),
  }
}

const nextOf = (revision: bigint | 'no-stream'): bigint => (revision === 'no-stream' ? 0n : revision + 1n)
