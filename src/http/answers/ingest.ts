import { z } from 'zod'
import { resolution } from '../../domain/conflict/events.js'
import { counts, factOutcome } from '../../domain/episode.js'
import { verdictReason } from '../../domain/verdict.js'
import { id, named, none, usage } from './named.js'

const outcome = z.object({
  memoryId: id,
  outcome: factOutcome.shape.outcome,
  reason: z.enum(['new', ...verdictReason.options]),
  replaces: z.array(id),
})

const ingested = {
  episodeId: id,
  ...counts.shape,
  knownTurns: z.int().min(0),
  memoryIds: z.array(id),
  outcomes: z.array(outcome).optional(),
  conflicts: z
    .array(
      z.object({
        id,
        memoryId: id,
        with: id,
        reason: verdictReason,
        suggested: resolution,
      }),
    )
    .optional(),
  also_lost: z.array(z.string()).optional(),
  ids: z.array(id).optional(),
  same_words: z.array(id).optional(),
  awaits: z.literal('facts').optional(),
  usage: usage.optional(),
  none: none.optional(),
}

export const ingestResult = named('IngestResult', ingested)

export const ingestAccepted = named('IngestAccepted', ingested)
