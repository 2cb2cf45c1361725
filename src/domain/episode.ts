import { z } from 'zod'
import { erasable, event, metadata } from './event.js'
import { replacement } from './memory/replacing.js'
import { offset } from './moment.js'
import { readers } from './scope.js'
import { stretches } from './text-range.js'
import { verdictReason } from './verdict.js'

export const ofEpisode = metadata.extend({ episodeId: z.uuid() })

/** A keyed digest of 16 bytes, in hex. */
const sealed = z.string().regex(/^[0-9a-f]{32}$/)

/** One turn as received, secrets redacted. A conversation received as text keeps its lines with their labels. */
const turn = z.object({
  role: z.string().nullable(),
  name: z.string().nullable(),
  content: z.string(),
  /** When the message was sent, if its client says so. */
  at: z.iso.datetime().optional(),
  ...replacement.shape,
})
export type SaidTurn = z.infer<typeof turn>

/** The new part of a conversation as received (secrets redacted), before any model has processed it. */
const EpisodeRecorded = event('EpisodeRecorded', 1, {
  metadata: ofEpisode,
  data: readers.extend({
    /** Whether facts by a language model are to follow in later appends. Only then an episode is resumed. */
    awaits: z.enum(['nothing', 'model']),
    sourceSite: z.string(),
    sessionId: z.string().nullable(),
    observedAt: z.iso.datetime(),
    /** HMAC of the request in hex, under a key of the store: a repeated request finds its unfinished episode. */
    requestHash: z.string(),
    /** Recognises turns that are sent again, even after their words are erased: HMACs. Null for a verbatim text. */
    transcript: z
      .object({
        /** The conversation, identified by its participants. */
        id: sealed,
        /** The hash chain of all turns before the first of these; see `keys`. */
        base: sealed,
        keys: z.array(sealed),
        /** Messages with ids: the id, the words whenever they were said, and the index among the turns below. */
        messages: z.array(z.object({ id: sealed, words: sealed, turn: z.int().min(0) })).optional(),
      })
      .nullable(),
    /** The episode with the turns before these. */
    continues: z.uuid().nullable(),
    said: erasable(
      z.object({
        form: z.enum(['text', 'messages']),
        turns: z.array(turn),
        sourceUrl: z.string(),
        /** The caller's own metadata, shown on every memory of the episode. */
        metadata: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})

const count = z.int().min(0)

/** The result of an ingest. */
export const counts = z.object({
  factsExtracted: count,
  memoriesStored: count,
  memoriesUpdated: count,
  memoriesDeleted: count,
  memoriesSkipped: count,
  duplicates: count,
  linksCreated: count,
  compositesCreated: count,
})
export type Counts = z.infer<typeof counts>

/** The result of an ingest that stored nothing. */
export const NO_COUNTS: Counts = {
  factsExtracted: 0,
  memoriesStored: 0,
  memoriesUpdated: 0,
  memoriesDeleted: 0,
  memoriesSkipped: 0,
  duplicates: 0,
  linksCreated: 0,
  compositesCreated: 0,
}

/** What a stage of an ingest took, over all of its attempts. */
export const stageUsage = z.object({
  stage: z.enum(['extract', 'embed']),
  model: z.string().nullable(),
  /** The version of the prompt; null for a stage without one. */
  prompt: z.string().nullable(),
  calls: z.int().min(0),
  inputTokens: z.int().min(0),
  outputTokens: z.int().min(0),
  ms: z.int().min(0),
  /** In the currency of the configured prices; null without prices. */
  cost: z.number().min(0).nullable(),
})

/** What became of a fact, unless it was plainly stored. */
export const factOutcome = z.object({
  memoryId: z.uuid(),
  outcome: z.enum(['stored', 'updated', 'deleted', 'skipped']),
  reason: verdictReason,
  /** The memories that it took the place of, or that a request to forget means. */
  replaces: z.array(z.uuid()),
})
export type FactOutcome = z.infer<typeof factOutcome>

/** A turn and the memory that says the same; when it was said, if that was given, by a clock of which offset, and the first turn where there are several. */
const told = z.tuple([
  z.int().min(0),
  z.uuid(),
  z
    .object({
      at: z.iso.datetime().optional(),
      offset: offset.optional(),
      from: z.int().min(0).optional(),
    })
    .optional(),
])

/** The decision of an ingest. */
const EpisodeIngested = event('EpisodeIngested', 1, {
  metadata: ofEpisode,
  data: z.object({
    counts,
    memoryIds: z.array(z.uuid()),
    /** Turns that state what a memory already says: further tellings of it. */
    told: z.array(told),
    /**
     * The pending memories that become active now, or wait for clarification, with their final places; the others stay
     * invisible.
     */
    activated: z.array(z.object({ memoryId: z.uuid(), ordinal: z.int().min(0), waits: z.literal(true).optional() })),
    usage: z.array(stageUsage),
    outcomes: z.array(factOutcome),
  }),
})

/** An unfinished ingest was given up; its pending memories are removed. */
const EpisodeAbandoned = event('EpisodeAbandoned', 1, {
  metadata: ofEpisode,
  data: z.object({ memoryIds: z.array(z.uuid()) }),
})

/** The text of these turns is removed, and so are the pending memories of their episodes. */
const EpisodesDeleted = event('EpisodesDeleted', 1, {
  metadata,
  data: z.object({ episodes: z.array(z.tuple([z.uuid(), stretches])), pending: z.array(z.uuid()) }),
})

export const linkKind = z.enum([
  'similar',
  'contradicts',
  /** From the newer to the one whose place it took. */
  'supersedes',
  /** From a fact to what it rests on. */
  'evidence',
])

/** Links between memories. */
const MemoriesLinked = event('MemoriesLinked', 1, {
  metadata,
  data: z.object({
    links: z.array(
      z.object({
        from: z.uuid(),
        to: z.uuid(),
        kind: linkKind,
        /** Cosine; null where it was not worked out. */
        similarity: z.number().nullable(),
      }),
    ),
  }),
})

export const entityType = z.enum(['person', 'organization', 'place', 'project', 'tool', 'concept', 'event'])

/** The entities named in the memories of an ingest. */
const EntitiesMentioned = event('EntitiesMentioned', 1, {
  metadata: ofEpisode,
  data: z.object({
    mentions: z.array(
      z.object({ memoryId: z.uuid(), said: erasable(z.object({ name: z.string(), type: entityType })) }),
    ),
  }),
})

export const episodeEvents = [
  EpisodeRecorded,
  EpisodeIngested,
  EpisodeAbandoned,
  EpisodesDeleted,
  MemoriesLinked,
  EntitiesMentioned,
] as const
export type EpisodeEvent = z.infer<(typeof episodeEvents)[number]['schema']>
export type EpisodeOf<Type extends EpisodeEvent['type']> = Extract<EpisodeEvent, { type: Type }>
