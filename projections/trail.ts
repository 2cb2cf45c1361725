import type { DomainEvent } from '../src/domain/all-events.js'
import type { MemoryMetadata } from '../src/domain/event.js'
import type { Readers } from '../src/domain/scope.js'
import { type Change, clear, drop, type Projection, patch, put } from '../src/projector/projection.js'
import { activeOr, memoryKey, readersIn, saidIn, vectorOf, versionKey, type WordedData, wordingIn } from './keys.js'

/** Every version of every memory, each a pure put: the action, the wording and the readers at that time. */
export const trail: Projection<DomainEvent> = {
  MemoryStored: ({ data, metadata: m }) => [
    version(m, 'add', data.status),
    wording(m, data, m.version),
    readers(m, data, data.trust),
  ],
  MemoryEmbedded: ({ data, metadata: m }) => [
    patch('memory_wording', { ...memoryKey(m), version: data.of }, { embedding: vectorOf(data), embedded: true }),
  ],
  EpisodeIngested: ({ data, metadata: m }) =>
    data.activated.map(({ memoryId, waits }) =>
      patch('memory_version', { ...memoryKey({ ...m, memoryId }), version: 1 }, { status: activeOr(waits), at: m.at }),
    ),
  MemoryUpdated: ({ data, metadata: m }) => [version(m, 'update', 'active'), wording(m, data, m.version)],
  MemorySuperseded: ({ metadata: m }) => [version(m, 'supersede', 'superseded')],
  MemoryRestored: ({ data, metadata: m }) => [version(m, 'restore', 'active'), wording(m, data, data.of)],
  MemoryContested: ({ metadata: m }) => [version(m, 'contest', 'needs_clarification')],
  MemoryClarified: ({ data, metadata: m }) => [version(m, 'clarify', data.outcome)],
  MemoryShared: ({ data, metadata: m }) => [version(m, 'share', 'active'), readers(m, data, null)],
  MemoryDeleted: ({ metadata: m }) => [version(m, 'delete', 'deleted')],
  MemoriesDeleted: ({ data, metadata: m }) =>
    data.memories.map(([memoryId, number]) => version({ ...m, memoryId, version: number }, 'delete', 'deleted')),
  MemoryErased: ({ metadata: m }) => [
    version(m, 'erase', 'erased'),
    ...Array.from({ length: m.version - 1 }, (_, earlier) => drop('memory_wording', versionKey(m, earlier + 1))),
  ],
  MemoriesErased: ({ data, metadata: m }) =>
    data.memories.flatMap(([memoryId, number]) => [
      version({ ...m, memoryId, version: number }, 'erase', 'erased'),
      clear('memory_wording', memoryKey({ ...m, memoryId })),
    ]),
}

const version = (m: MemoryMetadata, action: string, status: string): Change =>
  put('memory_version', versionKey(m), {
    action,
    status,
    at: m.at,
    reason: m.reason ?? null,
    actor_key: m.actor.key,
    actor_agent: m.actor.agentId,
    episode_id: m.episodeId ?? null,
  })

const wording = (m: MemoryMetadata, data: WordedData, wordsOf: number): Change => {
  const { subject, key = null } = saidIn(data)
  return put('memory_wording', versionKey(m), {
    subject,
    key,
    memory_type: data.memoryType,
    importance: data.importance,
    network: data.network,
    trust_score: data.trust,
    fact: factIn(data),
    words_of: wordsOf,
    embedding: null,
    embedded: false,
    ...wordingIn(data),
  })
}

/** Null for what was taken over as it was said: then there is nothing of it. */
const factIn = (data: WordedData) => {
  const { claimType, evidence } = data
  const { headline, overview, valid } = saidIn(data)
  const isNone = claimType === null && evidence.length === 0 && headline + overview === '' && !valid
  return isNone ? null : { claimType, evidence, headline, overview, valid }
}

const readers = (m: MemoryMetadata, data: Readers, trust: number | null): Change =>
  put('memory_readers', versionKey(m), { ...readersIn(data), trust_score: trust })
