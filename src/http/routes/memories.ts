import { z } from 'zod'
import type { Scope } from '../../domain/scope.js'
import { done, expanded, memoryPage, memoryRecord, statistics } from '../answers/memory.js'
import { MEMORY, OTHER_MEMORY } from '../answers/named.js'
import type { Rule } from '../check.js'
import { cursor, paged } from '../cursor.js'
import { countIn, nameWithoutSecrets, uuid } from '../fields.js'
import { filtersOf, fromIsNotAfterTo, queryFilters } from '../filters.js'
import { omitUndefined } from '../omit-undefined.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'

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
