import type { DomainEvent } from '../src/domain/all-events.js'
import type { MemoryMetadata, Metadata } from '../src/domain/event.js'
import { echoedBy } from '../src/domain/memory/echo.js'
import type { MemoryOf } from '../src/domain/memory/events.js'
import { type Readers, readerGroup } from '../src/domain/scope.js'
import {
  add,
  type Change,
  type Columns,
  clear,
  drop,
  type Projection,
  patch,
  put,
} from '../src/projector/projection.js'
import { speltWords } from '../src/text/terms.js'
import { textHash } from '../src/text/text-hash.js'
import { activeOr, memoryKey, readersIn, saidIn, searchedIn, vectorOf, type WordedData, wordingIn } from './keys.js'

/** The current state of the memories: every row is a function of its own memory's events. */
export const memories: Projection<DomainEvent> = {
  MemoryStored: ({ data, metadata: m }) => [
    put('memory', memoryKey(m), {
      status: data.status,
      version: m.version,
      session: data.place.session,
      ordinal: data.place.ordinal,
      source_site: data.sourceSite,
      namespace: `site/${data.sourceSite}`,
      session_id: data.sessionId,
      episode_id: m.episodeId,
      role: data.role,
      turn: data.turns?.[0] ?? null,
      last_turn: data.turns?.[1] ?? null,
      created_at: m.at,
      observed_at: data.observedAt,
      observed_offset: data.observedOffset ?? null,
      occurred_on: data.occurredOn,
      expired_at: null,
      deleted_at: null,
      superseding_command: null,
      deleting_command: null,
      gone_on_all_days: false,
      gone_asked_at: null,
      gone_asked_offset: null,
      superseded_by: null,
      words_of: m.version,
      ...readableBy(data),
      ...characterOf(data),
    }),
    readerGroupOf(m, data),
    put('memory_text', memoryKey(m), { embedding: null, embedding_of: null, ...textOf(data) }),
    put('memory_access', memoryKey(m), { access_count: 0, last_accessed_at: m.at }),
    ...evidenceOf(m, data),
  ],
  MemoryEmbedded: ({ data, metadata: m }) =>
    data.past ? [] : [patch('memory_text', memoryKey(m), { embedding: vectorOf(data), embedding_of: data.of })],
  EpisodeIngested: ({ data, metadata: m }) =>
    data.activated.flatMap(({ memoryId, ordinal, waits }) => [
      patch('memory', memoryKey({ memoryId, ...m }), { status: activeOr(waits), ordinal, created_at: m.at }),
      patch('memory_access', memoryKey({ memoryId, ...m }), { last_accessed_at: m.at }),
    ]),
  MemoryUpdated: ({ data, metadata: m }) => [
    changed(m, { words_of: m.version, ...characterOf(data) }),
    ...reworded(m, data),
    ...evidenceOf(m, data),
  ],
  MemorySuperseded: ({ data, metadata: m }) => [
    changed(m, {
      status: 'superseded',
      expired_at: m.at,
      superseding_command: m.commandId,
      superseded_by: data.by,
    }),
  ],
  MemoryRestored: ({ data, metadata: m }) => [
    changed(m, {
      ...characterOf(data),
      status: 'active',
      words_of: data.of,
      expired_at: null,
      deleted_at: null,
      superseding_command: null,
      deleting_command: null,
      gone_on_all_days: false,
      gone_asked_at: null,
      gone_asked_offset: null,
      superseded_by: null,
    }),
    ...reworded(m, data),
  ],
  MemoryContested: ({ metadata: m }) => [changed(m, { status: 'needs_clarification' })],
  MemoryClarified: ({ data, metadata: m }) => [
    changed(m, {
      status: data.outcome,
      deleted_at: data.outcome === 'deleted' ? m.at : null,
      deleting_command: data.outcome === 'deleted' ? m.commandId : null,
    }),
  ],
  MemoryShared: ({ data, metadata: m }) => [readerGroupOf(m, data), changed(m, readableBy(data))],
  MemoryDeleted: ({ data, metadata: m }) => [deleted(m, !data.onlyThis)],
  MemoriesDeleted: ({ data, metadata: m }) =>
    data.memories.map(([memoryId, version]) => deleted({ ...m, memoryId, version }, m.reason === 'forgotten', data)),
  TellingsRemoved: ({ data, metadata: m }) =>
    data.first.map(({ memoryId, ...first }) =>
      patch('memory', memoryKey({ memoryId, ...m }), {
        source_site: first.sourceSite,
        namespace: `site/${first.sourceSite}`,
        session_id: first.sessionId,
        episode_id: first.episodeId,
        turn: first.turns[0],
        last_turn: first.turns[1],
        observed_at: first.observedAt,
        observed_offset: first.observedOffset ?? null,
        occurred_on: first.occurredOn,
      }),
    ),
  MemoryErased: ({ metadata: m }) => erased(m),
  MemoriesErased: ({ data, metadata: m }) =>
    data.memories.flatMap(([memoryId, version]) => erased({ ...m, memoryId, version })),
  MemoriesRecalled: ({ data, metadata: m }) =>
    data.recalls.flatMap(({ memoryId, times }) => [
      add('memory_access', memoryKey({ memoryId, ...m }), { access_count: times }),
      patch('memory_access', memoryKey({ memoryId, ...m }), { last_accessed_at: m.at }),
    ]),
}

const changed = (m: MemoryMetadata, row: Columns): Change =>
  patch('memory', memoryKey(m), { version: m.version, ...row })

/** Its words were taken back, or only this memory went: by its place, or as one event among equals. */
const deleted = (
  m: MemoryMetadata,
  isGoneOnAllDays: boolean,
  asked: Pick<MemoryOf<'MemoriesDeleted'>['data'], 'askedAt' | 'askedOffset'> = {},
): Change =>
  changed(m, {
    status: 'deleted',
    deleted_at: m.at,
    deleting_command: m.commandId,
    gone_on_all_days: isGoneOnAllDays,
    gone_asked_at: asked.askedAt ?? null,
    gone_asked_offset: asked.askedOffset ?? null,
  })

/** Other words replace the whole memory: a new vector and new names follow them in the log, if there are any. */
const reworded = (m: MemoryMetadata, data: WordedData): readonly Change[] => [
  patch('memory_text', memoryKey(m), { embedding: null, embedding_of: null, ...textOf(data) }),
  clear('memory_entity', memoryKey(m)),
]

const erased = (m: MemoryMetadata): readonly Change[] => [
  changed(m, {
    status: 'erased',
    deleted_at: m.at,
    role: null,
    subject: null,
    key: null,
    text_hash: null,
    echo_of: null,
    valid_from: null,
    valid_to: null,
  }),
  drop('memory_text', memoryKey(m)),
  clear('memory_entity', memoryKey(m)),
  clear('memory_evidence', memoryKey(m)),
  clear('memory_link', { user_id: m.userId, from_id: m.memoryId }),
  clear('memory_link', { user_id: m.userId, to_id: m.memoryId }),
]

/** What the words of a derived memory rest on; what was stored as it was said has no rows. */
const evidenceOf = (m: MemoryMetadata, data: WordedData): readonly Change[] =>
  data.evidence.map(({ memoryId, start, end }) =>
    put(
      'memory_evidence',
      { user_id: m.userId, id: m.memoryId, words_of: m.version, evidence_id: memoryId, start_at: start },
      { end_at: end },
    ),
  )

const readableBy = (data: Readers) => ({ reader_group: readerGroup(data), ...readersIn(data) })

/** A group stays when its last memory goes: it tells who might read, not what. */
const readerGroupOf = (m: Metadata, data: Readers): Change =>
  put('reader_group', { user_id: m.userId, reader_group: readerGroup(data) }, readersIn(data))

const characterOf = (data: WordedData) => {
  const said = saidIn(data)
  return {
    subject: said.subject,
    key: said.key ?? null,
    memory_type: data.memoryType,
    network: data.network,
    importance: data.importance,
    trust_score: data.trust,
    text_hash: said.content === '' ? null : textHash(said.content, said.key),
    claim_type: data.claimType,
    echo_of: echoedBy(data),
    valid_from: said.valid?.from ?? null,
    valid_to: said.valid?.to ?? null,
  }
}

const textOf = (data: WordedData) => {
  const said = saidIn(data)
  const { name, text } = searchedIn(said)
  return {
    summary: said.headline,
    overview: said.overview,
    valid_words: said.valid?.words ?? null,
    spelt: speltWords(`${name} ${text}`, data.language),
    ...wordingIn(data),
  }
}
