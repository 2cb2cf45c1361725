import { z } from 'zod'
import { entityType, linkKind } from '../../domain/episode.js'
import { count, id, MEMORY, named, OTHER_MEMORY } from './named.js'

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

export const memoryLinks = named({
  name: 'MemoryLinks',
  says: 'How a memory is linked with others that the caller sees: what it contests and rests on before what is like it.',
  fields: { links: z.array(link), count },
  example: { links: [{ memory_id: OTHER_MEMORY, kind: 'similar', similarity: 0.71, direction: 'out' }], count: 1 },
})

const entityFields = {
  name: z.string().describe('The spelling that most memories have, of those that the caller sees.'),
  type: entityType,
  aliases: z.array(z.string()).describe('The other spellings, which differ in case and accents alone.'),
  mentions: count.describe('How often it is named: each spelling in each memory counts once.'),
  memories: count.describe('How many memories name it.'),
}

const zurich = { name: 'Zürich', type: 'place' as const, aliases: ['Zurich'], mentions: 5, memories: 4 }

const entity = named({ name: 'Entity', says: 'What memories name.', fields: entityFields, example: zurich })

export const entityPage = named({
  name: 'EntityPage',
  says: 'A page of entities, those that are named most first.',
  fields: {
    entities: z.array(entity),
    count: count.describe('How many are on this page.'),
    total: count.describe('How many there are, after `q`.'),
  },
  example: { entities: [zurich], count: 1, total: 1 },
})

export const entityOfName = named({
  name: 'EntityOfName',
  says: 'An entity, and a page of the memories that name it, newest first.',
  fields: { ...entityFields, memory_ids: z.array(id) },
  example: { ...zurich, memory_ids: [MEMORY] },
})
