import { z } from 'zod'
import { memoryType } from '../../domain/memory/events.js'
import { count, moment, named, share } from './named.js'
import { ingestResult } from './writes.js'

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

export const previewedIngest = named('PreviewedIngest', 'What would be found and decided. Nothing was written.', {
  ...counted,
  facts: z.array(fact).describe('What is no duplicate, in the order of the conversation.'),
})
