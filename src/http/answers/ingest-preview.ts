import { z } from 'zod'
import { memoryType } from '../../domain/memory/events.js'
import { count, EARLIER_MEMORY, moment, named, share } from './named.js'
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

export const previewedIngest = named({
  name: 'PreviewedIngest',
  says: 'What would be found and decided. Nothing was written.',
  fields: {
    ...counted,
    facts: z.array(fact).describe('What is no duplicate, in the order of the conversation.'),
  },
  example: {
    factsExtracted: 1,
    memoriesStored: 0,
    memoriesUpdated: 1,
    memoriesDeleted: 0,
    memoriesSkipped: 0,
    duplicates: 0,
    knownTurns: 0,
    linksCreated: 1,
    compositesCreated: 0,
    facts: [
      {
        content: 'Ana: I moved to Lisbon yesterday.',
        role: null,
        turns: [0, 0],
        memory_type: 'episodic',
        importance: 0.6,
        observed_at: '2026-05-08T00:00:00.000Z',
        outcome: 'updated',
        reason: 'new_value',
        replaces: [EARLIER_MEMORY],
        replaces_facts: [],
      },
    ],
  },
})
