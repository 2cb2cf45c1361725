import { z } from 'zod'
import { claimType, memoryType, network } from '../../domain/memory/events.js'
import { visibility } from '../../domain/scope.js'
import { basisChanged, evidence, metadata, outdatedBy, role, turn, validity } from './evidence.js'
import { AT, count, EPISODE, id, MEMORY, moment, named, share } from './named.js'

const fields = {
  id,
  user_id: z.string(),
  content: z.string().describe('The fact, in the words it was said in.'),
  memory_type: memoryType,
  importance: share,
  source_site: z.string(),
  source_url: z.string().describe('May be empty.'),
  episode_id: id.describe('The ingest that it comes from.'),
  session_id: z.string().nullable(),
  role,
  turn,
  status: z.enum(['active', 'needs_clarification', 'superseded', 'deleted']),
  metadata,
  keywords: z.string().describe('Parted by spaces.'),
  namespace: z.string().describe('`site/` and the source site.'),
  trust_score: share.describe('Of the agent or source, at the time of writing.'),
  version: z.int().min(1),
  created_at: moment.describe('When it was written.'),
  access_count: count.describe('How often search, expand or get have shown it.'),
  summary: z.string(),
  overview: z.string().describe('May be empty.'),
  observed_at: moment.describe('When it was said.'),
  last_accessed_at: moment,
  expired_at: moment.nullable(),
  deleted_at: moment.nullable(),
  network,
  opinion_confidence: share.nullable().describe('Of an opinion, else null.'),
  observation_subject: z.string().nullable().describe('What an observation is about, else null.'),
  audn_candidates: z
    .array(z.object({ id, content: z.string(), similarity: z.number() }))
    .nullable()
    .describe('The memories it is still to be compared with, while `deferred_audn` is true.'),
  deferred_audn: z.boolean(),
  workspace_id: z.string().nullable().describe('Null for what is personal, as are `agent_id` and `visibility`.'),
  agent_id: z.string().nullable().describe('The agent that owns it.'),
  visibility: visibility.nullable(),
  search_vector: z.string().describe('The words it is found by, as text search keeps them.'),
  claim_type: claimType
    .nullable()
    .describe('How a fact came to be known; null for what was taken over as it was said, and for a composite.'),
  evidence,
  basis_changed: basisChanged,
  outdated_by: outdatedBy,
  subject: z.string().nullable().describe('Whom or what it is about, in lower case.'),
  key: z.string().nullable().describe('The slot that its writer says it takes.'),
  attribute: z.string().nullable().describe('What a fact says of its subject, where it is about one attribute.'),
  value: z.string().nullable().describe('And what that is.'),
  ...validity,
  valid_words: z.string().nullable().describe('The words that say so.'),
  headline: z.string().describe('A fact in few words; empty for what was taken over as it was said.'),
}

const moved = {
  id: MEMORY,
  user_id: 'ana',
  content: 'Ana: I moved to Lisbon yesterday.',
  memory_type: 'episodic' as const,
  importance: 0.6,
  source_site: 'chat',
  source_url: 'https://chat.example/c/17',
  episode_id: EPISODE,
  session_id: 'c-17',
  role: null,
  turn: 0,
  status: 'active' as const,
  metadata: { topic: 'moving', dates: [{ text: 'yesterday', from: '2026-05-07', to: '2026-05-07' }] },
  keywords: 'lisbon moved',
  namespace: 'site/chat',
  trust_score: 1,
  version: 1,
  created_at: AT,
  access_count: 3,
  summary: 'Ana: I moved to Lisbon yesterday.',
  overview: '',
  observed_at: '2026-05-08T00:00:00.000Z',
  last_accessed_at: AT,
  expired_at: null,
  deleted_at: null,
  network: 'experience' as const,
  opinion_confidence: null,
  observation_subject: null,
  audn_candidates: null,
  deferred_audn: false,
  workspace_id: null,
  agent_id: null,
  visibility: null,
  search_vector: "'ana':1 'lisbon':5 'move':3 'yesterday':6",
  claim_type: null,
  evidence: [],
  basis_changed: false,
  outdated_by: null,
  subject: 'ana',
  key: null,
  attribute: null,
  value: null,
  valid_from: null,
  valid_to: null,
  valid_words: null,
  headline: '',
}
const inFull = { ...moved, embedding: [0.0412, -0.0187, 0.1093] }

export const memoryRecord = named({
  name: 'MemoryRecord',
  says: 'A memory in full.',
  fields: { ...fields, embedding: z.array(z.number()).describe('In full; empty where the text has no known word.') },
  example: inFull,
})

const withoutEmbedding = named({
  name: 'ExpandedMemory',
  says: 'A memory in full, without its embedding.',
  fields,
  example: moved,
})

export const memoryPage = named({
  name: 'MemoryPage',
  says: 'A page of memories, newest first.',
  fields: {
    memories: z.array(memoryRecord),
    count: count.describe('How many are on this page.'),
    total: count.describe('How many are in scope, after the filters.'),
    next_cursor: z.string().nullable().describe('For the page behind this one; null on the last.'),
  },
  example: { memories: [inFull], count: 1, total: 1, next_cursor: null },
})

export const expanded = named({
  name: 'ExpandedMemories',
  says: 'In the order asked, without the ids that the caller does not see.',
  fields: { memories: z.array(withoutEmbedding) },
  example: { memories: [moved] },
})

export const done = named({
  name: 'Done',
  says: 'It is done.',
  fields: { success: z.literal(true) },
  example: { success: true },
})

export const statistics = named({
  name: 'Statistics',
  says: 'What is in scope.',
  fields: {
    count,
    avgImportance: share.describe('0 where there is no memory.'),
    sourceDistribution: z.record(z.string(), count).describe('How many memories come from each source site.'),
  },
  example: { count: 2, avgImportance: 0.55, sourceDistribution: { chat: 1, mail: 1 } },
})
