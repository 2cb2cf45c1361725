import type { DomainEvent } from '../../src/domain/all-events.js'

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const by = {
  commandId: id(1),
  userId: 'anna',
  at: '2026-01-02T03:04:05.678Z',
  actor: { key: 'standard', agentId: null },
  episodeId: id(2),
} as const
const m = { ...by, memoryId: id(3), version: 1 }
const next = { ...m, version: 2, reason: 'requested' } as const
const shared = { workspaceId: 'w', agentId: 'a', visibility: 'restricted', grantedTo: ['b'] } as const
const erased = { erased: true } as const
const said = {
  content: 'Anna: I moved to Lisbon yesterday.',
  speaker: 'Anna',
  subject: 'anna',
  keywords: 'lisbon moved',
  opinionConfidence: null,
  observationSubject: null,
  metadata: { dates: [{ text: 'yesterday', from: '2026-01-01', to: '2026-01-01' }] },
}
const character = {
  memoryType: 'episodic',
  network: 'experience',
  language: 'en',
  importance: 0.6,
  trust: 1,
  said,
} as const
const stored = {
  ...character,
  workspaceId: null,
  agentId: null,
  visibility: null,
  grantedTo: [],
  status: 'active',
  sourceSite: 'chat',
  sessionId: 's1',
  place: { session: 's1', ordinal: 4 },
  observedAt: by.at,
  occurredOn: '2026-01-02',
  role: 'user',
} as const
const counts = {
  factsExtracted: 1,
  memoriesStored: 1,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 2,
  linksCreated: 1,
  compositesCreated: 0,
}
const recorded = {
  ...shared,
  grantedTo: ['b'],
  sourceSite: 'chat',
  sessionId: null,
  observedAt: by.at,
  requestHash: 'ab'.repeat(32),
  transcript: { id: 'a0'.repeat(16), base: 'b1'.repeat(16), keys: ['c2'.repeat(16), 'd3'.repeat(16)] },
  continues: id(7),
  said: {
    form: 'messages' as const,
    turns: [
      { role: 'user', name: 'Anna', content: 'hi' },
      { role: 'assistant', name: null, content: 'Hello' },
    ],
    sourceUrl: 'https://chat.example/1',
    metadata: { topic: 'home' },
  },
}
const ofCopy = { commandId: id(1), at: by.at, actor: { key: 'system', agentId: null }, reason: 'copied' } as const
const embedded = { of: 1, model: 'static-en', dimensions: 2, embedding: { vector: 'AACAPwAAAAA=' } }

/** One event of each type, and of each that holds words also its erased form; the name tells which. */
export const samples: Readonly<Record<string, DomainEvent>> = {
  StoreOpened: {
    type: 'StoreOpened',
    metadata: { commandId: id(1), at: by.at, actor: { key: 'system', agentId: null }, reason: 'opened' },
    data: { logId: id(9), embeddingModel: 'static-en', dimensions: 256 },
  },
  MasterKeyChosen: {
    type: 'MasterKeyChosen',
    metadata: { commandId: id(1), at: by.at, actor: { key: 'system', agentId: null }, reason: 'opened' },
    data: { check: 'ab'.repeat(16) },
  },
  LogCopyBegun: { type: 'LogCopyBegun', metadata: ofCopy, data: { copyId: id(8), of: id(9) } },
  LogCopied: { type: 'LogCopied', metadata: ofCopy, data: { copyId: id(8), events: 3, hash: 'ab'.repeat(32) } },
  EmbeddingModelChosen: {
    type: 'EmbeddingModelChosen',
    metadata: { commandId: id(1), at: by.at, actor: { key: 'system', agentId: null } },
    data: { model: 'text-embedding-3-small', dimensions: 1536 },
  },
  EpisodeRecorded: { type: 'EpisodeRecorded', metadata: by, data: { ...recorded } },
  'EpisodeRecorded.erased': { type: 'EpisodeRecorded', metadata: by, data: { ...recorded, said: erased } },
  EpisodeIngested: {
    type: 'EpisodeIngested',
    metadata: by,
    data: { counts, memoryIds: [id(3)], told: [[2, id(4)]], activated: [{ memoryId: id(3), ordinal: 7 }] },
  },
  EpisodeAbandoned: { type: 'EpisodeAbandoned', metadata: by, data: { memoryIds: [id(3)] } },
  MemoriesLinked: {
    type: 'MemoriesLinked',
    metadata: by,
    data: { links: [{ from: id(3), to: id(4), similarity: 0.6123 }] },
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
  MemoryClarified: { type: 'MemoryClarified', metadata: next, data: { outcome: 'active' } },
  MemoryShared: { type: 'MemoryShared', metadata: next, data: { ...shared, grantedTo: ['b'] } },
  MemoryDeleted: { type: 'MemoryDeleted', metadata: next, data: {} },
  MemoriesDeleted: {
    type: 'MemoriesDeleted',
    metadata: { ...by, reason: 'requested' },
    data: {
      memories: [
        [id(3), 2],
        [id(4), 5],
      ],
    },
  },
  MemoryErased: { type: 'MemoryErased', metadata: next, data: { whole: false, turns: [[id(2), 1]] } },
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
  MemoriesRecalled: {
    type: 'MemoriesRecalled',
    metadata: { ...by, reason: 'recalled', part: 0 },
    data: { recalls: [{ memoryId: id(3), times: 2 }] },
  },
  RequestAnswered: {
    type: 'RequestAnswered',
    metadata: by,
    data: { key: 'ab'.repeat(32), request: 'cd'.repeat(32), answer: '{"memoryIds":[]}' },
  },
}
