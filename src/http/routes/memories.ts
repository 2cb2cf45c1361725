import { z } from 'zod'
import type { Scope } from '../../domain/scope.js'
import { countIn, name, notYet, uuid } from '../fields.js'
import { given } from '../given.js'
import { nothing, read, write } from '../route.js'
import { scopeFields } from '../scope.js'

export const memoryId = z.object({ id: uuid })
export const scopeQuery = z.object(scopeFields)

export const listQuery = z.object({
  ...scopeFields,
  limit: countIn(1, 1000, 20).describe('How many memories at most.'),
  offset: countIn(0, Number.MAX_SAFE_INTEGER, 0).describe('How many to leave out first.'),
  source_site: name.optional().describe('Only from this platform. No effect in a workspace.'),
  episode_id: uuid.optional().describe('Only from this ingest. No effect in a workspace.'),
})

export const expandBody = z.object({
  ...scopeFields,
  memory_ids: z.array(uuid).max(100).describe('Which memories, in which order.'),
})

export const removeQuery = z.object({
  ...scopeFields,
  hard: notYet(z.enum(['true', 'false']), (hard) => hard === 'false')
    .default('false')
    .describe('Erase the content for good. Admin key only. Not available yet.'),
})

/** Neither narrows a workspace. */
const narrowing = (scope: Scope, { source_site, episode_id }: z.output<typeof listQuery>) =>
  scope.kind === 'user' ? given({ sourceSite: source_site, episodeId: episode_id }) : {}

export const list = read({
  method: 'get',
  path: '/v1/memories/list',
  summary: 'The memories in scope, newest first.',
  params: nothing,
  input: listQuery,
  answer: ({ edge, scope, input }) =>
    edge.api.list(scope, { limit: input.limit, offset: input.offset, ...narrowing(scope, input) }),
})

export const get = read({
  method: 'get',
  path: '/v1/memories/:id',
  summary: 'One memory.',
  params: memoryId,
  input: scopeQuery,
  answer: ({ edge, scope, params }) => edge.api.get(scope, params.id),
})

export const remove = write({
  method: 'delete',
  path: '/v1/memories/:id',
  summary: 'Delete one memory; its trail stays.',
  params: memoryId,
  input: removeQuery,
  needsAdmin: ({ hard }) => hard === 'true',
  write: ({ edge, scope, params, actor }) => edge.api.remove(scope, params.id, actor),
  answer: () => ({ success: true }),
})

export const expand = read({
  method: 'post',
  path: '/v1/memories/expand',
  summary: 'The full records of some memories, without those that the caller does not see.',
  params: nothing,
  input: expandBody,
  answer: async ({ edge, scope, input }) => ({ memories: await edge.api.expand(scope, input.memory_ids) }),
})

export const stats = read({
  method: 'get',
  path: '/v1/memories/stats',
  summary: 'How many memories are in scope, how important, and where they come from.',
  params: nothing,
  input: scopeQuery,
  answer: ({ edge, scope }) => edge.api.stats(scope),
})
