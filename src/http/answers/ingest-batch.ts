import { z } from 'zod'
import { count, named } from './named.js'
import { ingestResult } from './writes.js'

const place = {
  index: count.describe('Which conversation of the request, counted from 0.'),
}

const taken = z.object({
  ...place,
  status: z
    .union([z.literal(200), z.literal(202)])
    .describe('What it would have been answered by itself; 202 with `async`.'),
  replayed: z.literal(true).optional().describe('This is what it was answered the first time, under the same key.'),
  ...ingestResult.shape,
})

const refused = z.object({
  ...place,
  status: z
    .int()
    .min(400)
    .max(599)
    .meta({ description: 'What it would have been answered by itself.', examples: [400] }),
  error: z.string().describe('What is wrong, for people.'),
  detail: z.string().optional().describe('More about it.'),
  retryable: z.literal(true).optional().describe('It may succeed later.'),
  retry_after: z.int().optional().describe('Try again in so many seconds.'),
})

export const batchResult = named(
  'IngestBatchResult',
  'What became of each conversation, in the order of the request, whether it was taken in or not: look at `failed`. ' +
    '`X-Log-Position` is that of the last that was written, 0 if none was.',
  {
    results: z.array(z.union([taken, refused])).describe('One of each conversation.'),
    count: count.describe('How many conversations there were.'),
    failed: count.describe('How many of them were refused or failed.'),
  },
)
