import { z } from 'zod'
import { entityType } from '../../domain/episode.js'
import { entityOfName, entityPage, memoryLinks } from '../answers/links.js'
import { MEMORY } from '../answers/named.js'
import { paging, someText } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

export const links = read({
  method: 'get',
  path: '/v1/memories/:id/links',
  name: 'memoryLinks',
  tag: 'Memories',
  summary: 'How a memory is linked with others.',
  description: 'At most 200 links, of memories that the caller sees.',
  params: memoryId,
  input: scopeQuery,
  example: { id: MEMORY, user_id: 'ana' },
  result: memoryLinks,
  errors: ['MemoryNotFound'],
  answer: async ({ edge, scope, params }) => {
    const found = await edge.api.links(scope, params.id)
    return { links: found, count: found.length }
  },
})

export const entities = read({
  method: 'get',
  path: '/v1/memories/entities',
  name: 'listEntities',
  tag: 'Memories',
  summary: 'The people, places and things that memories name, those that are named most first.',
  description:
    'Worked out of the 50,000 newest memories that the caller sees. Spellings that differ in case and accents alone are ' +
    'one entity, if they are of one type.',
  input: z.object({
    ...scopeFields,
    ...paging,
    q: someText(256).optional().describe('Only those whose name has this in it, in any case, with or without accents.'),
  }),
  example: { user_id: 'ana', limit: 20, q: 'zur' },
  result: entityPage,
  answer: ({ edge, scope, input: { limit, offset, q } }) =>
    edge.api.entities(scope, { limit, offset, ...omitUndefined({ q }) }),
})

export const entity = read({
  method: 'get',
  path: '/v1/memories/entities/:name',
  name: 'getEntity',
  tag: 'Memories',
  summary: 'An entity by its name, with the memories that name it.',
  description: 'In any case, with or without accents. Of several types of that name the one that is named most.',
  params: z.object({ name: someText(256).describe('What it is called.') }),
  input: z.object({ ...scopeFields, ...paging, type: entityType.optional().describe('Only as such.') }),
  example: { name: 'zurich', user_id: 'ana' },
  result: entityOfName,
  errors: ['EntityNotFound'],
  answer: ({ edge, scope, params: { name }, input: { limit, offset, type } }) =>
    edge.api.entity(scope, { name, limit, offset, ...omitUndefined({ type }) }),
})
