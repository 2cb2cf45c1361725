import { z } from 'zod'
import { resolution } from '../../domain/conflict/events.js'
import { counts, factOutcome } from '../../domain/episode.js'
import { visibility } from '../../domain/scope.js'
import { verdictReason } from '../../domain/verdict.js'
import { CONFLICT, count, EARLIER_MEMORY, EPISODE, id, MEMORY, named, none, OTHER_MEMORY, usage } from './named.js'

const version = z
  .int()
  .min(1)
  .describe('The newest version of the memory, this one or, where nothing changed, an earlier one.')

export const updated = named({
  name: 'UpdatedMemory',
  says: 'The memory says it now.',
  fields: { id, version },
  example: { id: MEMORY, version: 2 },
})

export const restored = named({
  name: 'RestoredMemory',
  says: 'The memory is active, in the words of that version.',
  fields: { id, version },
  example: { id: MEMORY, version: 4 },
})

export const sharedMemory = named({
  name: 'MemoryReaders',
  says: 'Who may read the memory now.',
  fields: {
    id,
    visibility,
    granted_to: z.array(z.string()).describe('Sorted, each once; empty unless restricted.'),
    version,
  },
  example: { id: MEMORY, visibility: 'restricted', granted_to: ['painter'], version: 3 },
})

export const deletedMany = named({
  name: 'DeletedMemories',
  says: 'All of them are deleted.',
  fields: { success: z.literal(true), deleted: count.describe('How many; 0 where there was nothing to delete.') },
  example: { success: true, deleted: 12 },
})

const of = counts.shape

const outcome = z.object({
  memoryId: id.describe('The memory that was stored; of a fact that was not, the one that it is about.'),
  outcome: factOutcome.shape.outcome.meta({ description: 'What became of it.', examples: ['updated'] }),
  reason: z
    .enum(['new', ...verdictReason.options])
    .meta({ description: 'Why; `new`: nothing that is known is about the same.', examples: ['new_value'] }),
  replaces: z.array(id).meta({
    description: 'The memories that are no longer in force because of it.',
    examples: [[EARLIER_MEMORY]],
  }),
})

const ingested = {
  episodeId: id.describe('The conversation, as the log keeps it.'),
  factsExtracted: of.factsExtracted.min(0),
  memoriesStored: of.memoriesStored.min(0),
  memoriesUpdated: of.memoriesUpdated.min(0).describe('Rewritten, or superseded by a new memory.'),
  memoriesDeleted: of.memoriesDeleted.min(0).describe('Retracted.'),
  memoriesSkipped: of.memoriesSkipped.min(0).describe('Blocked, or implied already.'),
  duplicates: of.duplicates.min(0),
  knownTurns: z.int().min(0).describe('Turns that were told before: nothing was done with them.'),
  memoryIds: z.array(id).describe('The memories stored or updated.'),
  linksCreated: of.linksCreated.min(0),
  compositesCreated: of.compositesCreated.min(0),
  outcomes: z
    .array(outcome)
    .optional()
    .meta({
      description: 'What became of each fact, in the order of the conversation; full ingest only.',
      examples: [[{ memoryId: MEMORY, outcome: 'updated', reason: 'new_value', replaces: [EARLIER_MEMORY] }]],
    }),
  conflicts: z
    .array(
      z.object({
        id: id.meta({ description: 'The id of the conflict.', examples: [CONFLICT] }),
        memoryId: id.meta({ description: 'The new memory: it waits, and no search finds it.', examples: [MEMORY] }),
        with: id.meta({ description: 'The memory of the other agent.', examples: [EARLIER_MEMORY] }),
        reason: verdictReason.meta({ description: 'Why they contradict each other.', examples: ['new_value'] }),
        suggested: resolution.meta({
          description: 'What trust and age speak for; both, where only a part of the other memory is contradicted.',
          examples: ['resolved_new'],
        }),
      }),
    )
    .optional()
    .meta({
      description: 'Contradictions with other agents of the workspace; absent where there are none.',
      examples: [
        [{ id: CONFLICT, memoryId: MEMORY, with: EARLIER_MEMORY, reason: 'new_value', suggested: 'resolved_new' }],
      ],
    }),
  awaits: z
    .literal('facts')
    .optional()
    .meta({ description: 'Facts by a language model are still to follow.', examples: ['facts'] }),
  usage: usage.optional(),
  none: none.optional(),
}

const ingestedExample = {
  episodeId: EPISODE,
  factsExtracted: 2,
  memoriesStored: 2,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 1,
  knownTurns: 0,
  memoryIds: [MEMORY, OTHER_MEMORY],
  linksCreated: 1,
  compositesCreated: 0,
  outcomes: [
    { memoryId: MEMORY, outcome: 'stored' as const, reason: 'new' as const, replaces: [] },
    {
      ...{ memoryId: OTHER_MEMORY, replaces: [EARLIER_MEMORY] },
      ...({ outcome: 'updated', reason: 'new_value' } as const),
    },
  ],
}

export const ingestResult = named({
  name: 'IngestResult',
  says:
    '`factsExtracted` is the sum of the four counts after it; duplicates are in none of these. A conversation of ' +
    'nothing but duplicates answers zeros and no `memoryIds`, and so does one whose turns were all told before: its ' +
    '`episodeId` is that of the episode which holds the last of them.',
  fields: ingested,
  example: ingestedExample,
})

export const ingestAccepted = named({
  name: 'IngestAccepted',
  says:
    'The turns are stored, and counted here. With a language model facts of them follow: the episode tells how far that ' +
    'is, and what came of it.',
  fields: ingested,
  example: { ...ingestedExample, awaits: 'facts' as const },
})
