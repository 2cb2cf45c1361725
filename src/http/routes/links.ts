import { z } from 'zod'
import { entityType, linkKind } from '../../domain/episode.js'
import { count, id, MEMORY, named } from '../answers/named.js'
import { paging, someText } from '../fields.js'
import { omitUndefined } from '../omit-undefined.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId, scopeQuery } from './memories.js'

const link = z
  .object({
    memory_id: id.describe('The other memory.'),
    kind: linkKind.describe(
      '`evidence`: one rests on the other; `supersedes`: one is out of force, because the other took its place.',
    ),
    similarity: z.number().min(-1).max(1).nullable().describe('Cosine of the two; null where it was not worked out.'),
    direction: z
      .enum(['out', 'in'])
      .describe('`out` from this memory, so to what it rests on, or took the place of; else `in`.'),
  })
  .meta({ id: 'MemoryLink' })

const memoryLinks = named(
  'MemoryLinks',
  'How a memory is linked with others that the caller sees: what it contests and rests on before what is like it.',
  { links: z.array(link), count },
)

const entityFields = {
  name: z.string().describe('The spelling that most memories have, of those that the caller sees.'),
  type: entityType,
  aliases: z.array(z.string()).describe('The other spellings, which differ in case and accents alone.'),
  mentions: count.describe('How often it is named: each spelling in each memory counts once.'),
  memories: count.describe('How many memories name it.'),
}

const entityOverview = named('Entity', 'What memories name.', entityFields)

const entityPage = named('EntityPage', 'A page of entities, those that are named most first.', {
  entities: z.array(entityOverview),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many there are, after `q`.'),
})

const entityOfName = named('EntityOfName', 'An entity, and a page of the memories that name it, newest first.', {
  ...entityFields,
  memory_ids: z.array(id),
})

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
  example: { user_id: 'ana', limit: 20, q: 'lis' },
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
  example: { name: 'lisbon', user_id: 'ana' },
  result: entityOfName,
  errors: ['EntityNotFound'],
  answer: ({ edge, scope, params: { name }, input: { limit, offset, type } }) =>
    edge.api.entity(scope, { name, limit, offset, ...omitUndefined({ type }) }),
})
