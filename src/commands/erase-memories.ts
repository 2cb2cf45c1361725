import type { Metadata } from '../domain/event.js'
import { eraseLessons } from '../domain/lesson/decisions.js'
import { cascade, NOTHING_ATTACHED, onceEach, withoutRepeated } from '../domain/memory/cascade.js'
import { erase, type MemoryVersions, requireKnown } from '../domain/memory/decisions.js'
import { eraseDerived } from '../domain/memory/erasure.js'
import { type Affected, affected, isInForce } from '../domain/memory/same-words.js'
import { readerGroup, type Scope } from '../domain/scope.js'
import { turnsIn } from '../domain/text-range.js'
import { eraseUser, extentOf, type UserExtent } from '../domain/user.js'
import { type Database, readUser } from '../postgres/database.js'
import { type DatedWords, type ReadWords, type WordsSaid, wordsOf } from '../queries/known-words.js'
import { visibleAmong } from '../queries/memory-state.js'
import { memoriesSaying } from '../queries/same-words.js'
import { userNow } from '../queries/user-extent.js'
import { derivedFrom, extractedWith } from '../queries/visible-derived.js'
import { allSaying, pendingSaying, saidIn } from '../queries/visible-episodes.js'
import { lessonsOfErased } from '../queries/visible-lessons.js'
import { type BankDependencies, decideInBank, type Requester } from './decide-in-bank.js'
import { idsOf, type OfMemory, readTogether, type Together } from './delete-memories.js'
import type { KeyedHashes } from './master-key.js'
import { readBehind } from './read-attached.js'
import type { Done } from './transact.js'

export type EraseDependencies = BankDependencies & { readonly keyedHashes: Pick<KeyedHashes, 'turn'> }

/**
 * Takes a memory's words out of every read, deleted before or not, with the others that have its words, all that was made of them
 * and the words of the lessons that are about them; the trails stay.
 * Throws MemoryNotFound.
 */
export const createErase =
  (parts: EraseDependencies) =>
  ({ memoryId, onlyThis = false, ...caller }: OfMemory): Promise<Done<Affected>> =>
    decideInBank(parts, caller, {
      read: (db) => readErasure(db, parts, { scope: caller.scope, memoryId, onlyThis }),
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
  db: Database,
  { keyedHashes }: Pick<EraseDependencies, 'keyedHashes'>,
  { scope, memoryId, onlyThis = false }: Pick<OfMemory, 'scope' | 'memoryId' | 'onlyThis'>,
) => {
  const { userId } = scope
  const { ofMemory, ...read } = await readWithEarlier(db, scope, { memoryId, onlyThis })
  const turns = await readTurns(db, scope, { ...read, onlyThis })
  const others = idsOf([...read.others, ...turns])
  const ids = [memoryId, ...others]
  const derived = await derivedFrom(db, userId, ids)
  // Echoes were said in turns of their own.
  const said = [...others, ...idsOf(derived.filter(({ isTurn }) => isTurn))]
  const places = await saidIn(db, userId, said)
  return {
    ...read,
    turns,
    saidIn: await allSaying(db, scope, memoryId),
    said: [...places.values()].flat(),
    pending: await pendingSaying(db, scope, said),
    derived,
    ...(await goingWith(
      db,
      { keyedHashes },
      {
        userId,
        ids: [...ids, ...idsOf(derived)],
        words: [...ofMemory, ...(await wordsOf(db, userId, [...others, ...idsOf(derived)]))],
        onAllDays: !onlyThis,
      },
    )),
  }
}

/**
 * A memory with all that it ever said, and the others that go with its erasure: also those that went before it, when it ceased to say what they say. What says
 * so and is in force was stated for itself.
 */
const readWithEarlier = async (
  db: Database,
  scope: Scope,
  asked: Required<Pick<OfMemory, 'memoryId' | 'onlyThis'>>,
): Promise<Together & { readonly ofMemory: readonly WordsSaid[] }> => {
  const read = await readTogether(db, scope, asked)
  const { memory } = read
  if (memory.status === 'unknown') return { ...read, ofMemory: [] }
  const ofMemory = await wordsOf(db, scope.userId, [asked.memoryId])
  if (asked.onlyThis) return { ...read, ofMemory }
  const group = readerGroup(memory.readers)
  const saying = await memoriesSaying(db, scope, { hashes: ofMemory.flatMap(({ sameHashes }) => sameHashes) })
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
  db: Database,
  scope: Scope,
  { memory, others, onlyThis }: Together & Required<Pick<OfMemory, 'onlyThis'>>,
): Promise<MemoryVersions> => {
  const deleted = memory.status === 'unknown' ? [] : [memory, ...others]
  const turns = await readBehind(db, scope.userId, idsOf(deleted))
  const all = onlyThis ? withoutRepeated(turns) : turns
  const seen = new Set(await visibleAmong(db, scope, { ids: idsOf(all), of: { inactive: true } }))
  const behind = all.filter(({ memoryId }) => seen.has(memoryId))
  return cascade({ deleted }, { ...NOTHING_ATTACHED, behind }).deletions.slice(deleted.length)
}

/** Names words that are erased, for those who could read them: 16 bytes in hex, under a key of the store. */
export const namedWords =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash }: ReadWords): string =>
    turn(['erased words', userId, group, hash])

/** Names a statement of erased words, by which it is known when it is imported again. */
export const namedStatement =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash, day }: DatedWords): string =>
    turn(['erased statement', userId, group, hash, day ?? ''])

/**
 * What goes with these memories: the names of all that they ever said, `words`; lessons; and what a model was shown. `onAllDays`:
 * their words are erased whatever the day.
 */
export const goingWith = async (
  db: Database,
  { keyedHashes }: Pick<EraseDependencies, 'keyedHashes'>,
  {
    userId,
    ids,
    words,
    onAllDays,
  }: {
    readonly userId: string
    readonly ids: readonly string[]
    readonly words: readonly DatedWords[]
    readonly onAllDays: boolean
  },
) => {
  const statements = words.map((each) => (onAllDays ? { ...each, day: null } : each))
  return {
    words: [
      ...new Set([
        ...words.map(namedWords(keyedHashes, userId)),
        ...statements.map(namedStatement(keyedHashes, userId)),
      ]),
    ],
    lessons: await lessonsOfErased(db, userId, ids),
    extracted: await extractedWith(db, userId, ids),
  }
}

export type EraseUserDependencies = BankDependencies & {
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
      read: () => parts.reading((db) => userNow(db, userId, parts.streams)),
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

/** Tells what an erasure would take, and changes nothing. Throws UserNotFound, MemoryNotFound. */
export const createPlanErasure =
  ({ reading, streams, keyedHashes }: Pick<EraseDependencies, 'reading' | 'streams' | 'keyedHashes'>) =>
  async ({ scope, memoryId }: ErasureWish): Promise<ErasureExtent> => {
    const { userId } = scope
    if (memoryId === undefined) return extentOf(await reading((db) => userNow(db, userId, streams)))
    const read = await readUser(reading, userId, (db) => readErasure(db, { keyedHashes }, { scope, memoryId }))
    return extentOfMemory(read, memoryId)
  }

const extentOfMemory = (read: Awaited<ReturnType<typeof readErasure>>, memoryId: string): ErasureExtent => {
  const { memory, others, turns: behind, saidIn, said, derived, lessons, ...other } = read
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
