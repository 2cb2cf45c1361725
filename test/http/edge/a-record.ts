import type { MemoryRecord } from '../../../src/queries/memory-record.js'

export const MEMORY = '7d3f1c9e-2a54-5b1d-8e0f-3c6a9b2d4e5f'
export const EPISODE = '0198c5a2-7b1e-7c3d-9f40-1a2b3c4d5e6f'

/** A memory as it is told. */
export const record: MemoryRecord = {
  id: MEMORY,
  user_id: 'ana',
  content: 'Ana keeps bees',
  embedding: [0.5, 0.5],
  memory_type: 'semantic',
  importance: 0.5,
  source_site: 'chat',
  source_url: '',
  episode_id: EPISODE,
  session_id: null,
  role: 'user',
  turn: 0,
  status: 'active',
  metadata: {},
  keywords: 'bees',
  namespace: 'site/chat',
  trust_score: 1,
  version: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  access_count: 0,
  summary: 'Ana keeps bees',
  overview: '',
  observed_at: '2026-01-02T03:04:05.000Z',
  last_accessed_at: '2026-01-02T03:04:05.000Z',
  expired_at: null,
  deleted_at: null,
  network: 'world',
  opinion_confidence: null,
  observation_subject: null,
  audn_candidates: null,
  deferred_audn: false,
  workspace_id: null,
  agent_id: null,
  visibility: null,
  search_vector: "'bee':1",
}
