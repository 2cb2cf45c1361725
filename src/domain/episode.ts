import { z } from 'zod'
import { erasable } from './erasable.js'
import { event } from './event.js'
import { metadata } from './metadata.js'
import { readers } from './readers.js'

const ofEpisode = metadata.extend({ episodeId: z.uuid() })

/** The conversation as it was received (secrets redacted), before any model has an opinion of it. */
export const EpisodeRecorded = event('EpisodeRecorded', 1, {
  metadata: ofEpisode,
  data: readers.extend({
    sourceSite: z.string(),
    sessionId: z.string().nullable(),
    observedAt: z.iso.datetime(),
    /** sha256 of the request in hex: the same request finds its unfinished episode. */
    requestHash: z.string(),
    said: erasable(
      z.object({
        conversation: z.string().nullable(),
        messages: z.array(z.object({ role: z.string(), content: z.string(), name: z.string().optional() })).nullable(),
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

/** The one decision of an ingest. */
export const EpisodeIngested = event('EpisodeIngested', 1, {
  metadata: ofEpisode,
  data: z.object({
    counts,
    memoryIds: z.array(z.uuid()),
    /** The pending memories that become active now, with their settled places; the others stay invisible for ever. */
    activated: z.array(z.object({ memoryId: z.uuid(), ordinal: z.int().min(0) })),
  }),
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

export const episodeEvents = [EpisodeRecorded, EpisodeIngested, MemoriesLinked, EntitiesMentioned] as const
export type EpisodeEvent = z.infer<(typeof episodeEvents)[number]['schema']>
export type EpisodeOf<Type extends EpisodeEvent['type']> = Extract<EpisodeEvent, { type: Type }>
