import { z } from 'zod'
import { aboutMemory, erasable, event, memoryVersion, metadata } from '../event.js'
import { readers, visibility } from '../scope.js'
import { stretches } from '../text-range.js'

export const memoryType = z.enum(['semantic', 'episodic', 'procedural', 'composite'])
export const network = z.enum(['world', 'experience', 'opinion', 'observation'])
/** What a text's words are brought to their stems by (ISO 639-1); `en` also where it is unknown. */
export const language = z.enum(['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'])

/** What a memory says, and what follows from its words. */
export const wording = z.object({
  content: z.string(),
  /** The label before the words, when `content` starts with `${speaker}: `. */
  speaker: z.string().nullable(),
  subject: z.string().nullable(),
  keywords: z.string(),
  opinionConfidence: z.number().min(0).max(1).nullable(),
  observationSubject: z.string().nullable(),
  /** What this memory alone carries; the conversation's metadata stands with the episode. */
  metadata: z.record(z.string(), z.unknown()),
})
export type Wording = z.infer<typeof wording>

/** What was said, without the label of who said it. */
export const ownText = ({ content, speaker }: Pick<Wording, 'content' | 'speaker'>): string =>
  speaker !== null && content.startsWith(`${speaker}: `) ? content.slice(speaker.length + 2) : content

const character = {
  memoryType,
  network,
  language,
  importance: z.number().min(0).max(1),
  trust: z.number().min(0).max(1),
  said: erasable(wording),
}

export const MemoryStored = event('MemoryStored', 3, {
  metadata: memoryVersion,
  data: readers.extend({
    /** Pending: raw material of a large ingest, invisible until its EpisodeIngested names it. */
    status: z.enum(['active', 'needs_clarification', 'pending']),
    sourceSite: z.string(),
    sessionId: z.string().nullable(),
    /** Where it stands among its neighbours. Of a pending memory the ordinal is settled when it becomes active. */
    place: z.object({ session: z.string(), ordinal: z.int().min(0) }),
    observedAt: z.iso.datetime(),
    occurredOn: z.iso.date().nullable(),
    /** Who said it, in lower case; null where nobody is named. */
    role: z.string().nullable(),
    /** The first and the last of the turns that it was made of, as its episode counts them; null where that was not kept. */
    turns: z.tuple([z.int().min(0), z.int().min(0)]).nullable(),
    ...character,
  }),
})
/** What one version of a memory means to one model. Not a version itself: a new model changes no memory. */
export const MemoryEmbedded = event('MemoryEmbedded', 2, {
  metadata: aboutMemory,
  data: z.object({
    of: z.int().min(1),
    /** There is a later wording: what this one meant is for the past alone. */
    past: z.literal(true).optional(),
    model: z.string(),
    dimensions: z.int().min(1),
    /** float32, little-endian, base64; null where the text has no vector under this model, so that it is not asked again. */
    embedding: erasable(z.object({ vector: z.base64().nullable() })),
  }),
})
export const MemoryUpdated = event('MemoryUpdated', 2, { metadata: memoryVersion, data: z.object(character) })
export const MemorySuperseded = event('MemorySuperseded', 1, {
  metadata: memoryVersion,
  data: z.object({ by: z.uuid() }),
})
/** A waiting memory was settled. */
export const MemoryClarified = event('MemoryClarified', 1, {
  metadata: memoryVersion,
  data: z.object({ outcome: z.enum(['active', 'deleted']) }),
})
export const MemoryShared = event('MemoryShared', 1, {
  metadata: memoryVersion,
  data: z.object({ workspaceId: z.string(), agentId: z.string(), visibility, grantedTo: z.array(z.string()) }),
})
export const MemoryDeleted = event('MemoryDeleted', 1, { metadata: memoryVersion, data: z.object({}) })
/** Many at once, each with its new version, in pairs: twenty thousand of them fit one append. */
export const MemoriesDeleted = event('MemoriesDeleted', 1, {
  metadata,
  data: z.object({ memories: z.array(z.tuple([z.uuid(), z.int().min(1)])) }),
})
/** The words are gone for good, from the log and from every read model; the trail keeps that they were. */
export const MemoryErased = event('MemoryErased', 2, {
  metadata: memoryVersion,
  data: z.object({
    /** Whether all that its own episode says is gone as well: which turn of that said the same was not kept. */
    whole: z.boolean(),
    /** The turns that said the same, by their episodes: they are gone as well. */
    turns: z.array(z.tuple([z.uuid(), z.int().min(0)])),
  }),
})

/**
 * Many at once, each with its new version, and all that said the same: the turns of episodes, with what stood beside them,
 * and what was pending.
 */
export const MemoriesErased = event('MemoriesErased', 1, {
  metadata,
  data: z.object({
    memories: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    /** What had not become a memory; it leaves no trail. */
    pending: z.array(z.uuid()),
    /** Which turns of which episodes, from the first to the last of each stretch; null: all that they say. */
    episodes: z.array(z.tuple([z.uuid(), stretches.nullable()])),
  }),
})

export const memoryEvents = [
  MemoryStored,
  MemoryEmbedded,
  MemoryUpdated,
  MemorySuperseded,
  MemoryClarified,
  MemoryShared,
  MemoryDeleted,
  MemoriesDeleted,
  MemoryErased,
  MemoriesErased,
] as const
export type MemoryEvent = z.infer<(typeof memoryEvents)[number]['schema']>
export type MemoryOf<Type extends MemoryEvent['type']> = Extract<MemoryEvent, { type: Type }>
