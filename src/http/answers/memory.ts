import { z } from 'zod'
import { claimType, memoryType, network } from '../../domain/memory/events.js'
import { visibility } from '../../domain/scope.js'
import { basisChanged, evidence, metadata, outdatedBy, role, turn, validity } from './evidence.js'
import { count, id, moment, named, share } from './named.js'

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
  tellings: count.describe('How many times it was said, of those that the caller may know of.'),
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

export const memoryRecord = named('MemoryRecord', 'A memory in full.', {
  ...fields,
  embedding: z.array(z.number()).describe('In full; empty where the text has no known word.'),
})

const withoutEmbedding = named('ExpandedMemory', 'A memory in full, without its embedding.', fields)

export const memoryPage = named('MemoryPage', 'A page of memories, newest first.', {
  memories: z.array(memoryRecord),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many are in scope, after the filters.'),
  next_cursor: z.string().nullable().describe('For the page behind this one; null on the last.'),
})

export const expanded = named('ExpandedMemories', 'In the order asked, without the ids that the caller does not see.', {
  memories: z.array(withoutEmbedding),
})

export const done = named('Done', 'It is done.', { success: z.literal(true) })

export const statistics = named('Statistics', 'What is in scope.', {
  count,
  avgImportance: share.describe('0 where there is no memory.'),
  sourceDistribution: z.record(z.string(), count).describe('How many memories come from each source site.'),
})
