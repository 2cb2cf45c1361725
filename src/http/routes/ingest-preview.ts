import { z } from 'zod'
import { memoryType } from '../../domain/memory/events.js'
import type { PreviewedFact } from '../../ingest/preview.js'
import { ingestResult } from '../answers/ingest.js'
import { count, moment, named, share } from '../answers/named.js'
import { read } from '../route.js'
import { actorOf } from '../scope.js'
import { conversationIn, ingestBody, ingestRules, REFUSALS } from './ingest.js'

const {
  episodeId: _,
  memoryIds: __,
  conflicts: ___,
  also_lost: ____,
  ids: _____,
  same_words: ______,
  outcomes,
  ...counted
} = ingestResult.shape
const { outcome, reason, replaces } = outcomes.unwrap().element.shape

const fact = z.object({
  content: z.string(),
  role: z.string().nullable(),
  turns: z.tuple([count, count]),
  memory_type: memoryType,
  importance: share,
  observed_at: moment,
  observed_offset: z.string().nullable(),
  outcome,
  reason,
  replaces,
  replaces_facts: z.array(count),
})

const previewedIngest = named('PreviewedIngest', { ...counted, facts: z.array(fact) })

export const ingestPreview = read({
  call: 'POST /v1/memories/ingest/preview',
  name: 'previewIngest',
  input: ingestBody,
  rules: ingestRules,
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
const memoryFieldsOf = ({ memoryType, moment: told, replacesFacts, ...fact }: PreviewedFact) => ({
  ...fact,
  memory_type: memoryType,
  observed_at: told.instant,
  observed_offset: told.offset,
  replaces_facts: replacesFacts,
})
