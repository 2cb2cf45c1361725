import type { DomainEvent } from '../domain/all-events.js'
import { EpisodeNotFound, SessionNotFound } from '../domain/errors.js'
import type { Metadata } from '../domain/event.js'
import { type Found, removeAll } from '../domain/memory/decisions.js'
import { type Conversation, deleteConversations, endIngests } from '../domain/memory/erasure.js'
import { withdraw } from '../domain/memory/restoring.js'
import { removeTellings } from '../domain/memory/tellings.js'
import type { Scope } from '../domain/scope.js'
import { decideInBank, type Requester } from './decide-in-bank.js'
import { type CompositesDependencies, type Deleted, inSlices, readMeant } from './delete-memories.js'
import {
  type EraseManyDependencies,
  type ErasingSlice,
  eraseSlice,
  MEMORIES_AT_ONCE,
  NOTHING_ERASED,
  readErasing,
} from './erase-memories.js'
import type { Done } from './transact.js'

/** One episode, or all that the caller sees of a session. */
type Conversations = { readonly episodeId: string } | { readonly sessionId: string }

export type DeleteEpisodesDependencies = EraseManyDependencies &
  CompositesDependencies & {
    /** What there is to be deleted of the episodes that the caller sees, by id: those behind `after`. */
    readonly conversations: (
      scope: Scope,
      wanted: Conversations & {
        readonly noted: boolean
        readonly after?: string | undefined
        readonly most: number
      },
    ) => Promise<readonly Conversation[]>
    /** Whether the caller sees any of them. */
    readonly seesEpisodes: (scope: Scope, wanted: Conversations) => Promise<boolean>
  }

/** Episodes that are deleted in one event. */
const EPISODES_AT_ONCE = 100

type Wish = Requester & {
  readonly of: Conversations
  /** Whether the words are to be erased, with the conversation's metadata. */
  readonly hard: boolean
}

type Removing = ErasingSlice & {
  /** What is made of the memories and not itself among what the caller asked for, where it is not to be erased. */
  readonly composites: Found
}

type Slice = Removing & {
  readonly conversations: readonly Conversation[]
  /** The last episode of this slice, where there are others behind it. */
  readonly last: string | undefined
  readonly seen: boolean
}

const START = ''

/**
 * Deletes conversations as a whole: the memories that were made of them, and what their turns say, also where no memory was
 * made of them yet, or ever. What is hidden from the caller stays. Others get in between the slices; where it is broken
 * off, the same request goes on. Throws EpisodeNotFound or SessionNotFound where the caller sees nothing of it.
 */
export const createDeleteEpisodes =
  (parts: DeleteEpisodesDependencies) =>
  (wish: Wish): Promise<Done<Deleted>> =>
    inSlices(START, ({ deleted, from }) => {
      const isFirst = deleted === 0 && from === START
      return decideInBank(parts, wish, {
        read: () => readSlice(parts, wish, from),
        decide: (slice, by) => {
          if (isFirst && !slice.seen) throw 'episodeId' in wish.of ? new EpisodeNotFound() : new SessionNotFound()
          const next = slice.more ? from : slice.last
          return {
            events: (wish.hard ? eraseSlice : remove)(slice, by),
            result: { deleted: deleted + slice.memories.length, ...(next === undefined ? {} : { next }) },
            unfinished: next !== undefined,
          }
        },
      })
    })

const readSlice = async (
  parts: DeleteEpisodesDependencies,
  { scope, of, hard }: Wish,
  from: string,
): Promise<Slice> => {
  const seen = await parts.seesEpisodes(scope, of)
  const memories = hard
    ? { ...(await readErasing(parts, scope, of)), composites: [] }
    : await readDeleting(parts, scope, of)
  // The episodes come with the last memories, so that a single one is deleted in one step.
  if (memories.more) return { ...memories, conversations: [], last: undefined, seen: true }
  const after = from === START ? undefined : from
  const found = await parts.conversations(scope, { ...of, noted: hard, after, most: EPISODES_AT_ONCE + 1 })
  const conversations = found.slice(0, EPISODES_AT_ONCE)
  return {
    ...memories,
    conversations: conversations.filter(({ left }) => left),
    last: found.length > EPISODES_AT_ONCE ? conversations.at(-1)?.episodeId : undefined,
    seen: seen || ('sessionId' in of && memories.memories.length > 0),
  }
}

const readDeleting = async (parts: DeleteEpisodesDependencies, scope: Scope, of: Conversations): Promise<Removing> => {
  const found = await parts.memories(scope, { ...of, most: MEMORIES_AT_ONCE + 1 })
  const first = found.slice(0, MEMORIES_AT_ONCE)
  const { gone, tellings, more } = await readMeant(parts, scope, { found: first, of })
  const resting = await parts.composites(scope, { ids: gone.map(({ memoryId }) => memoryId), of })
  return {
    ...NOTHING_ERASED,
    // What a later slice would find is deleted and counted here, with its parts.
    memories: [...gone, ...resting.filter(({ wanted }) => wanted)],
    composites: resting.filter(({ wanted }) => !wanted),
    tellings,
    more: more || found.length > first.length,
  }
}

const remove = ({ tellings, memories, composites, conversations }: Slice, by: Metadata): readonly DomainEvent[] => [
  ...removeTellings(tellings, by),
  ...removeAll(memories, by),
  ...withdraw(composites, by),
  ...endIngests(conversations, by),
  ...deleteConversations(conversations, by),
]
