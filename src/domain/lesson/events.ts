import { z } from 'zod'
import { erasable, event, metadata } from '../event.js'
import type { Scope } from '../scope.js'

/** What a lesson arose from. */
export const lessonType = z.enum(['user_reported', 'injection_blocked', 'contradiction_pattern', 'consensus_violation'])
export type LessonType = z.infer<typeof lessonType>

/** The least severe first. */
export const severity = z.enum(['low', 'medium', 'high', 'critical'])
export type Severity = z.infer<typeof severity>

/** The one agent, or the user, that a lesson warns: it is listed, and warns, in this scope alone. */
const warned = z.object({ workspaceId: z.string().nullable(), agentId: z.string().nullable() })
export const warnedIn = (scope: Scope): z.infer<typeof warned> =>
  scope.kind === 'user'
    ? { workspaceId: null, agentId: null }
    : { workspaceId: scope.workspaceId, agentId: scope.agentId }

const examples = z.object({ wrong: z.string().nullable(), right: z.string().nullable() })
const aboutLesson = metadata.extend({ lessonId: z.uuid() })

const LessonReported = event('LessonReported', 1, {
  metadata: aboutLesson,
  data: warned.extend({
    lessonType,
    severity,
    /** Somebody reported it; otherwise it arose by itself, and its words are a fixed sentence without any memory's words. */
    reported: z.boolean(),
    /** Where the text came from that it arose from; null where that is not its cause. */
    sourceSite: z.string().nullable(),
    /** What else it arose from, where that is a contradiction: the other agent, or the conflict that was decided. */
    cause: z.string().optional(),
    sourceMemoryIds: z.array(z.uuid()),
    said: erasable(examples.extend({ pattern: z.string() })),
  }),
})
/** The same happened again. Severity and examples are those from now on, the sources those that are new. */
const LessonRepeated = event('LessonRepeated', 1, {
  metadata: aboutLesson,
  data: z.object({ severity, sourceMemoryIds: z.array(z.uuid()), said: erasable(examples) }),
})
/** The embedding of its pattern by one model, as in MemoryEmbedded. */
const LessonEmbedded = event('LessonEmbedded', 1, {
  metadata: aboutLesson,
  data: z.object({
    model: z.string(),
    dimensions: z.int().min(1),
    embedding: erasable(z.object({ vector: z.base64().nullable() })),
  }),
})
/** It warns no more: `requested`, `expired` because there are too many, or `basis_erased`. */
const LessonDeactivated = event('LessonDeactivated', 1, { metadata: aboutLesson, data: z.object({}) })
/** Their words and vectors are removed from the log's replays and from every read model; their sources stay. */
const LessonsErased = event('LessonsErased', 1, { metadata, data: z.object({ lessons: z.array(z.uuid()) }) })

export const lessonEvents = [LessonReported, LessonRepeated, LessonEmbedded, LessonDeactivated, LessonsErased] as const
export type LessonEvent = z.infer<(typeof lessonEvents)[number]['schema']>
export type LessonOf<Type extends LessonEvent['type']> = Extract<LessonEvent, { type: Type }>
export type LessonMetadata = LessonOf<'LessonReported'>['metadata']

/** Only what the next decision needs, as the read models show it. */
export type KnownLesson = {
  readonly status: 'active' | 'deactivated' | 'expired'
  readonly lessonId: string
  readonly severity: Severity
  readonly wrong: string | null
  readonly right: string | null
  readonly isErased: boolean
  readonly sourceMemoryIds: readonly string[]
}
export type Lesson = { readonly status: 'unknown' } | KnownLesson
