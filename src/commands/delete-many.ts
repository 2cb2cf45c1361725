import type { DomainEvent } from '../domain/all-events.js'
import { EpisodeNotFound, SessionNotFound } from '../domain/errors.js'
import type { Metadata } from '../domain/event.js'
import { type ErasedLesson, eraseLessons } from '../domain/lesson/decisions.js'
import { cascade, withdraw } from '../domain/memory/cascade.js'
import { type MemoryVersions, removeAll } from '../domain/memory/decisions.js'
import {
  type Conversation,
  deleteConversations,
  type Erasing,
  endIngests,
  eraseAll,
  eraseDerived,
  type SaidAt,
} from '../domain/memory/erasure.js'
import { removeTellings, TELLINGS_AT_ONCE, type TellingsToRemove } from '../domain/memory/tellings.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { wordsOf } from '../queries/known-words.js'
import { memoriesOf, tellingsToRemove, visibleAmong } from '../queries/memory-state.js'
import { derivedFrom } from '../queries/visible-derived.js'
import { conversationsOf, pendingSaying, saidIn, seesEpisodes } from '../queries/visible-episodes.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { type Deleted, idsOf, inSlices, type Narrowed, type Narrowing, readSeen } from './delete-memories.js'
import { type EraseDependencies, goingWith } from './erase-memories.js'
import type { Decision, Done } from './transact.js'

/** One episode, or all that the caller sees of a session. */
type Conversations = { readonly episodeId: string } | { readonly sessionId: string }

/** Memories that are deleted in one event, and those that are erased in one, with all their places. */
const DELETED_AT_ONCE = TELLINGS_AT_ONCE
const ERASED_AT_ONCE = 50
/** Places that one event names at most, but for those of a single memory: they fit one append. */
const PLACES_AT_ONCE = 4000
/** Episodes that are deleted in one event. */
const EPISODES_AT_ONCE = 100

type ManyDeletion = Requester & {
  /** Whether the words are to be erased, with the conversation's metadata. */
  readonly hard: boolean
} & (
    | { readonly of: Narrowing }
    /** Not only the memories: conversations as a whole. */
    | { readonly of: Conversations; readonly whole: true }
  )

type Memories = Omit<Erasing, 'conversations'> & {
  /** Tellings of memories that were stored elsewhere: they stay. */
  readonly tellings: TellingsToRemove
  /** How many of the memories are themselves among what the caller asked for. */
  readonly meant: number
  /** What is made of the memories and not itself among what the caller asked for. */
  readonly derived: MemoryVersions
  readonly extracted: readonly string[]
  /** The lessons that are about them. */
  readonly lessons: readonly ErasedLesson[]
  /** There are others. */
  readonly more: boolean
}

type Slice = Memories & {
  readonly conversations: readonly Conversation[]
  /** The last episode of this slice, where there are others behind it. */
  readonly last: string | undefined
  /** Whether the caller sees anything of what is meant, where that are conversations. */
  readonly isSeen: boolean
}

const START = ''

/**
 * Deletes what the caller sees of a source, a session or an episode; with `hard`, deleted before or not. A memory that is told
 * elsewhere loses its tellings there. Of conversations as a whole also what their turns say, where no memory was made of them
 * yet, or ever. What is hidden from the caller stays. Others get in between the slices; where it is broken off, the same
 * request goes on. Throws EpisodeNotFound or SessionNotFound where the caller sees nothing of a conversation.
 */
export const createDeleteMany =
  (parts: EraseDependencies) =>
  (wish: ManyDeletion): Promise<Done<Deleted>> =>
    inSlices(START, (begun) =>
      decideInBank(parts, wish, {
        read: (db) => readSlice(db, parts, { wish, from: begun.from }),
        decide: (slice, by) => decideSlice(slice, by, { wish, ...begun }),
      }),
    )

type SliceStart = { readonly wish: ManyDeletion; readonly deleted: number; readonly from: string }

const decideSlice = (slice: Slice, by: Metadata, { wish, deleted, from }: SliceStart): Decision<Deleted<string>> => {
  const isFirst = deleted === 0 && from === START
  if (isFirst && !slice.isSeen) throw 'episodeId' in wish.of ? new EpisodeNotFound() : new SessionNotFound()
  const next = slice.more ? from : slice.last
  return {
    events: (wish.hard ? erase : remove)(slice, by),
    result: { deleted: deleted + slice.meant, ...(next === undefined ? {} : { next }) },
    unfinished: next !== undefined,
  }
}

const readSlice = async (
  db: Database,
  parts: EraseDependencies,
  { wish, from }: { readonly wish: ManyDeletion; readonly from: string },
): Promise<Slice> => {
  const memories = await readMemories(db, parts, wish)
  const rest = { conversations: [], last: undefined, isSeen: true }
  if (!('whole' in wish)) return { ...memories, ...rest }
  const { scope, of, hard } = wish
  const isSeen = (await seesEpisodes(db, scope, of)) || ('sessionId' in of && memories.memories.length > 0)
  // The episodes come with the last memories, so that a single one is deleted in one step.
  if (memories.more) return { ...memories, ...rest, isSeen }
  const after = from === START ? undefined : from
  const found = await conversationsOf(db, scope, { ...of, noted: hard, after, most: EPISODES_AT_ONCE + 1 })
  const conversations = found.slice(0, EPISODES_AT_ONCE)
  return {
    ...memories,
    conversations: conversations.filter(({ left }) => left),
    last: found.length > EPISODES_AT_ONCE ? conversations.at(-1)?.episodeId : undefined,
    isSeen,
  }
}

/** The next memories that are meant, with all that goes with them. */
const readMemories = async (
  db: Database,
  parts: EraseDependencies,
  { scope, of: named, hard }: ManyDeletion,
): Promise<Memories> => {
  const of: Narrowed = hard ? { ...named, inactive: true } : named
  const most = hard ? ERASED_AT_ONCE : DELETED_AT_ONCE
  const found = await memoriesOf(db, scope, { ...of, most: most + 1 })
  const first = found.slice(0, most)
  const ids = idsOf(first.filter(({ isToldElsewhere }) => isToldElsewhere))
  const tellings = await tellingsToRemove(db, scope, { ids, of: named, most: TELLINGS_AT_ONCE })
  const stored = first.filter(({ isToldElsewhere }) => !isToldElsewhere)
  const { deleted, withdrawn, echoes } = await (hard ? readDerived : readResting)(db, scope, stored)
  // What a later slice would find goes and is counted here, with what it rests on.
  const meant = new Set(await visibleAmong(db, scope, { ids: idsOf([...deleted, ...withdrawn]), of }))
  const isMeant = ({ memoryId }: MemoryVersions[number]) => meant.has(memoryId)
  const wanted = [...deleted, ...withdrawn].filter(isMeant)
  const derived = withdrawn.filter((each) => !isMeant(each))
  const more = found.length > first.length || tellings.tellings.length === TELLINGS_AT_ONCE
  if (hard) return withWords(db, parts, { scope, stored, wanted, echoes, tellings, derived, more })
  const hidden = deleted.filter((each) => !isMeant(each))
  return {
    memories: [...stored, ...wanted, ...hidden],
    meant: stored.length + wanted.length,
    tellings,
    derived,
    more,
    ...NO_WORDS,
  }
}

/** What goes with memories that are deleted: facts, turns that say nothing else, and composites. */
const readResting = async (db: Database, scope: Scope, stored: MemoryVersions) => {
  const { deletions, withdrawn } = cascade(
    { deleted: stored },
    await readSeen(db, scope, { ids: idsOf(stored), onlyThis: true }),
  )
  return { deleted: deletions.slice(stored.length), withdrawn, echoes: [] }
}

/** All that was ever made of memories that are erased, as it may hold their words. */
const readDerived = async (db: Database, { userId }: Scope, stored: MemoryVersions) => {
  const derived = await derivedFrom(db, userId, idsOf(stored))
  return { deleted: [], withdrawn: derived, echoes: idsOf(derived.filter(({ isTurn }) => isTurn)) }
}

const NO_WORDS = { said: [], pending: [], extracted: [], lessons: [] }

/** With the places of the words that are erased; of memories with many places fewer. */
const withWords = async (
  db: Database,
  parts: EraseDependencies,
  {
    scope,
    stored,
    wanted,
    echoes,
    ...slice
  }: {
    readonly scope: Scope
    readonly stored: MemoryVersions
    readonly wanted: MemoryVersions
    /** Of these: they were said in turns of their own. */
    readonly echoes: readonly string[]
  } & Pick<Memories, 'tellings' | 'derived' | 'more'>,
): Promise<Memories> => {
  const ids = [...new Set([...idsOf([...stored, ...wanted]), ...echoes])]
  const [said, pending] = await Promise.all([saidIn(db, scope.userId, ids), pendingSaying(db, scope, ids)])
  const fit = fitting(stored, said)
  const memories = [...fit, ...wanted]
  const going = idsOf([...memories, ...slice.derived])
  return {
    ...slice,
    memories,
    meant: memories.length,
    said: [
      ...[...new Set([...idsOf(memories), ...echoes])].flatMap((id) => said.get(id) ?? []),
      ...slice.tellings.tellings.map(({ episodeId, from, turn }): SaidAt => ({ episodeId, turns: [from, turn] })),
    ],
    pending,
    ...(await goingWith(db, parts, {
      userId: scope.userId,
      ids: going,
      words: await wordsOf(db, scope.userId, going),
      onAllDays: false,
    })),
    more: slice.more || stored.length > fit.length,
  }
}

/** As many as one event may name with all their places. */
const fitting = (found: MemoryVersions, said: ReadonlyMap<string, readonly SaidAt[]>): MemoryVersions => {
  let places = 0
  const end = found.findIndex(({ memoryId }, i) => {
    places += said.get(memoryId)?.length ?? 0
    return i > 0 && places > PLACES_AT_ONCE
  })
  return end < 0 ? found : found.slice(0, end)
}

const remove = ({ tellings, memories, derived, conversations }: Slice, by: Metadata): readonly DomainEvent[] => [
  ...removeTellings(tellings, by),
  ...removeAll(memories, by),
  ...withdraw(derived, by),
  ...endIngests(conversations, by),
  ...deleteConversations(conversations, by),
]

const erase = (slice: Slice, by: Metadata): readonly DomainEvent[] => [
  ...removeTellings(slice.tellings, by),
  ...endIngests(slice.conversations, by),
  ...eraseAll({ ...slice, extracted: [] }, by),
  ...eraseDerived(slice, by),
  ...eraseLessons(slice.lessons, { ...by, reason: 'basis_erased' }),
]
