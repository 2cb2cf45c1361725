import type { DomainEvent } from '../src/domain/all-events.js'
import type { Metadata } from '../src/domain/event.js'
import type { MemoryOf } from '../src/domain/memory/events.js'
import { dayOf } from '../src/domain/moment.js'
import { type Change, clear, type Projection, patch, put } from '../src/projector/projection.js'

/** Where and when the words of each memory were said, and the names of those that were erased. */
export const tellings: Projection<DomainEvent> = {
  MemoryStored: ({ data, metadata: m }) =>
    data.turns === null || data.claimType !== null
      ? []
      : [
          put('memory_telling', tellingKey(m, [m.memoryId, m.episodeId ?? '', data.turns[1]]), {
            first_turn: data.turns[0],
            ...told(m, data.isTimed ? data.observedAt : null, data.observedOffset),
            recorded_at: m.at,
            removed_at: null,
            is_first: true,
          }),
        ],
  EpisodeIngested: ({ data, metadata: m }) =>
    data.told.map(([turn, memoryId, { at = null, offset, from = turn } = {}]) =>
      put('memory_telling', tellingKey(m, [memoryId, m.episodeId, turn]), {
        first_turn: from,
        ...told(m, at, offset),
        recorded_at: m.at,
        removed_at: null,
        is_first: false,
      }),
    ),
  TellingsRemoved: ({ data, metadata: m }) =>
    data.tellings.map((telling) => patch('memory_telling', tellingKey(m, telling), { removed_at: m.at })),
  MemoryErased: ({ data, metadata: m }) => [untold(m, m.memoryId), ...namesOf(data, m)],
  MemoriesErased: ({ data, metadata: m }) => [...data.memories.map(([id]) => untold(m, id)), ...namesOf(data, m)],
}

/** When, by which clock, and on which day. */
const told = (m: Metadata, at: string | null, offset: string | null = null) => ({
  at,
  observed_offset: offset,
  told_on: dayOf({ instant: at ?? m.at, offset }),
})

type OfUser = { readonly userId: string }

const tellingKey = ({ userId }: OfUser, [memoryId, episodeId, turn]: readonly [string, string, number]) => ({
  user_id: userId,
  memory_id: memoryId,
  episode_id: episodeId,
  turn,
})

const untold = ({ userId }: OfUser, memoryId: string): Change =>
  clear('memory_telling', { user_id: userId, memory_id: memoryId })

const namesOf = ({ words = [] }: MemoryOf<'MemoryErased' | 'MemoriesErased'>['data'], { userId, at }: Metadata) =>
  words.map((name) => put('erased_words', { user_id: userId, words: name }, { at }))
