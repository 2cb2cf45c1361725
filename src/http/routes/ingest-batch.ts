import { z } from 'zod'
import { count, named } from '../answers/named.js'
import { ingestResult } from '../answers/writes.js'
import { batch, MOST_MEMBERS } from '../batch-route.js'
import { conversation, ingest, ingestQuick, ingestQuickBody } from './ingest.js'

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

const batchResult = named(
  'IngestBatchResult',
  'What became of each conversation, in the order of the request, whether it was taken in or not: look at `failed`. ' +
    '`X-Log-Position` is that of the last that was written, 0 if none was.',
  {
    results: z.array(z.union([taken, refused])).describe('One of each conversation.'),
    count: count.describe('How many conversations there were.'),
    failed: count.describe('How many of them were refused or failed.'),
  },
)

const members = <Member extends z.ZodType>(member: Member) =>
  z
    .array(member)
    .min(1, 'must hold at least one conversation')
    .max(MOST_MEMBERS, `must hold at most ${MOST_MEMBERS} conversations`)
    .describe('The requests of as many ingests, together at most 2 MiB; skip_extraction counts with quick only.')

const body = z.object({
  conversations: members(z.unknown()),
  mode: z.enum(['full', 'quick']).default('full').describe('As which of the two ingests each is taken in.'),
})

/** A hundred conversations of short messages. */
const MOST_VALUES = 150_000

export const ingestBatch = batch({
  method: 'post',
  path: '/v1/memories/ingest/batch',
  name: 'ingestBatch',
  tag: 'Ingest',
  summary: 'Take in up to 100 conversations, each with an outcome of its own.',
  description:
    'Each is checked, counted by the rate limit and taken in as a request of its own, those of one user in their order, ' +
    'and one that fails stops no other. An `Idempotency-Key` gives the conversation at place 0 the key `<key>:0`, and so ' +
    'on: sent again, each is taken in once.',
  input: body.extend({ conversations: members(ingestQuickBody) }),
  body,
  members: 'conversations',
  example: {
    conversations: [conversation, { user_id: 'ben', conversation: 'I play the cello.', source_site: 'chat' }],
    mode: 'quick',
  },
  result: batchResult,
  mostValues: MOST_VALUES,
  route: ({ mode }) => (mode === 'full' ? ingest : ingestQuick),
})
