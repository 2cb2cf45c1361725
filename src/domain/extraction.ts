import { z } from 'zod'
import { counts, entityType, factOutcome, ofEpisode, stageUsage } from './episode.js'
import { erasable, event } from './event.js'
import { claimType, evidence, language, memoryType, network, validity } from './memory/events.js'
import { verdictOutcome, verdictReason } from './verdict.js'

/** The most characters of a name, which is part of a key in the read tables. */
const name = z.string().max(256)

/** A fact as extracted from a window of turns, before it is a memory. */
const extractedFact = z.object({
  content: z.string(),
  speaker: name.nullable(),
  subject: name.nullable(),
  claimType,
  memoryType,
  network,
  language,
  importance: z.number().min(0).max(1),
  trust: z.number().min(0).max(1),
  opinionConfidence: z.number().min(0).max(1).nullable(),
  observationSubject: name.nullable(),
  keywords: z.string(),
  headline: z.string(),
  overview: z.string(),
  valid: validity,
  entities: z.array(z.object({ name, type: entityType })),
  /** What supports it: at least one memory of the window that was not read as context alone. */
  evidence,
  /** What the model says of it and of memories that it was shown. */
  about: z.array(
    z.object({
      memoryId: z.uuid(),
      version: z.int().min(1),
      relation: z.enum(['same', 'more_precise', 'changed', 'corrected', 'ended', 'returned', 'contradicts']),
      confidence: z.number().min(0).max(1),
    }),
  ),
  /** The memories that were shown and that its words come from. */
  drawn: z.array(z.uuid()),
})
export type ExtractedFact = z.infer<typeof extractedFact>
/** How a fact stands to a known memory. */
export type Relation = ExtractedFact['about'][number]['relation']

/** What a window of an episode holds. It keeps what was paid for, so that a resumed ingest does not pay again. */
const EpisodeExtracted = event('EpisodeExtracted', 1, {
  metadata: ofEpisode,
  data: z.object({
    window: z.int().min(0),
    /** The memories of the window in their versions: what was read, and what was read as context of it alone. */
    memories: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    context: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    /** The memories that were shown as what is known, facts of earlier windows among them. */
    known: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    /** Null: by rules, because the model failed or its budget was spent. */
    by: z.object({ model: z.string(), prompt: z.string() }).nullable(),
    usage: stageUsage.pick({ calls: true, inputTokens: true, outputTokens: true, ms: true }),
    /** Facts that were left out, by why. */
    dropped: z.object({
      /** Without words that support them. */
      unsupported: z.int().min(0),
      /** In another language than their turn. */
      foreign: z.int().min(0),
      invalid: z.int().min(0),
      steering: z.int().min(0),
      /** Said in another window, which tells it, too. */
      context: z.int().min(0),
    }),
    said: erasable(z.object({ facts: z.array(extractedFact) })),
  }),
})

/** What calls of a language model took at one stage; what that costs is told when all of it is known. */
const paid = stageUsage.omit({ cost: true })
export type Paid = z.infer<typeof paid>

/** An attempt at an episode failed. It is tried again, and at last goes by rules. */
const EpisodeFailed = event('EpisodeFailed', 1, {
  metadata: ofEpisode,
  data: z.object({
    /** Null: not in a window. */
    window: z.int().min(0).nullable(),
    attempt: z.int().min(1),
    stage: z.enum(['extract', 'embed']),
    code: z.enum(['unavailable', 'timeout', 'refused', 'invalid', 'budget']),
    /** What the attempt took that no other event tells. */
    paid: z.array(paid).optional(),
  }),
})

/** What the new facts of an episode were held against, and what came of it: ids, versions and codes, never words. */
const FactsJudged = event('FactsJudged', 1, {
  metadata: ofEpisode,
  data: z.object({
    by: z.enum(['rules', 'model']),
    verdicts: z.array(
      z.object({
        /** The new fact. */
        memoryId: z.uuid(),
        /** The memories that it was held against, in their versions; first the one that the verdict is about, if there is one. */
        judged: z.array(z.tuple([z.uuid(), z.int().min(1)])),
        outcome: verdictOutcome,
        /** What was done after the rules that no verdict may break. */
        applied: verdictOutcome,
        confidence: z.number().min(0).max(1).nullable(),
        reason: verdictReason,
      }),
    ),
  }),
})

/** Why no fact was derived of an episode. */
export const noFacts = z.enum([
  /** None of its turns is left as it was said. */
  'nothing_left',
  /** The model found none. */
  'nothing_found',
  /** None of those that the model found could be taken. */
  'all_dropped',
  /** All of it went by rules. */
  'by_rules',
  /** All of them are known already. */
  'all_known',
  /** What was read has been changed since, and nothing is left to be read again. */
  'evidence_changed',
])

/** The end of what was derived of an episode's turns: the memories of the facts are in the same append. */
const FactsDerived = event('FactsDerived', 1, {
  metadata: ofEpisode,
  data: z.object({
    counts,
    memoryIds: z.array(z.uuid()),
    usage: z.array(stageUsage),
    outcomes: z.array(factOutcome),
    none: noFacts.nullable(),
  }),
})

/** What is worked out about an episode after its turns were stored. */
export const extractionEvents = [EpisodeExtracted, EpisodeFailed, FactsJudged, FactsDerived] as const
export type ExtractionEvent = z.infer<(typeof extractionEvents)[number]['schema']>
export type ExtractionOf<Type extends ExtractionEvent['type']> = Extract<ExtractionEvent, { type: Type }>

/** What was found in a window, as it is kept until facts are derived of it; the facts are null where they were erased. */
export type KnownWindow = Omit<ExtractionOf<'EpisodeExtracted'>['data'], 'said'> & {
  readonly facts: readonly ExtractedFact[] | null
}
