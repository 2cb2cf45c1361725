import type { Metadata } from '../domain/event.js'
import { type ErasedLesson, eraseLessons } from '../domain/lesson/decisions.js'
import { erase, requireKnown, type SaidIn } from '../domain/memory/decisions.js'
import { eraseDerived } from '../domain/memory/erasure.js'
import type { Scope } from '../domain/scope.js'
import { eraseUser, extentOf, type UserExtent, type UserNow } from '../domain/user.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { type FindResting, idsOf, type MemoryDependencies, type OfMemory } from './delete-memories.js'
import type { KeyedHashes } from './master-key.js'
import type { Done } from './transact.js'

/** What an erasure takes along. */
export type ErasingDependencies = {
  readonly keyedHashes: Pick<KeyedHashes, 'turn'>
  /** All that these memories ever said, whoever may read it. */
  readonly wordsOf: (userId: string, memoryIds: readonly string[]) => Promise<readonly ReadWords[]>
  /** All that was ever made of them, by any number of steps. */
  readonly derived: FindResting
  /** The episodes of which a model was shown one of these. */
  readonly extractedWith: (userId: string, ids: readonly string[]) => Promise<readonly string[]>
  /** The reported lessons that are about one of these memories, whomever they warn. */
  readonly lessonsOfErased: (userId: string, memoryIds: readonly string[]) => Promise<readonly ErasedLesson[]>
}

type EraseDependencies = MemoryDependencies &
  ErasingDependencies & {
    /** All that says what a memory says. */
    readonly allSaying: (scope: Scope, memoryId: string) => Promise<SaidIn>
  }

/**
 * Takes a memory's words out of every read, deleted before or not, with all that was made of them and the words of the
 * lessons that are about it; the trail stays.
 * Throws MemoryNotFound.
 */
export const createErase =
  (parts: EraseDependencies) =>
  ({ memoryId, ...caller }: OfMemory): Promise<Done<null>> =>
    decideInBank(parts, caller, {
      read: () => readErasure(parts, caller.scope, memoryId),
      decide: (read, by) => ({ events: decideErasure(read, { memoryId, by }), result: null }),
    })

/** The events that erase a memory with all that goes with it. Throws MemoryNotFound. */
const decideErasure = (
  { memory, saidIn, words, lessons, ...made }: Awaited<ReturnType<typeof readErasure>>,
  { memoryId, by }: { readonly memoryId: string; readonly by: Metadata },
) => [
  ...erase(memory, { memoryId, by, saidIn, words }),
  ...eraseDerived(made, by),
  ...eraseLessons(lessons, { ...by, reason: 'basis_erased' }),
]

/** A memory, and all that goes with it when it is erased. */
export const readErasure = async (parts: EraseDependencies, scope: Scope, memoryId: string) => {
  const derived = await parts.derived(scope, { ids: [memoryId] })
  return {
    memory: await parts.memory(scope, memoryId),
    saidIn: await parts.allSaying(scope, memoryId),
    derived,
    ...(await goingWith(parts, scope.userId, [memoryId, ...idsOf(derived)])),
  }
}

/** Words that are erased: the group of those who could read them, and their hash. */
export type ReadWords = { readonly group: string; readonly hash: string }

/** Names words that are erased, for those who could read them: 16 bytes in hex, under a key of the store. */
export const namedWords =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash }: ReadWords): string =>
    turn(['erased words', userId, group, hash])

/** What goes with these memories: the names of all that they ever said, lessons, and what a model was shown. */
export const goingWith = async (parts: ErasingDependencies, userId: string, ids: readonly string[]) => {
  const words = ids.length === 0 ? [] : await parts.wordsOf(userId, ids)
  return {
    words: [...new Set(words.map(namedWords(parts.keyedHashes, userId)))],
    lessons: await parts.lessonsOfErased(userId, ids),
    extracted: await parts.extractedWith(userId, ids),
  }
}

export type EraseUserDependencies = BankDependencies & {
  readonly userNow: (userId: string) => Promise<UserNow>
  /** Resolves when the read models show which searches of the user this process has answered. */
  readonly settled: (userId: string) => Promise<void>
  /** Resolves when the user's keys are destroyed and the rows are gone; rejects where that takes too long. */
  readonly erased: (userId: string) => Promise<void>
}

/**
 * Takes all that there is of a user out of every read, and out of the log, whoever may read it and whatever became of it: one
 * event says so of all that stands before it, so there is no erasure that stopped half way. What is written later is a new
 * beginning. Answers how much there was. Throws UserNotFound.
 */
export const createEraseUser =
  (parts: EraseUserDependencies) =>
  async (asked: Requester): Promise<Done<UserExtent>> => {
    const { userId } = asked.scope
    // What still waits would come after the erasure. Where it cannot be shown, its words go later.
    await parts.settled(userId).catch(() => {})
    const done = await decideInBank(parts, asked, {
      read: () => parts.userNow(userId),
      decide: (now, by) => ({ events: eraseUser(now, by), result: now.extent }),
    })
    // It has happened, and will come to its end.
    await parts.erased(userId).catch(() => {})
    return done
  }

/** What is to be erased: a memory that is seen in the scope, or else the whole user. */
export type ErasureWish = { readonly scope: Scope; readonly memoryId?: string }

/** How much would go. */
export type ErasureExtent = Partial<UserExtent>

type PlanDependencies = EraseDependencies & Pick<EraseUserDependencies, 'userNow'>

/** Tells what an erasure would take, and changes nothing. Throws UserNotFound, MemoryNotFound. */
export const createPlanErasure =
  (parts: PlanDependencies) =>
  async ({ scope, memoryId }: ErasureWish): Promise<ErasureExtent> => {
    if (memoryId !== undefined) return ofMemory(parts, scope, memoryId)
    return extentOf(await parts.userNow(scope.userId))
  }

const ofMemory = async (parts: PlanDependencies, scope: Scope, memoryId: string): Promise<ErasureExtent> => {
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
