import { z } from 'zod'
import { entityType, linkKind } from '../../domain/episode.js'
import { count, id, named } from './named.js'

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

export const memoryLinks = named(
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

const entity = named('Entity', 'What memories name.', entityFields)

export const entityPage = named('EntityPage', 'A page of entities, those that are named most first.', {
  entities: z.array(entity),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many there are, after `q`.'),
})

export const entityOfName = named('EntityOfName', 'An entity, and a page of the memories that name it, newest first.', {
  ...entityFields,
  memory_ids: z.array(id),
})
