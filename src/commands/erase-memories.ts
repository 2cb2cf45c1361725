import { type ErasedLesson, eraseLessons } from '../domain/lesson/decisions.js'
import { type Found, MOST_AT_ONCE, requireAtMost } from '../domain/memory/decisions.js'
import { type Erasing, eraseAll, eraseDerived, type PendingMemory, type SaidAt } from '../domain/memory/erasure.js'
import { removeTellings, type TellingsToRemove } from '../domain/memory/tellings.js'
import type { Scope } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import {
  type Deleted,
  type DeleteManyDependencies,
  type DerivedDependencies,
  inSlices,
  type Narrowing,
  readMeant,
} from './delete-memories.js'
import { type ErasedWordsDependencies, erasedWords } from './erased-words.js'
import type { ErasedLessonDependencies } from './report-lesson.js'
import type { Done } from './transact.js'

export type EraseManyDependencies = DeleteManyDependencies &
  ErasedWordsDependencies &
  DerivedDependencies &
  ErasedLessonDependencies & {
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
          events: [
            ...removeTellings(slice.tellings, by),
            ...eraseAll({ ...slice, conversations: [], extracted: [] }, by),
            ...eraseDerived(slice, by),
            ...eraseLessons(slice.lessons, { ...by, reason: 'basis_erased' }),
          ],
          result: { deleted: deleted + slice.memories.length, ...(slice.more ? { next: 0 } : {}) },
          unfinished: slice.more,
        }),
      }),
    )
  }

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
    words: await erasedWords(parts, scope.userId, gone),
    lessons: await parts.lessonsOfErased(scope.userId, gone),
    extracted: await parts.extractedWith(scope.userId, gone),
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
