import { z } from 'zod'
import { resolution } from '../../domain/conflict/events.js'
import { counts, factOutcome } from '../../domain/episode.js'
import { verdictReason } from '../../domain/verdict.js'
import { id, named, none, usage } from './named.js'

const of = counts.shape

const outcome = z.object({
  memoryId: id.describe('The memory that was stored; of a fact that was not, the one that it is about.'),
  outcome: factOutcome.shape.outcome.describe('What became of it.'),
  reason: z.enum(['new', ...verdictReason.options]).describe('Why; `new`: nothing that is known is about the same.'),
  replaces: z
    .array(id)
    .describe('The memories that are no longer in force because of it; of `forget_unclear`, those that may be meant.'),
})

const ingested = {
  episodeId: id.describe('The conversation, as the log keeps it.'),
  factsExtracted: of.factsExtracted.min(0),
  memoriesStored: of.memoriesStored.min(0),
  memoriesUpdated: of.memoriesUpdated.min(0).describe('Rewritten, or superseded by a new memory.'),
  memoriesDeleted: of.memoriesDeleted.min(0).describe('Requests to forget that were carried out.'),
  memoriesSkipped: of.memoriesSkipped.min(0).describe('Blocked, or implied already.'),
  duplicates: of.duplicates.min(0),
  knownTurns: z.int().min(0).describe('Turns that were told before: nothing was done with them.'),
  memoryIds: z.array(id).describe('The memories stored or updated.'),
  linksCreated: of.linksCreated.min(0),
  compositesCreated: of.compositesCreated.min(0),
  outcomes: z
    .array(outcome)
    .optional()
    .describe('What became of each fact, in the order of the conversation; full ingest only.'),
  conflicts: z
    .array(
      z.object({
        id: id.describe('The id of the conflict.'),
        memoryId: id.describe('The new memory: it waits, and no search finds it.'),
        with: id.describe('The memory of the other agent.'),
        reason: verdictReason.describe('Why they contradict each other.'),
        suggested: resolution.describe(
          'What trust and age speak for; both, where only a part of the other memory is contradicted.',
        ),
      }),
    )
    .optional()
    .describe('Contradictions with other agents of the workspace; absent where there are none.'),
  awaits: z.literal('facts').optional().describe('Facts by a language model are still to follow.'),
  usage: usage.optional(),
  none: none.optional(),
}

export const ingestResult = named(
  'IngestResult',
  '`factsExtracted` is the sum of the four counts after it; duplicates are in none of these. A conversation of ' +
    'nothing but duplicates answers zeros and no `memoryIds`, and so does one whose turns were all told before: its ' +
    '`episodeId` is that of the episode which holds the last of them.',
  ingested,
)

export const ingestAccepted = named(
  'IngestAccepted',
  'The turns are stored, and counted here. With a language model facts of them follow: the episode tells how far that ' +
    'is, and what came of it.',
  ingested,
)
