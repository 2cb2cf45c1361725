import type { Metadata } from '../domain/event.js'
import { type ErasedLesson, eraseLessons } from '../domain/lesson/decisions.js'
import { cascade, NOTHING_ATTACHED, onceEach, withoutRepeated } from '../domain/memory/cascade.js'
import { erase, type Found, requireKnown, type SaidIn } from '../domain/memory/decisions.js'
import { eraseDerived, type PendingMemory, type SaidAt } from '../domain/memory/erasure.js'
import { type Affected, affected, isInForce } from '../domain/memory/same-words.js'
import { readerGroup, type Scope } from '../domain/scope.js'
import { turnsIn } from '../domain/text-range.js'
import { eraseUser, extentOf, type UserExtent, type UserNow } from '../domain/user.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { idsOf, type OfMemory, readTogether, type Together, type TogetherDependencies } from './delete-memories.js'
import type { KeyedHashes } from './master-key.js'
import { readBehind } from './read-attached.js'
import type { Done } from './transact.js'

/** What an erasure takes along. */
export type ErasingDependencies = {
  readonly keyedHashes: Pick<KeyedHashes, 'turn'>
  /** All that these memories ever said, whoever may read it. */
  readonly wordsOf: (userId: string, memoryIds: readonly string[]) => Promise<readonly WordsSaid[]>
  /** All that was ever made of them, by any number of steps. */
  readonly derived: (userId: string, ids: readonly string[]) => Promise<Found>
  /** The episodes of which a model was shown one of these. */
  readonly extractedWith: (userId: string, ids: readonly string[]) => Promise<readonly string[]>
  /** The reported lessons that are about one of these memories, whomever they warn. */
  readonly lessonsOfErased: (userId: string, memoryIds: readonly string[]) => Promise<readonly ErasedLesson[]>
}

type EraseDependencies = TogetherDependencies &
  ErasingDependencies & {
    /** All that says what a memory says. */
    readonly allSaying: (scope: Scope, memoryId: string) => Promise<SaidIn>
    /** Where each of these memories was said. */
    readonly saidIn: (userId: string, memoryIds: readonly string[]) => Promise<ReadonlyMap<string, readonly SaidAt[]>>
    /** What is pending and says the same as these memories. */
    readonly pendingSaying: (scope: Scope, memoryIds: readonly string[]) => Promise<readonly PendingMemory[]>
  }

/**
 * Takes a memory's words out of every read, deleted before or not, with the others that have its words, all that was made of them
 * and the words of the lessons that are about them; the trails stay.
 * Throws MemoryNotFound.
 */
export const createErase =
  (parts: EraseDependencies) =>
  ({ memoryId, onlyThis = false, ...caller }: OfMemory): Promise<Done<Affected>> =>
    decideInBank(parts, caller, {
      read: () => readErasure(parts, caller.scope, { memoryId, onlyThis }),
      decide: (read, by) => ({
        events: decideErasure(read, { memoryId, by }),
        result: affected([memoryId, ...idsOf(read.others)], read.saying),
      }),
    })

/** The events that erase memories with all that goes with them. Throws MemoryNotFound. */
const decideErasure = (
  { memory, others, turns, saidIn, said, pending, words, lessons, ...made }: Awaited<ReturnType<typeof readErasure>>,
  { memoryId, by }: { readonly memoryId: string; readonly by: Metadata },
) => [
  ...erase(memory, { memoryId, by, saidIn, words }, { memories: [...others, ...turns], said, pending }),
  ...eraseDerived(made, by),
  ...eraseLessons(lessons, { ...by, reason: 'basis_erased' }),
]

/** A memory, the others with its words, and all that goes with them when they are erased. */
export const readErasure = async (
  parts: EraseDependencies,
  scope: Scope,
  { memoryId, onlyThis = false }: Pick<OfMemory, 'memoryId' | 'onlyThis'>,
) => {
  const { ofMemory, ...read } = await readWithEarlier(parts, scope, { memoryId, onlyThis })
  const turns = await readTurns(parts, scope, { ...read, onlyThis })
  const others = idsOf([...read.others, ...turns])
  const ids = [memoryId, ...others]
  const derived = await parts.derived(scope.userId, ids)
  const ofOthers = await parts.saidIn(scope.userId, others)
  return {
    ...read,
    turns,
    saidIn: await parts.allSaying(scope, memoryId),
    said: [...ofOthers.values()].flat(),
    pending: await parts.pendingSaying(scope, others),
    derived,
    ...(await goingWith(parts, scope.userId, {
      ids: [...ids, ...idsOf(derived)],
      words: [...ofMemory, ...(await parts.wordsOf(scope.userId, [...others, ...idsOf(derived)]))],
      onAllDays: !onlyThis,
    })),
  }
}

/**
 * A memory with all that it ever said, and the others that go with its erasure: also those that went before it, when it ceased to say what they say. What says
 * so and is in force was stated for itself.
 */
const readWithEarlier = async (
  parts: EraseDependencies,
  scope: Scope,
  asked: Required<Pick<OfMemory, 'memoryId' | 'onlyThis'>>,
): Promise<Together & { readonly ofMemory: readonly WordsSaid[] }> => {
  const read = await readTogether(parts, scope, asked)
  const { memory } = read
  if (memory.status === 'unknown') return { ...read, ofMemory: [] }
  const ofMemory = await parts.wordsOf(scope.userId, [asked.memoryId])
  if (asked.onlyThis) return { ...read, ofMemory }
  const group = readerGroup(memory.readers)
  const saying = await parts.memoriesSaying(scope, { hashes: ofMemory.flatMap(({ sameHashes }) => sameHashes) })
  const earlier = saying.filter((each) => each.group === group && !isInForce(each) && each.memoryId !== asked.memoryId)
  return {
    ...read,
    ofMemory,
    others: onceEach([...read.others, ...earlier]),
    saying: onceEach([...read.saying, ...saying]),
  }
}

/** The turns of facts that are erased, as far as the caller sees them and they say nothing else: in force, or gone with a fact. */
const readTurns = async (
  parts: EraseDependencies,
  scope: Scope,
  { memory, others, onlyThis }: Together & Required<Pick<OfMemory, 'onlyThis'>>,
): Promise<Found> => {
  const deleted = memory.status === 'unknown' ? [] : [memory, ...others]
  const turns = await readBehind(parts, scope.userId, idsOf(deleted))
  const all = onlyThis ? withoutRepeated(turns) : turns
  const seen = new Set(await parts.visibleAmong(scope, { ids: idsOf(all), of: { inactive: true } }))
  const behind = all.filter(({ memoryId }) => seen.has(memoryId))
  return cascade({ deleted }, { ...NOTHING_ATTACHED, behind }).deletions.slice(deleted.length)
}

/** Words that are erased: the group of those who could read them, and their hash. */
export type ReadWords = { readonly group: string; readonly hash: string }

/** Names words that are erased, for those who could read them: 16 bytes in hex, under a key of the store. */
export const namedWords =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash }: ReadWords): string =>
    turn(['erased words', userId, group, hash])

/** Words that are erased of one day that was given for them (ISO); null: whatever the day. */
export type ErasedWords = ReadWords & { readonly day: string | null }

/** With the hashes of all forms in which they are the same words. */
type WordsSaid = ErasedWords & { readonly sameHashes: readonly string[] }

/** Names a statement of erased words, by which it is known when it is imported again. */
export const namedStatement =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash, day }: ErasedWords): string =>
    turn(['erased statement', userId, group, hash, day ?? ''])

/**
 * What goes with these memories: the names of all that they ever said, `words`; lessons; and what a model was shown. `onAllDays`:
 * their words are erased whatever the day.
 */
export const goingWith = async (
  parts: ErasingDependencies,
  userId: string,
  {
    ids,
    words,
    onAllDays,
  }: { readonly ids: readonly string[]; readonly words: readonly ErasedWords[]; readonly onAllDays: boolean },
) => {
  const statements = words.map((each) => (onAllDays ? { ...each, day: null } : each))
  return {
    words: [
      ...new Set([
        ...words.map(namedWords(parts.keyedHashes, userId)),
        ...statements.map(namedStatement(parts.keyedHashes, userId)),
      ]),
    ],
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
  const {
    memory,
    others,
    turns: behind,
    saidIn,
    said,
    derived,
    lessons,
    ...other
  } = await readErasure(parts, scope, { memoryId })
  requireKnown(memory, { memoryId })
  const turns = [
    ...saidIn.turns,
    ...said.flatMap((place) => turnsIn(place.turns).map((turn) => [place.episodeId, turn])),
  ]
  const pending = new Set([...idsOf(saidIn.pending), ...idsOf(other.pending)])
  return {
    memories: 1 + others.length + behind.length + derived.length + pending.size,
    derived: derived.length,
    turns: new Set(turns.map((place) => place.join(' '))).size,
    episodes: new Set(turns.map(([episodeId]) => episodeId)).size,
    lessons: lessons.length,
  }
}
