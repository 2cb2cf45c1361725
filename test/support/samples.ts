import type { DomainEvent } from '../../src/domain/all-events.js'
import { conflictSamples } from './conflict-samples.js'
import { recallSamples } from './recall-samples.js'
import { lessonSamples } from './sample-lessons.js'
import {
  by,
  bySystem,
  character,
  checkpoint,
  embedded,
  ended,
  erased,
  extracted,
  fact,
  id,
  m,
  next,
  ofAgent,
  ofCopy,
  opened,
  paid,
  recorded,
  shared,
  stored,
  window,
} from './sample-parts.js'
import { userSamples } from './user-samples.js'

/** One event of each type, and of each that holds words also its erased form; the name tells which. */
export const samples: Readonly<Record<string, DomainEvent>> = {
  StoreOpened: {
    type: 'StoreOpened',
    metadata: opened,
    data: { logId: id(9), embeddingModel: 'static-en', dimensions: 256 },
  },
  'StoreOpened.format': {
    type: 'StoreOpened',
    metadata: opened,
    data: { logId: id(9), embeddingModel: 'static-en', dimensions: 256, format: 1 },
  },
  MasterKeyChosen: { type: 'MasterKeyChosen', metadata: opened, data: { check: 'ab'.repeat(16) } },
  MasterKeyRotated: { type: 'MasterKeyRotated', metadata: bySystem, data: { check: 'cd'.repeat(16), carried: 'AAEC' } },
  LogCopyBegun: { type: 'LogCopyBegun', metadata: ofCopy, data: { copyId: id(8), of: id(9) } },
  LogCopied: { type: 'LogCopied', metadata: ofCopy, data: { copyId: id(8), events: 3, hash: 'ab'.repeat(32) } },
  LogCheckpointSigned: { type: 'LogCheckpointSigned', metadata: bySystem, data: checkpoint },
  EmbeddingModelChosen: {
    type: 'EmbeddingModelChosen',
    metadata: bySystem,
    data: { model: 'text-embedding-3-small', dimensions: 1536 },
  },
  EpisodeRecorded: { type: 'EpisodeRecorded', metadata: by, data: { ...recorded } },
  'EpisodeRecorded.erased': { type: 'EpisodeRecorded', metadata: by, data: { ...recorded, said: erased } },
  EpisodeIngested: {
    type: 'EpisodeIngested',
    metadata: by,
    data: {
      ...ended,
      told: [[2, id(4)]],
      activated: [{ memoryId: id(3), ordinal: 7 }],
      usage: [{ ...paid, stage: 'extract', prompt: 'extract-1' }],
    },
  },
  'EpisodeIngested.told': {
    type: 'EpisodeIngested',
    metadata: by,
    data: { ...ended, told: [[4, id(4), { at: '2026-05-03T09:00:00.000Z', from: 3 }]], activated: [], usage: [] },
  },
  'EpisodeIngested.offset': {
    type: 'EpisodeIngested',
    metadata: by,
    data: {
      ...ended,
      told: [[4, id(4), { at: '2026-05-03T09:00:00.000Z', offset: '-03:00', from: 3 }]],
      activated: [],
      usage: [],
    },
  },
  EpisodeExtracted: {
    type: 'EpisodeExtracted',
    metadata: by,
    data: { ...window, said: { facts: [extracted] } },
  },
  'EpisodeExtracted.erased': {
    type: 'EpisodeExtracted',
    metadata: by,
    data: { ...window, by: null, said: erased },
  },
  EpisodeFailed: {
    type: 'EpisodeFailed',
    metadata: by,
    data: { window: 0, attempt: 2, stage: 'extract', code: 'timeout' },
  },
  FactsJudged: {
    type: 'FactsJudged',
    metadata: by,
    data: {
      by: 'model',
      verdicts: [
        {
          memoryId: id(3),
          judged: [[id(4), 2]],
          ...{ outcome: 'supersede', applied: 'contradiction', confidence: 0.7, reason: 'below_threshold' },
        },
      ],
    },
  },
  FactsDerived: {
    type: 'FactsDerived',
    metadata: by,
    data: { ...ended, usage: [{ ...paid, stage: 'extract', prompt: 'extraction-3' }], none: null },
  },
  EpisodeAbandoned: { type: 'EpisodeAbandoned', metadata: by, data: { memoryIds: [id(3)] } },
  MemoriesLinked: {
    type: 'MemoriesLinked',
    metadata: by,
    data: {
      links: [
        { from: id(3), to: id(4), kind: 'similar', similarity: 0.6123 },
        { from: id(3), to: id(4), kind: 'supersedes', similarity: null },
      ],
    },
  },
  EntitiesMentioned: {
    type: 'EntitiesMentioned',
    metadata: by,
    data: { mentions: [{ memoryId: id(3), said: { name: 'Lisbon', type: 'place' } }] },
  },
  'EntitiesMentioned.erased': {
    type: 'EntitiesMentioned',
    metadata: by,
    data: { mentions: [{ memoryId: id(3), said: erased }] },
  },
  MemoryStored: {
    type: 'MemoryStored',
    metadata: { ...m, reason: 'extracted' },
    data: { ...stored, grantedTo: [], turns: [0, 1] },
  },
  'MemoryStored.timed': {
    type: 'MemoryStored',
    metadata: { ...m, reason: 'extracted' },
    data: { ...stored, isTimed: true, grantedTo: [], turns: [0, 1] },
  },
  'MemoryStored.offset': {
    type: 'MemoryStored',
    metadata: { ...m, reason: 'extracted' },
    data: { ...stored, isTimed: true, observedOffset: '-03:00', grantedTo: [], turns: [0, 1] },
  },
  'MemoryStored.fact': {
    type: 'MemoryStored',
    metadata: { ...m, memoryId: id(5), reason: 'extracted_by_model' },
    data: { ...stored, ...fact, grantedTo: [], turns: [0, 0] },
  },
  'MemoryStored.erased': {
    type: 'MemoryStored',
    metadata: m,
    data: { ...stored, grantedTo: [], turns: null, said: erased },
  },
  MemoryEmbedded: { type: 'MemoryEmbedded', metadata: { ...by, memoryId: id(3) }, data: embedded },
  'MemoryEmbedded.none': {
    type: 'MemoryEmbedded',
    metadata: { ...by, memoryId: id(3) },
    data: { ...embedded, past: true, embedding: { vector: null } },
  },
  'MemoryEmbedded.erased': {
    type: 'MemoryEmbedded',
    metadata: { ...by, memoryId: id(3) },
    data: { ...embedded, embedding: erased },
  },
  MemoryUpdated: { type: 'MemoryUpdated', metadata: next, data: { ...character } },
  'MemoryUpdated.erased': { type: 'MemoryUpdated', metadata: next, data: { ...character, said: erased } },
  MemorySuperseded: { type: 'MemorySuperseded', metadata: next, data: { by: id(4) } },
  'MemorySuperseded.withdrawn': {
    type: 'MemorySuperseded',
    metadata: { ...next, reason: 'withdrawn' },
    data: { by: null },
  },
  MemoryRestored: {
    type: 'MemoryRestored',
    metadata: { ...next, version: 3, reason: 'restored' },
    data: { of: 1, ...character },
  },
  'MemoryRestored.erased': {
    type: 'MemoryRestored',
    metadata: { ...next, version: 3, reason: 'restored' },
    data: { of: 1, ...character, said: erased },
  },
  MemoryContested: { type: 'MemoryContested', metadata: { ...next, reason: 'contradicts' }, data: {} },
  MemoryClarified: { type: 'MemoryClarified', metadata: next, data: { outcome: 'active' } },
  MemoryShared: { type: 'MemoryShared', metadata: next, data: { ...shared, grantedTo: ['b'] } },
  MemoryDeleted: { type: 'MemoryDeleted', metadata: next, data: {} },
  MemoriesDeleted: {
    type: 'MemoriesDeleted',
    metadata: { ...by, reason: 'requested' },
    data: { memories: [next.version, 5].map((version, i): [string, number] => [id(3 + i), version]) },
  },
  'MemoriesDeleted.asked': {
    type: 'MemoriesDeleted',
    metadata: { ...by, reason: 'forgotten' },
    data: {
      memories: [next.version, 5].map((version, i): [string, number] => [id(3 + i), version]),
      askedAt: '2025-12-24T21:06:00.000Z',
      askedOffset: '-03:00',
    },
  },
  TellingsRemoved: {
    type: 'TellingsRemoved',
    metadata: { ...by, reason: 'requested' },
    data: {
      tellings: [[id(3), id(2), 0]],
      first: [
        {
          memoryId: id(3),
          episodeId: id(5),
          turns: [1, 2],
          sourceSite: 'mail',
          sessionId: 's2',
          observedAt: '2026-05-03T09:00:00.000Z',
          occurredOn: '2026-05-03',
        },
      ],
    },
  },
  'TellingsRemoved.offset': {
    type: 'TellingsRemoved',
    metadata: { ...by, reason: 'requested' },
    data: {
      tellings: [[id(3), id(2), 0]],
      first: [
        {
          memoryId: id(3),
          episodeId: id(5),
          turns: [1, 2],
          sourceSite: 'mail',
          sessionId: 's2',
          observedAt: '2026-05-03T01:00:00.000Z',
          observedOffset: '-03:00',
          occurredOn: '2026-05-02',
        },
      ],
    },
  },
  MemoryErased: { type: 'MemoryErased', metadata: next, data: { turns: [[id(2), 1]] } },
  'MemoryErased.words': {
    type: 'MemoryErased',
    metadata: next,
    data: { turns: [[id(2), 1]], words: ['0f'.repeat(16)] },
  },
  'MemoriesErased.words': {
    type: 'MemoriesErased',
    metadata: { ...by, reason: 'requested' },
    data: { memories: [[id(3), 2]], pending: [], episodes: [], words: ['0f'.repeat(16)] },
  },
  MemoriesErased: {
    type: 'MemoriesErased',
    metadata: { ...by, reason: 'requested' },
    data: {
      memories: [[id(3), 2]],
      pending: [id(4)],
      episodes: [
        [
          id(2),
          [
            [0, 3],
            [5, 5],
          ],
        ],
        [id(5), null],
      ],
    },
  },
  EpisodesDeleted: {
    type: 'EpisodesDeleted',
    metadata: { ...by, reason: 'requested' },
    data: { episodes: [[id(2), [[0, 3]]]], pending: [id(4)] },
  },
  AgentTrustSet: { type: 'AgentTrustSet', metadata: ofAgent, data: { trust: 0.8, said: { displayName: 'The scout' } } },
  'AgentTrustSet.erased': { type: 'AgentTrustSet', metadata: ofAgent, data: { trust: 0.8, said: erased } },
  ...lessonSamples,
  ...conflictSamples,
  ...recallSamples,
  ...userSamples,
}
