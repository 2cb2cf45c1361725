import { z } from 'zod'
import { network } from '../../domain/memory/events.js'
import { type Scope, visibility } from '../../domain/scope.js'
import { fieldsOfMemory } from '../answers/memory.js'
import { count, id, moment, named, share } from '../answers/named.js'
import type { Rule } from '../check.js'
import { cursor, nameWithoutSecrets, paged, paging, timeZone, uuid } from '../fields.js'
import { filtersOf, fromIsNotAfterTo, queryFilters } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'

const fields = {
  ...fieldsOfMemory,
  user_id: z.string(),
  source_url: z.string(),
  episode_id: id,
  session_id: z.string().nullable(),
  tellings: count,
  status: z.enum(['active', 'needs_clarification', 'superseded', 'deleted']),
  keywords: z.string(),
  trust_score: share,
  access_count: count,
  summary: z.string(),
  overview: z.string(),
  last_accessed_at: moment,
  expired_at: moment.nullable(),
  deleted_at: moment.nullable(),
  network,
  opinion_confidence: share.nullable(),
  observation_subject: z.string().nullable(),
  audn_candidates: z.array(z.object({ id, content: z.string(), similarity: z.number() })).nullable(),
  deferred_audn: z.boolean(),
  workspace_id: z.string().nullable(),
  visibility: visibility.nullable(),
  search_vector: z.string(),
  subject: z.string().nullable(),
  key: z.string().nullable(),
  valid_words: z.string().nullable(),
  headline: z.string(),
}

export const memoryRecord = named('MemoryRecord', { ...fields, embedding: z.array(z.number()) })

const withoutEmbedding = named('ExpandedMemory', fields)

export const memoryPage = named('MemoryPage', {
  memories: z.array(memoryRecord),
  count,
  total: count,
  next_cursor: z.string().nullable(),
})

const expanded = named('ExpandedMemories', { memories: z.array(withoutEmbedding) })

export const done = named('Done', { success: z.literal(true) })

/** What a change was about, as `Affected` has it. */
export const affected = { ids: z.array(id), same_words: z.array(id).optional() }

export const deleted = named('DeletedMemory', { success: z.literal(true), ...affected })

export const statistics = named('Statistics', {
  count,
  avgImportance: share,
  sourceDistribution: z.record(z.string(), count),
})

export const memoryId = z.object({ id: uuid })
export const scopeQuery = z.object(scopeFields)

const listQuery = z.object({
  ...scopeFields,
  ...paging,
  cursor: cursor.optional(),
  source_site: nameWithoutSecrets.optional(),
  episode_id: uuid.optional(),
  ...queryFilters,
  time_zone: timeZone.optional(),
})

/** Both give the start of the page. */
const oneStart: Rule = {
  field: 'cursor',
  says: 'must not be given together with offset',
  broken: ({ cursor, offset }) => cursor !== undefined && offset !== undefined,
}

const expandBody = z.object({ ...scopeFields, memory_ids: z.array(uuid).max(100) })

export const hard = z.enum(['true', 'false']).default('false')
export const isHard = (asked: { readonly hard?: unknown }): boolean => asked.hard === 'true'

export const removeQuery = z.object({ ...scopeFields, hard })

/** Neither is a filter within a workspace. */
const narrowing = (scope: Scope, { source_site, episode_id }: z.output<typeof listQuery>) =>
  scope.kind === 'user' ? omitUndefined({ sourceSite: source_site, episodeId: episode_id }) : {}

export const list = read({
  call: 'GET /v1/memories/list',
  name: 'listMemories',
  input: listQuery,
  rules: [oneStart, fromIsNotAfterTo],
  result: memoryPage,
  answer: async ({ edge, scope, input }) => {
    const { limit, offset, cursor } = input
    const filters = { ...filtersOf(input), ...narrowing(scope, input) }
    return paged(await edge.api.list(scope, { limit, offset, ...omitUndefined({ after: cursor }), ...filters }))
  },
})

export const get = read({
  call: 'GET /v1/memories/:id',
  name: 'getMemory',
  params: memoryId,
  input: scopeQuery,
  result: memoryRecord,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params }) => edge.api.get(scope, params.id),
})

export const remove = write({
  call: 'DELETE /v1/memories/:id',
  name: 'deleteMemory',
  params: memoryId,
  input: removeQuery.extend({ only_this: hard }),
  result: deleted,
  errors: ['MemoryNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api[isHard(input) ? 'erase' : 'remove']({
      ...caller,
      scope,
      memoryId: params.id,
      ...(input.only_this === 'true' && { onlyThis: true }),
    }),
  answer: (affected) => ({ success: true, ...affected }),
})

export const expand = read({
  call: 'POST /v1/memories/expand',
  name: 'expandMemories',
  input: expandBody,
  result: expanded,
  answer: async ({ edge, scope, input }) => ({ memories: await edge.api.expand(scope, input.memory_ids) }),
})

export const stats = read({
  call: 'GET /v1/memories/stats',
  name: 'memoryStatistics',
  input: scopeQuery,
  result: statistics,
  answer: ({ edge, scope }) => edge.api.stats(scope),
})

const telling = named('Telling', {
  episode_id: id,
  turn: count,
  first_turn: count,
  session_id: z.string().nullable(),
  source_site: z.string(),
  namespace: z.string(),
  source_url: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  observed_at: moment,
  observed_offset: z.string().nullable(),
  is_dated: z.boolean(),
  recorded_at: moment,
})

const tellingPage = named('TellingPage', { tellings: z.array(telling), count, total: count })

export const tellings = read({
  call: 'GET /v1/memories/:id/tellings',
  name: 'memoryTellings',
  params: memoryId,
  input: z.object({ ...scopeFields, ...paging }),
  result: tellingPage,
  errors: ['MemoryNotFound'],
  answer: ({ edge, scope, params, input: { limit, offset } }) =>
    edge.api.tellings(scope, { memoryId: params.id, limit, offset }),
})
