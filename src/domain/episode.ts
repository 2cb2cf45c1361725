import { z } from 'zod'
import { erasable, event, metadata } from './event.js'
import { readers } from './scope.js'
import { stretches } from './text-range.js'

const ofEpisode = metadata.extend({ episodeId: z.uuid() })

/** A name of 16 bytes, in hex. */
const sealed = z.string().regex(/^[0-9a-f]{32}$/)

/** One party's words as they were received, secrets redacted. Of a conversation that came as text, its lines with their labels. */
export const turn = z.object({ role: z.string().nullable(), name: z.string().nullable(), content: z.string() })
export type SaidTurn = z.infer<typeof turn>

/** The conversation as it was received (secrets redacted), before any model has an opinion of it: what was new of it. */
export const EpisodeRecorded = event('EpisodeRecorded', 2, {
  metadata: ofEpisode,
  data: readers.extend({
    sourceSite: z.string(),
    sessionId: z.string().nullable(),
    observedAt: z.iso.datetime(),
    /** HMAC of the request in hex, under a key of the store: the same request finds its unfinished episode. */
    requestHash: z.string(),
    /** By these turns sent again are known, whatever became of them: HMACs, which outlive the words. None of a verbatim text. */
    transcript: z
      .object({
        /** Whose conversation with whom it is a part of. */
        id: sealed,
        /** What stands before its first turn there: the name of all turns up to there. */
        base: sealed,
        keys: z.array(sealed),
      })
      .nullable(),
    /** The episode that holds the turns before these. */
    continues: z.uuid().nullable(),
    said: erasable(
      z.object({
        form: z.enum(['text', 'messages']),
        turns: z.array(turn),
        sourceUrl: z.string(),
        /** The caller's own, shown on every memory of the episode. */
        metadata: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})

/** What an ingest did. */
export const counts = z.object({
  factsExtracted: z.int(),
  memoriesStored: z.int(),
  memoriesUpdated: z.int(),
  memoriesDeleted: z.int(),
  memoriesSkipped: z.int(),
  duplicates: z.int(),
  linksCreated: z.int(),
  compositesCreated: z.int(),
})
export type Counts = z.infer<typeof counts>

/** Of an ingest that did nothing. */
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

/** The one decision of an ingest. */
export const EpisodeIngested = event('EpisodeIngested', 2, {
  metadata: ofEpisode,
  data: z.object({
    counts,
    memoryIds: z.array(z.uuid()),
    /** Pairs: what a turn says was known before, by this memory. Null where the turns of memories were not kept. */
    told: z.array(z.tuple([z.int().min(0), z.uuid()])).nullable(),
    /** The pending memories that become active now, with their settled places; the others stay invisible for ever. */
    activated: z.array(z.object({ memoryId: z.uuid(), ordinal: z.int().min(0) })),
  }),
})

/** Nobody has finished it, and nobody will: what is pending of it goes. */
export const EpisodeAbandoned = event('EpisodeAbandoned', 1, {
  metadata: ofEpisode,
  data: z.object({ memoryIds: z.array(z.uuid()) }),
})

/** What these turns say is blank from now on, and what was pending of it goes. */
export const EpisodesDeleted = event('EpisodesDeleted', 1, {
  metadata,
  data: z.object({ episodes: z.array(z.tuple([z.uuid(), stretches])), pending: z.array(z.uuid()) }),
})

/** Which memories stand close to one another. */
export const MemoriesLinked = event('MemoriesLinked', 1, {
  metadata,
  data: z.object({
    links: z.array(z.object({ from: z.uuid(), to: z.uuid(), similarity: z.number() })),
  }),
})

export const entityType = z.enum(['person', 'organization', 'place', 'project', 'tool', 'concept', 'event'])

/** Whom and what the memories of an ingest name. */
export const EntitiesMentioned = event('EntitiesMentioned', 1, {
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
