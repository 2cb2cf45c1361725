import type { PreviewedFact } from '../../ingest/preview.js'
import { previewedIngest } from '../answers/ingest-preview.js'
import { read } from '../route.js'
import { actorOf } from '../scope.js'
import { conversation, conversationIn, ingestBody, ingestRules, REFUSALS } from './ingest.js'

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
