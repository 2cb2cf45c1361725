import { z } from 'zod'
import { count, id, MEMORY, moment, named } from '../answers/named.js'
import { paging } from '../fields.js'
import { read } from '../route.js'
import { scopeFields } from '../scope.js'
import { memoryId } from './memories.js'

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
