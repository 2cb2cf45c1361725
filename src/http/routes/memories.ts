import { z } from 'zod'
import { claimType, memoryType, network } from '../../domain/memory/events.js'
import { type Scope, visibility } from '../../domain/scope.js'
import { basisChanged, evidence, metadata, outdatedBy, role, turn, validity } from '../answers/evidence.js'
import { count, id, MEMORY, moment, named, OTHER_MEMORY, share } from '../answers/named.js'
import type { Rule } from '../check.js'
import { countIn, cursor, nameWithoutSecrets, paged, paging, uuid } from '../fields.js'
import { filtersOf, fromIsNotAfterTo, queryFilters } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'

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

const expanded = named('ExpandedMemories', 'In the order asked, without the ids that the caller does not see.', {
  memories: z.array(withoutEmbedding),
})

export const done = named('Done', 'It is done.', { success: z.literal(true) })

export const statistics = named('Statistics', 'What is in scope.', {
  count,
  avgImportance: share.describe('0 where there is no memory.'),
  sourceDistribution: z.record(z.string(), count).describe('How many memories come from each source site.'),
})

export const memoryId = z.object({ id: uuid })
export const scopeQuery = z.object(scopeFields)

const listQuery = z.object({
  ...scopeFields,
  limit: countIn(1, 1000, 20).describe('How many memories at most.'),
  offset: countIn(0, Number.MAX_SAFE_INTEGER, 0).describe('How many to leave out first.'),
  cursor: cursor.optional().describe('What comes behind the page that named it, whatever is added meanwhile.'),
  source_site: nameWithoutSecrets.optional().describe('Only from this platform. No effect in a workspace.'),
  episode_id: uuid.optional().describe('Only from this ingest. No effect in a workspace.'),
  ...queryFilters,
})

/** Both give the start of the page. */
const oneStart: Rule = {
  field: 'cursor',
  says: 'must not be given together with offset',
  broken: ({ cursor, offset }) => cursor !== undefined && offset !== undefined,
}

const expandBody = z.object({
  ...scopeFields,
  memory_ids: z.array(uuid).max(100).describe('Which memories, in which order.'),
})

export const hard = z.enum(['true', 'false']).default('false').describe('Erase what is said for good. Admin key only.')
export const isHard = (asked: { readonly hard?: unknown }): boolean => asked.hard === 'true'

export const removeQuery = z.object({ ...scopeFields, hard })

/** Neither is a filter within a workspace. */
const narrowing = (scope: Scope, { source_site, episode_id }: z.output<typeof listQuery>) =>
  scope.kind === 'user' ? omitUndefined({ sourceSite: source_site, episodeId: episode_id }) : {}

export const list = read({
  method: 'get',
  path: '/v1/memories/list',
  name: 'listMemories',
  tag: 'Memories',
  summary: 'The memories in scope, newest first.',
  description: 'Page by `cursor`, or by `offset`; a cursor stays right while memories are added.',
  input: listQuery,
  rules: [oneStart, fromIsNotAfterTo],
  example: { user_id: 'ana', limit: 20, metadata: '{"topic":"moving"}', from: '2026-05-01' },
  result: memoryPage,
  answer: async ({ edge, scope, input }) => {
    const { limit, offset, cursor } = input
    const filters = { ...filtersOf(input), ...narrowing(scope, input) }
    return paged(await edge.api.list(scope, { limit, offset, ...omitUndefined({ after: cursor }), ...filters }))
  },
})

export const get = read({
  method: 'get',
  path: '/v1/memories/:id',
  name: 'getMemory',
  tag: 'Memories',
  summary: 'One memory.',
  params: memoryId,
  input: scopeQuery,
  example: { id: MEMORY, user_id: 'ana' },
  result: memoryRecord,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params }) => edge.api.get(scope, params.id),
})

export const remove = write({
  method: 'delete',
  path: '/v1/memories/:id',
  name: 'deleteMemory',
  tag: 'Memories',
  summary: 'Delete one memory; its trail stays.',
  description:
    'With `hard=true` its words leave every read model for good, those of the past and the conversation that it comes ' +
    'from included; also when it was deleted before. The trail keeps version, action and time. The event log itself ' +
    'is not rewritten: it keeps its earlier events with their words, hidden from every replay.',
  params: memoryId,
  input: removeQuery,
  example: { id: MEMORY, user_id: 'ana' },
  result: done,
  errors: ['MemoryNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api[isHard(input) ? 'erase' : 'remove']({ ...caller, scope, memoryId: params.id }),
  answer: () => ({ success: true }),
})

export const expand = read({
  method: 'post',
  path: '/v1/memories/expand',
  name: 'expandMemories',
  tag: 'Memories',
  summary: 'The full records of some memories, without those that the caller does not see.',
  description: 'For the `expand_ids` of a search, or any other ids.',
  input: expandBody,
  example: { user_id: 'ana', memory_ids: [MEMORY, OTHER_MEMORY] },
  result: expanded,
  answer: async ({ edge, scope, input }) => ({ memories: await edge.api.expand(scope, input.memory_ids) }),
})

export const stats = read({
  method: 'get',
  path: '/v1/memories/stats',
  name: 'memoryStatistics',
  tag: 'Memories',
  summary: 'How many memories are in scope, how important, and where they come from.',
  input: scopeQuery,
  example: { user_id: 'ana' },
  result: statistics,
  answer: ({ edge, scope }) => edge.api.stats(scope),
})

const telling = z
  .object({
    episode_id: id.describe('The ingest in which it was said.'),
    turn: count.describe('The turn of the episode, the last of several.'),
    first_turn: count.describe('The first of them.'),
    session_id: z.string().nullable(),
    source_site: z.string(),
    namespace: z.string(),
    source_url: z.string().describe('May be empty.'),
    metadata: z.record(z.string(), z.unknown()).describe('What the ingest was given with it.'),
    observed_at: moment.describe('When it was said; where that was not given, when it was recorded.'),
    is_dated: z.boolean().describe('Whether the time was given.'),
    recorded_at: moment.describe('When it was written.'),
  })
  .meta({ id: 'Telling' })

const tellingPage = named('TellingPage', 'A page of the times that a memory was said, the first recorded first.', {
  tellings: z.array(telling).describe('One for each time.'),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many there are.'),
})

export const tellings = read({
  method: 'get',
  path: '/v1/memories/:id/tellings',
  name: 'memoryTellings',
  tag: 'Memories',
  summary: 'Where and when a memory was said.',
  description:
    'The same words of the same owner are one memory, however often they are said; with a time given on another day they are ' +
    'another memory. Listed are the times in episodes that the caller may read. What was derived is told where what it ' +
    'rests on is.',
  params: memoryId,
  input: z.object({ ...scopeFields, ...paging }),
  example: { id: MEMORY, user_id: 'ana', limit: 20 },
  result: tellingPage,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params, input: { limit, offset } }) =>
    edge.api.tellings(scope, { memoryId: params.id, limit, offset }),
})
