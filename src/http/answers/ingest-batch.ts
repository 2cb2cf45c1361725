import { z } from 'zod'
import { count, exampleOf, named } from './named.js'
import { ingestResult } from './writes.js'

const place = {
  index: count.meta({ description: 'Which conversation of the request, counted from 0.', examples: [0] }),
}

const taken = z.object({
  ...place,
  status: z
    .union([z.literal(200), z.literal(202)])
    .meta({ description: 'What it would have been answered by itself; 202 with `async`.', examples: [200] }),
  replayed: z
    .literal(true)
    .optional()
    .meta({ description: 'This is what it was answered the first time, under the same key.', examples: [true] }),
  ...ingestResult.shape,
})

const refused = z.object({
  ...place,
  status: z
    .int()
    .min(400)
    .max(599)
    .meta({ description: 'What it would have been answered by itself.', examples: [400] }),
  error: z.string().meta({ description: 'What is wrong, for people.', examples: ['user_id: required'] }),
  detail: z
    .string()
    .optional()
    .meta({ description: 'More about it.', examples: ['status 401'] }),
  retryable: z
    .literal(true)
    .optional()
    .meta({ description: 'It may succeed later.', examples: [true] }),
  retry_after: z
    .int()
    .optional()
    .meta({ description: 'Try again in so many seconds.', examples: [17] }),
})

export const batchResult = named({
  name: 'IngestBatchResult',
  says:
    'What became of each conversation, in the order of the request, whether it was taken in or not: look at `failed`. ' +
    '`X-Log-Position` is that of the last that was written, 0 if none was.',
  fields: {
    results: z.array(z.union([taken, refused])).meta({ description: 'One of each conversation.', examples: [[]] }),
    count: count.describe('How many conversations there were.'),
    failed: count.describe('How many of them were refused or failed.'),
  },
  example: {
    results: [
      { index: 0, status: 200, ...(exampleOf(ingestResult) as z.output<typeof ingestResult>) }, // its own example
      { index: 1, status: 400, error: 'user_id: required' },
    ],
    count: 2,
    failed: 1,
  },
})
