import { z } from 'zod'
import { entityType, linkKind } from '../../domain/episode.js'
import { count, id, named } from '../answers/named.js'
import { paging, someText } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

const link = named('MemoryLink', {
  memory_id: id,
  kind: linkKind,
  similarity: z.number().min(-1).max(1).nullable(),
  direction: z.enum(['out', 'in']),
})

const memoryLinks = named('MemoryLinks', { links: z.array(link), count })

const entityFields = {
  name: z.string(),
  type: entityType,
  aliases: z.array(z.string()),
  mentions: count,
  memories: count,
}

const entityOverview = named('Entity', entityFields)

const entityPage = named('EntityPage', { entities: z.array(entityOverview), count, total: count })

const entityOfName = named('EntityOfName', { ...entityFields, memory_ids: z.array(id) })

export const links = read({
  call: 'GET /v1/memories/:id/links',
  name: 'memoryLinks',
  params: memoryId,
  input: scopeQuery,
  result: memoryLinks,
  errors: ['MemoryNotFound'],
  answer: async ({ edge, scope, params }) => {
    const found = await edge.api.links(scope, params.id)
    return { links: found, count: found.length }
  },
})

export const entities = read({
  call: 'GET /v1/memories/entities',
  name: 'listEntities',
  input: z.object({ ...scopeFields, ...paging, q: someText(256).optional() }),
  result: entityPage,
  answer: ({ edge, scope, input: { limit, offset, q } }) =>
    edge.api.entities(scope, { limit, offset, ...omitUndefined({ q }) }),
})

export const entity = read({
  call: 'GET /v1/memories/entities/:name',
  name: 'getEntity',
  params: z.object({ name: someText(256) }),
  input: z.object({ ...scopeFields, ...paging, type: entityType.optional() }),
  result: entityOfName,
  errors: ['EntityNotFound'],
  answer: ({ edge, scope, params: { name }, input: { limit, offset, type } }) =>
    edge.api.entity(scope, { name, limit, offset, ...omitUndefined({ type }) }),
})
