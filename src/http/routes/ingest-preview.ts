import { z } from 'zod'
import { memoryType } from '../../domain/memory/events.js'
import type { PreviewedFact } from '../../ingest/preview.js'
import { ingestResult } from '../answers/ingest.js'
import { count, moment, named, share } from '../answers/named.js'
import { read } from '../route.js'
import { actorOf } from '../scope.js'
import { conversation, conversationIn, ingestBody, ingestRules, REFUSALS } from './ingest.js'

const { episodeId: _, memoryIds: __, conflicts: ___, outcomes, ...counted } = ingestResult.shape
const { outcome, reason, replaces } = outcomes.unwrap().element.shape

const fact = z.object({
  content: z.string().describe('What would be stored, in the words it was said in, without its secrets.'),
  role: z.string().nullable().describe('Role of the speaker; null for a name or for nobody.'),
  turns: z
    .tuple([count, count])
    .describe('The first and the last turn that it is made of, counted from 0 among the new ones.'),
  memory_type: memoryType,
  importance: share,
  observed_at: moment.describe('When it was said.'),
  outcome,
  reason,
  replaces,
  replaces_facts: z
    .array(count)
    .describe('The same of facts of this conversation, by their places in `facts`, counted from 0.'),
})

const previewedIngest = named('PreviewedIngest', 'What would be found and decided. Nothing was written.', {
  ...counted,
  facts: z.array(fact).describe('What is no duplicate, in the order of the conversation.'),
})

export const ingestPreview = read({
  method: 'post',
  path: '/v1/memories/ingest/preview',
  name: 'previewIngest',
  tag: 'Ingest',
  summary: 'Tell what the same ingest would find and decide now; nothing is stored.',
  description:
    'It takes the request of an ingest. Nothing has an id yet, and what is written before the ingest itself may change ' +
    'what that decides. An `Idempotency-Key` has no effect here.',
  input: ingestBody,
  rules: ingestRules,
  example: conversation,
  result: previewedIngest,
  errors: [...REFUSALS, 'EventStoreOverloaded'],
  answer: async ({ edge, scope, input }) => {
    const caller = { actor: actorOf('standard', input) } // nobody is told of it
    const { facts, ...counts } = await edge.api.previewIngest({
      ...conversationIn(input),
      ...caller,
      scope,
    })
    return { ...counts, facts: facts.map(memoryFieldsOf) }
  },
})

/** Named as in the record of the memory that it would become. */
const memoryFieldsOf = ({ memoryType, observedAt, replacesFacts, ...fact }: PreviewedFact) => ({
  ...fact,
  memory_type: memoryType,
  observed_at: observedAt,
  replaces_facts: replacesFacts,
})
