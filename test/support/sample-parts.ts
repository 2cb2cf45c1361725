export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const by = {
  commandId: id(1),
  userId: 'anna',
  at: '2026-01-02T03:04:05.678Z',
  actor: { key: 'standard', agentId: null },
  episodeId: id(2),
} as const
export const m = { ...by, memoryId: id(3), version: 1 }
export const next = { ...m, version: 2, reason: 'requested' } as const
const { episodeId: _, ...ofBank } = by
export const ofAgent = { ...ofBank, agentId: 'a', version: 1, reason: 'requested' } as const
export const shared = { workspaceId: 'w', agentId: 'a', visibility: 'restricted', grantedTo: ['b'] } as const
export const erased = { erased: true } as const
const said = {
  content: 'Anna: I moved to Lisbon yesterday.',
  speaker: 'Anna',
  subject: 'anna',
  keywords: 'lisbon moved',
  opinionConfidence: null,
  observationSubject: null,
  headline: '',
  overview: '',
  valid: null,
  metadata: { dates: [{ text: 'yesterday', from: '2026-01-01', to: '2026-01-01' }] },
}
export const character = {
  memoryType: 'episodic' as const,
  network: 'experience' as const,
  language: 'en' as const,
  importance: 0.6,
  trust: 1,
  claimType: null,
  evidence: [],
  said,
}
/** A fact that rests on the memory that the samples store. */
export const fact = {
  ...character,
  memoryType: 'semantic' as const,
  network: 'world' as const,
  claimType: 'stated' as const,
  evidence: [{ memoryId: id(3), start: 2, end: 17 }],
  said: {
    ...said,
    content: 'Anna lives in Lisbon.',
    speaker: null,
    headline: 'Lives in Lisbon',
    overview: 'Anna moved to Lisbon on the first of January 2026 and lives there.',
    valid: { from: '2026-01-01', to: null, words: 'yesterday' },
    metadata: {},
  },
}
export const stored = {
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
export const recorded = {
  ...shared,
  grantedTo: ['b'],
  sourceSite: 'chat',
  sessionId: null,
  observedAt: by.at,
  requestHash: 'ab'.repeat(32),
  transcript: { id: 'a0'.repeat(16), base: 'b1'.repeat(16), keys: ['c2'.repeat(16), 'd3'.repeat(16)] },
  continues: id(7),
  awaits: 'nothing' as const,
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
export const extracted = {
  ...{ content: 'Anna lives in Lisbon.', speaker: 'Anna', subject: 'anna' },
  ...({ claimType: 'stated', memoryType: 'semantic', network: 'world', language: 'en' } as const),
  ...{ importance: 0.6, trust: 1, opinionConfidence: null, observationSubject: null, keywords: 'lisbon' },
  ...{ headline: 'Lives in Lisbon', overview: 'Anna moved to Lisbon and lives there.' },
  valid: { from: '2026-01-01', to: null, words: 'yesterday' },
  entities: [{ name: 'Lisbon', type: 'place' as const }],
  evidence: [{ memoryId: id(3), start: 2, end: 17 }],
  about: [{ memoryId: id(5), version: 1, relation: 'changed' as const, confidence: 0.9 }],
  drawn: [id(5)],
}
export const paid = { model: 'm-1', calls: 1, inputTokens: 900, outputTokens: 120, ms: 800, cost: 0.0012 }
export const ended = {
  counts,
  memoryIds: [id(3)],
  outcomes: [{ memoryId: id(3), outcome: 'updated' as const, reason: 'new_value' as const, replaces: [id(4)] }],
}
const usage = { calls: 1, inputTokens: 900, outputTokens: 120, ms: 800 }
export const window = {
  window: 0,
  memories: [[id(3), 1]] as [string, number][],
  context: [[id(4), 2]] as [string, number][],
  known: [[id(5), 1]] as [string, number][],
  by: { model: 'm-1', prompt: 'extract-1' },
  usage,
  dropped: { unsupported: 1, foreign: 0, invalid: 0, steering: 0, context: 0 },
}
export const ofCopy = {
  commandId: id(1),
  at: by.at,
  actor: { key: 'system', agentId: null },
  reason: 'copied',
} as const
export const embedded = { of: 1, model: 'static-en', dimensions: 2, embedding: { vector: 'AACAPwAAAAA=' } }
export const bySystem = { commandId: id(1), at: by.at, actor: { key: 'system', agentId: null } } as const
export const checkpoint = {
  ...{ logId: id(9), number: 2, position: '812', events: 812, streams: 1 },
  ...{ root: 'ab'.repeat(32), previous: 'cd'.repeat(32), key: 'ef'.repeat(32), signature: '12'.repeat(64) },
  nodes: ['ab'.repeat(32)],
}

export const opened = {
  commandId: id(1),
  at: by.at,
  actor: { key: 'system', agentId: null },
  reason: 'opened',
} as const
