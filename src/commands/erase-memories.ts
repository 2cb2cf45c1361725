import type { DomainEvent } from '../domain/all-events.js'
import type { Metadata } from '../domain/event.js'
import { type ErasedLesson, eraseLessons } from '../domain/lesson/decisions.js'
import {
  erase,
  type Found,
  MOST_AT_ONCE,
  requireAtMost,
  requireKnown,
  type SaidIn,
} from '../domain/memory/decisions.js'
import {
  type Conversation,
  type Erasing,
  endIngests,
  eraseAll,
  eraseDerived,
  type PendingMemory,
  type SaidAt,
} from '../domain/memory/erasure.js'
import { removeTellings, type TellingsToRemove } from '../domain/memory/tellings.js'
import type { Scope } from '../domain/scope.js'
import { eraseUser, extentOf, type UserExtent, type UserNow } from '../domain/user.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import {
  type Deleted,
  type DeleteManyDependencies,
  type FindResting,
  idsOf,
  inSlices,
  type MemoryDependencies,
  type Narrowing,
  type OfMemory,
  readMeant,
} from './delete-memories.js'
import type { KeyedHashes } from './master-key.js'
import type { Done } from './transact.js'

/** What an erasure takes along. */
type ErasingDependencies = {
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

export type EraseManyDependencies = DeleteManyDependencies &
  ErasingDependencies & {
    /** Where each of these memories was said. */
    readonly saidIn: (userId: string, memoryIds: readonly string[]) => Promise<ReadonlyMap<string, readonly SaidAt[]>>
    /** What is pending and says the same as these memories. */
    readonly pendingSaying: (scope: Scope, memoryIds: readonly string[]) => Promise<readonly PendingMemory[]>
  }

/** Memories that are erased in one event. */
export const MEMORIES_AT_ONCE = 50
/** Places that one event names at most, but for those of a single memory: they fit one append. */
const PLACES_AT_ONCE = 4000

export type ErasingSlice = Omit<Erasing, 'conversations'> & {
  /** Tellings of memories that were stored elsewhere: they stay. */
  readonly tellings: TellingsToRemove
  /** What was made of them and is not itself among what the caller asked for. */
  readonly derived: Found
  readonly extracted: readonly string[]
  /** The lessons that are about them. */
  readonly lessons: readonly ErasedLesson[]
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
          events: eraseSlice({ ...slice, conversations: [] }, by),
          result: { deleted: deleted + slice.memories.length, ...(slice.more ? { next: 0 } : {}) },
          unfinished: slice.more,
        }),
      }),
    )
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

/** The events that erase a slice, with the conversations that end with it. */
export const eraseSlice = (
  slice: ErasingSlice & { readonly conversations: readonly Conversation[] },
  by: Metadata,
): readonly DomainEvent[] => [
  ...removeTellings(slice.tellings, by),
  ...endIngests(slice.conversations, by),
  ...eraseAll({ ...slice, extracted: [] }, by),
  ...eraseDerived(slice, by),
  ...eraseLessons(slice.lessons, { ...by, reason: 'basis_erased' }),
]

/** The next memories to erase, with all that says the same and all that was made of them. */
export const readErasing = async (
  parts: EraseManyDependencies,
  scope: Scope,
  narrowing: Narrowing,
): Promise<ErasingSlice> => {
  const found = await parts.memories(scope, { ...narrowing, inactive: true, most: MEMORIES_AT_ONCE + 1 })
  const first = found.slice(0, MEMORIES_AT_ONCE)
  const { gone: stored, tellings, more } = await readMeant(parts, scope, { found: first, of: narrowing })
  if (first.length === 0) return { ...NOTHING_ERASED, memories: [], tellings, more }
  const of = { ...narrowing, inactive: true }
  const resting = await parts.derived(scope, { ids: stored.map(({ memoryId }) => memoryId), of })
  // What a later slice would find is erased and counted here, with what it rests on.
  const wanted = resting.filter((each) => each.wanted)
  const ids = [...stored, ...wanted].map(({ memoryId }) => memoryId)
  const [said, pending] = await Promise.all([parts.saidIn(scope.userId, ids), parts.pendingSaying(scope, ids)])
  const fit = fitting(stored, said)
  const memories = [...fit, ...wanted]
  const derived = resting.filter((each) => !each.wanted)
  const gone = [...memories, ...derived].map(({ memoryId }) => memoryId)
  return {
    memories,
    tellings,
    said: [
      ...memories.flatMap(({ memoryId }) => said.get(memoryId) ?? []),
      ...tellings.tellings.map(({ episodeId, from, turn }): SaidAt => ({ episodeId, turns: [from, turn] })),
    ],
    pending,
    derived,
    ...(await goingWith(parts, scope.userId, gone)),
    more: more || found.length > first.length || stored.length > fit.length,
  }
}

/** Of a slice in which no words are erased. */
export const NOTHING_ERASED = { said: [], pending: [], derived: [], extracted: [], lessons: [] }

/** As many as one event may name with all their places. */
const fitting = (found: Found, said: ReadonlyMap<string, readonly SaidAt[]>): Found => {
  let places = 0
  const end = found.findIndex(({ memoryId }, i) => {
    places += said.get(memoryId)?.length ?? 0
    return i > 0 && places > PLACES_AT_ONCE
  })
  return end < 0 ? found : found.slice(0, end)
}

/** Words that are erased: the group of those who could read them, and their hash. */
export type ReadWords = { readonly group: string; readonly hash: string }

/** Names words that are erased, for those who could read them: 16 bytes in hex, under a key of the store. */
export const namedWords =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash }: ReadWords): string =>
    turn(['erased words', userId, group, hash])

/** What goes with these memories: the names of all that they ever said, lessons, and what a model was shown. */
const goingWith = async (parts: ErasingDependencies, userId: string, ids: readonly string[]) => {
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

/** Nothing was erased; the message says why. */
export class EraseRefused extends Error {
  override readonly name = 'EraseRefused'
}

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
