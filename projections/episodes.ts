import type { DomainEvent } from '../src/domain/all-events.js'
import type { EpisodeOf } from '../src/domain/episode.js'
import { isErased } from '../src/domain/event.js'
import { type Stretch, turnsIn } from '../src/domain/text-range.js'
import { type Change, clear, drop, type Projection, patch, put } from '../src/projector/projection.js'
import { foldedName } from '../src/text/fold.js'
import { chainOf } from '../src/text/text-hash.js'
import { episodeKey, readersIn } from './keys.js'

/** The rows stored once per ingest: the conversation, its entities and its links. */
export const episodes: Projection<DomainEvent> = {
  EpisodeRecorded: ({ data, metadata: m }) => [
    put('episode', episodeKey(m), {
      ...readersIn(data),
      state: 'recorded',
      source_site: data.sourceSite,
      source_url: isErased(data.said) ? '' : data.said.sourceUrl,
      session_id: data.sessionId,
      observed_at: data.observedAt,
      metadata: isErased(data.said) ? {} : data.said.metadata,
      recorded_at: m.at,
      counts: null,
      continues: data.continues,
      form: isErased(data.said) ? null : data.said.form,
      awaits: data.awaits,
      request_hash: data.requestHash,
      attempts: 0,
      failed: null,
      fell_back: false,
      usage: null,
      outcomes: null,
      derived: null,
    }),
    ...turnsOf(data, m),
    ...transcriptOf(data, m),
  ],
  EpisodeIngested: ({ data, metadata: m }) => [
    patch('episode', episodeKey(m), {
      state: 'ingested',
      counts: data.counts,
      usage: data.usage,
      outcomes: data.outcomes,
    }),
    patch('episode_transcript', episodeKey(m), { state: 'ingested' }),
  ],
  EpisodeAbandoned: ({ metadata: m }) => [
    drop('episode', episodeKey(m)),
    drop('episode_transcript', episodeKey(m)),
    clear('episode_turn', { user_id: m.userId, episode_id: m.episodeId }),
  ],
  // Turns with the words of an erased memory are erased with it.
  MemoryErased: ({ data: { turns }, metadata: m }) => [
    ...turns.map(([episodeId, turn]) => erasedTurn({ ...m, episodeId }, turn)),
    ...episodesIn(m.episodeId, turns).map((id) =>
      patch('episode', { user_id: m.userId, id }, { source_url: '', metadata: {} }),
    ),
  ],
  MemoriesErased: ({ data, metadata: m }) => [
    ...data.episodes.flatMap(([id, turns]) => [
      ...(turns === null
        ? [clear('episode_turn', { user_id: m.userId, episode_id: id })]
        : turns.flatMap(turnsIn).map((turn) => erasedTurn({ ...m, episodeId: id }, turn))),
      patch('episode', { user_id: m.userId, id }, { source_url: '', metadata: {} }),
    ]),
  ],
  EpisodesDeleted: ({ data, metadata: m }) =>
    data.episodes.flatMap(([episodeId, turns]) => blanked({ ...m, episodeId }, turns)),
  MemoriesLinked: ({ data, metadata: m }) =>
    data.links.map(({ from, to, kind, similarity }) =>
      put('memory_link', { user_id: m.userId, from_id: from, to_id: to, kind }, { similarity }),
    ),
  EntitiesMentioned: ({ data, metadata: m }) =>
    data.mentions.flatMap(({ memoryId, said }) =>
      isErased(said)
        ? []
        : [
            put(
              'memory_entity',
              { user_id: m.userId, id: memoryId, name: said.name },
              { type: said.type, folded: foldedName(said.name) },
            ),
          ],
    ),
}

type Recorded = EpisodeOf<'EpisodeRecorded'>

const turnsOf = ({ said }: Recorded['data'], m: Recorded['metadata']): readonly Change[] =>
  isErased(said)
    ? []
    : said.turns.map(({ role, name, content, at = null, key = null, replaces = null }, turn) =>
        put('episode_turn', turnKey(m, turn), {
          role,
          name,
          content,
          at,
          key,
          replaces,
        }),
      )

/** Turns of which none was known go on what was sent before them, and are the beginning of a conversation of their own, too. */
const transcriptOf = ({ transcript, continues }: Recorded['data'], m: Recorded['metadata']): readonly Change[] => {
  if (transcript === null) return []
  const { id, base, keys, messages = [] } = transcript
  return [
    put('episode_transcript', episodeKey(m), {
      transcript: id,
      base,
      keys,
      prefixes: [...chainOf(base, keys), ...(continues === null && base !== id ? chainOf(id, keys) : [])],
      message_ids: messages.map((message) => message.id),
      message_words: messages.map(({ words }) => words),
      message_turns: messages.map(({ turn }) => turn),
      state: 'recorded',
      recorded_at: m.at,
    }),
  ]
}

type EpisodeRef = { readonly userId: string; readonly episodeId: string }

const turnKey = ({ userId, episodeId }: EpisodeRef, turn: number) => ({ user_id: userId, episode_id: episodeId, turn })

const NO_WORDS = { content: null, key: null, replaces: null }

/** Nothing is left but that there was a turn. */
const erasedTurn = (m: EpisodeRef, turn: number): Change =>
  patch('episode_turn', turnKey(m, turn), { role: null, name: null, at: null, ...NO_WORDS })

/** Keeps role and name. */
const blanked = (m: EpisodeRef, turns: readonly Stretch[]): readonly Change[] =>
  turns.flatMap(turnsIn).map((turn) => patch('episode_turn', turnKey(m, turn), NO_WORDS))

/** The episodes that lose words by an erasure, each once. */
const episodesIn = (own: string | undefined, turns: readonly (readonly [string, number])[]): readonly string[] => [
  ...new Set([...(own === undefined ? [] : [own]), ...turns.map(([episodeId]) => episodeId)]),
]
