import { z } from 'zod'
import { aboutMemory, erasable, event, memoryVersion, metadata } from '../event.js'
import { dayOf, type Moment, offset } from '../moment.js'
import { readers, visibility } from '../scope.js'
import { stretches } from '../text-range.js'

export const memoryType = z.enum(['semantic', 'episodic', 'procedural', 'composite'])
export const network = z.enum(['world', 'experience', 'opinion', 'observation'])
export type Network = z.infer<typeof network>
/** The language used for stemming (ISO 639-1); `en` if it is unknown. */
export const language = z.enum(['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'ru', 'ar', 'hi', 'zh', 'ja', 'ko'])

/**
 * How a fact came to be known: somebody said it, somebody confirmed what another proposed, it was only proposed, or it
 * follows from what was said.
 */
export const claimType = z.enum(['stated', 'confirmed', 'proposed', 'inferred'])

/** When a fact holds, as far as known, and the words that say so. */
export const validity = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  words: z.string().nullable(),
})

/** The words of a memory and the fields derived from them. */
const wording = z.object({
  content: z.string(),
  /** The label before the words, when `content` starts with `${speaker}: `. */
  speaker: z.string().nullable(),
  subject: z.string().nullable(),
  keywords: z.string(),
  opinionConfidence: z.number().min(0).max(1).nullable(),
  observationSubject: z.string().nullable(),
  /** The fact in few words, and in a paragraph; empty for what was taken over as it was said. */
  headline: z.string(),
  overview: z.string(),
  valid: validity.nullable(),
  /** The slot that its writer says it takes. */
  key: z.string().optional(),
  /** Metadata of this memory alone; the conversation's metadata is stored with the episode. */
  metadata: z.record(z.string(), z.unknown()),
})
export type Wording = z.infer<typeof wording>

/** What follows from the words of a memory that was taken over as it was said: nothing more. */
export const AS_SAID: Pick<Wording, 'headline' | 'overview' | 'valid'> = {
  headline: '',
  overview: '',
  valid: null,
}

/** A stretch of the own words of another memory, as offsets in UTF-16 units, the end exclusive. */
export const evidence = z.array(z.object({ memoryId: z.uuid(), start: z.int().min(0), end: z.int().min(0) }))
export type Evidence = z.infer<typeof evidence>

const character = {
  memoryType,
  network,
  language,
  importance: z.number().min(0).max(1),
  trust: z.number().min(0).max(1),
  /** Null for a memory that was taken over as it was said. */
  claimType: claimType.nullable(),
  /** What these words rest on; empty for what was said itself, but for an echo: see `asEcho`. */
  evidence,
  said: erasable(wording),
}

const MemoryStored = event('MemoryStored', 1, {
  metadata: memoryVersion,
  data: readers.extend({
    /** Pending: part of a large ingest, invisible until EpisodeIngested activates it. */
    status: z.enum(['active', 'needs_clarification', 'pending']),
    sourceSite: z.string(),
    sessionId: z.string().nullable(),
    /** Position among neighbouring memories. The ordinal of a pending memory is final once it is active. */
    place: z.object({ session: z.string(), ordinal: z.int().min(0) }),
    observedAt: z.iso.datetime(),
    /** Of the clock that it was told by: given with the time, or by the time zone of the request. */
    observedOffset: offset.optional(),
    /** That time was given, and is not the moment of the write. */
    isTimed: z.literal(true).optional(),
    occurredOn: z.iso.date().nullable(),
    /** The role of the speaker, in lower case; null if no speaker is named. */
    role: z.string().nullable(),
    /** First and last source turn, as indices into the episode; null for what rests on other memories alone. */
    turns: z.tuple([z.int().min(0), z.int().min(0)]).nullable(),
    ...character,
  }),
})
/** The embedding of one version of a memory by one model. It is not a version: a new model changes no memory. */
const MemoryEmbedded = event('MemoryEmbedded', 1, {
  metadata: aboutMemory,
  data: z.object({
    of: z.int().min(1),
    /** There is a later wording: this vector is used for searches in the past only. */
    past: z.literal(true).optional(),
    model: z.string(),
    dimensions: z.int().min(1),
    /**
     * float32, little-endian, base64; null if the text has no vector under this model, so that it is not embedded
     * again.
     */
    embedding: erasable(z.object({ vector: z.base64().nullable() })),
  }),
})
const MemoryUpdated = event('MemoryUpdated', 1, { metadata: memoryVersion, data: z.object(character) })
/** Its place was taken by another memory; by none: it was retracted or withdrawn, as the reason says. */
const MemorySuperseded = event('MemorySuperseded', 1, {
  metadata: memoryVersion,
  data: z.object({ by: z.uuid().nullable() }),
})
/** Active again, in the words of an earlier version. */
const MemoryRestored = event('MemoryRestored', 1, {
  metadata: memoryVersion,
  data: z.object({
    /** The version that these words were first set by: never one that restored them. */
    of: z.int().min(1),
    ...character,
  }),
})
/** An active memory has turned out to contradict one of another agent: it waits from now on. Its conflict is in the same append. */
const MemoryContested = event('MemoryContested', 1, { metadata: memoryVersion, data: z.object({}) })
/** A memory that needed clarification was clarified. */
const MemoryClarified = event('MemoryClarified', 1, {
  metadata: memoryVersion,
  data: z.object({ outcome: z.enum(['active', 'deleted']) }),
})
const MemoryShared = event('MemoryShared', 1, {
  metadata: memoryVersion,
  data: z.object({ workspaceId: z.string(), agentId: z.string(), visibility, grantedTo: z.array(z.string()) }),
})
const MemoryDeleted = event('MemoryDeleted', 1, {
  metadata: memoryVersion,
  data: z.object({
    /** Others of its owner with the same words stay: it was one event among equals. */
    onlyThis: z.literal(true).optional(),
  }),
})
/** Many deletions at once, as pairs of memory and new version. */
const MemoriesDeleted = event('MemoriesDeleted', 1, {
  metadata,
  data: z.object({
    memories: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    /** When their writer asked for it, where that was given and lies before the event, and the offset of the clock there. */
    askedAt: z.iso.datetime().optional(),
    askedOffset: offset.optional(),
  }),
})
/** Recognise the words when they come back: HMACs of 16 bytes, in hex, of the words and who could read them. */
const erasedWords = z.array(z.string().regex(/^[0-9a-f]{32}$/))

/**
 * Tellings are removed from memories that others still tell. Where the first one goes, the memory takes its place and time
 * from the first that is left.
 */
const TellingsRemoved = event('TellingsRemoved', 1, {
  metadata,
  data: z.object({
    /** The memory, the episode, and the last turn of the telling. */
    tellings: z.array(z.tuple([z.uuid(), z.uuid(), z.int().min(0)])),
    first: z.array(
      z.object({
        memoryId: z.uuid(),
        episodeId: z.uuid(),
        turns: z.tuple([z.int().min(0), z.int().min(0)]),
        sourceSite: z.string(),
        sessionId: z.string().nullable(),
        observedAt: z.iso.datetime(),
        observedOffset: offset.optional(),
        occurredOn: z.iso.date(),
      }),
    ),
  }),
})
/**
 * The words are permanently removed from the log and from every read model; the trail keeps the fact that they existed.
 */
const MemoryErased = event('MemoryErased', 1, {
  metadata: memoryVersion,
  data: z.object({
    /** The turns with the same words, as pairs of episode and turn; they are erased, too. */
    turns: z.array(z.tuple([z.uuid(), z.int().min(0)])),
    words: erasedWords.optional(),
  }),
})

/**
 * Many erasures at once, as pairs of memory and new version, with everything that said the same: turns of episodes,
 * their source URL and metadata, and pending memories.
 */
const MemoriesErased = event('MemoriesErased', 1, {
  metadata,
  data: z.object({
    memories: z.array(z.tuple([z.uuid(), z.int().min(1)])),
    /** Pending memories; they have no trail. */
    pending: z.array(z.uuid()),
    /** The erased turns of each episode as stretches; null: all of its turns. */
    episodes: z.array(z.tuple([z.uuid(), stretches.nullable()])),
    /** Episodes of which a model was shown one of them: what it found there may hold words of it. */
    extracted: z.array(z.uuid()).optional(),
    words: erasedWords.optional(),
  }),
})

export const memoryEvents = [
  MemoryStored,
  MemoryEmbedded,
  MemoryUpdated,
  MemorySuperseded,
  MemoryRestored,
  MemoryContested,
  MemoryClarified,
  MemoryShared,
  MemoryDeleted,
  MemoriesDeleted,
  TellingsRemoved,
  MemoryErased,
  MemoriesErased,
] as const
export type MemoryEvent = z.infer<(typeof memoryEvents)[number]['schema']>
export type MemoryOf<Type extends MemoryEvent['type']> = Extract<MemoryEvent, { type: Type }>

/** When it was said, as events of memories tell it. */
export const observed = (
  moment: Moment,
): Pick<MemoryOf<'MemoryStored'>['data'], 'observedAt' | 'observedOffset' | 'occurredOn'> => ({
  observedAt: moment.instant,
  ...(moment.offset === null ? {} : { observedOffset: moment.offset }),
  occurredOn: dayOf(moment),
})
