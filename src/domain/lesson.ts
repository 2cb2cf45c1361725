import { z } from 'zod'
import type { Fold } from './decider.js'
import { type EmbeddingModel, embeddingOf, embeddingsByEach, type SecondaryVectors } from './embedding.js'
import { LessonNotFound } from './errors.js'
import { erasable, event, isErased, type Metadata, metadata } from './event.js'
import type { Scope } from './scope.js'

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
type LessonMetadata = LessonOf<'LessonReported'>['metadata']

/** Only what the next decision needs. */
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

/** The write side reads this state from the read model; the tests fold it from events. */
export const lesson: Fold<Lesson, LessonEvent> = {
  initial: { status: 'unknown' },
  evolve: (state, { type, data, metadata: m }) => {
    if (type === 'LessonReported') {
      const { said, severity, sourceMemoryIds } = data
      const { wrong, right } = isErased(said) ? NO_EXAMPLES : said
      const known = { status: 'active' as const, severity, sourceMemoryIds, wrong, right }
      return { ...known, lessonId: m.lessonId, isErased: isErased(said) }
    }
    if (state.status === 'unknown') return state
    switch (type) {
      case 'LessonRepeated': {
        const { wrong, right } = isErased(data.said) ? NO_EXAMPLES : data.said
        const sourceMemoryIds = [...state.sourceMemoryIds, ...data.sourceMemoryIds]
        return { ...state, severity: data.severity, wrong, right, sourceMemoryIds }
      }
      case 'LessonDeactivated':
        return { ...state, status: m.reason === 'expired' ? 'expired' : 'deactivated' }
      case 'LessonsErased':
        return { ...state, ...NO_EXAMPLES, isErased: true }
      case 'LessonEmbedded':
        return state
    }
  },
}

const NO_EXAMPLES = { wrong: null, right: null } as const

/** The most active lessons of a user, in all scopes. */
export const MOST_LESSONS = 10_000

/** What makes two lessons one: what is reported has its pattern, what arises by itself the site of its text. */
export type LessonCause = { readonly lessonType: LessonType } & (
  | { readonly pattern: string }
  | { readonly sourceSite: string }
)

/** What a report is decided on. */
export type LessonsKnown = {
  /** The lesson that has the same cause: the active one or, of what arises by itself, the last that there was. */
  readonly same: Lesson
  /** The oldest active ones of the user, if one more would be too many. */
  readonly expiring: readonly string[]
}

export type Report = Omit<LessonOf<'LessonReported'>['data'], 'said'> & {
  readonly by: Metadata
  /** The id of the lesson, if it is a new one. */
  readonly lessonId: string
  readonly said: { readonly pattern: string; readonly wrong: string | null; readonly right: string | null }
  /** Of the pattern, under its own text as key; none for what arose by itself. */
  readonly vectors?: {
    readonly model: EmbeddingModel
    readonly vector: Float32Array | null
    readonly secondary: readonly SecondaryVectors[]
  }
}

/**
 * A lesson is told once a cause: the same again counts. What arises by itself and was deactivated by hand is not told again:
 * whoever did that does not want to hear of it.
 */
export const report = ({ same, expiring }: LessonsKnown, wish: Report): readonly LessonEvent[] => {
  const { by, lessonId, vectors, ...told } = wish
  if (same.status === 'active') return [repeated(same, wish)]
  if (same.status === 'deactivated' && !wish.reported) return []
  return [
    { type: 'LessonReported', metadata: { ...by, lessonId }, data: told },
    ...(vectors === undefined ? [] : embedded({ ...by, lessonId }, wish.said.pattern, vectors)),
    ...expiring.map((id) => ended({ ...by, lessonId: id, reason: 'expired' })),
  ]
}

const repeated = (
  { lessonId, severity: before, wrong, right, sourceMemoryIds: known }: KnownLesson,
  { by, severity: now, said, sourceMemoryIds }: Report,
): LessonOf<'LessonRepeated'> => ({
  type: 'LessonRepeated',
  metadata: { ...by, lessonId },
  data: {
    severity: severity.options.indexOf(now) > severity.options.indexOf(before) ? now : before,
    sourceMemoryIds: sourceMemoryIds.filter((id) => !known.includes(id)),
    said: { wrong: said.wrong ?? wrong, right: said.right ?? right },
  },
})

const embedded = (m: LessonMetadata, key: string, { model, vector, secondary }: NonNullable<Report['vectors']>) =>
  embeddingsByEach({ model, secondary }, { key, vector }).map(
    (data): LessonOf<'LessonEmbedded'> => ({ type: 'LessonEmbedded', metadata: m, data }),
  )

/** The embedding of a pattern by a model that sees it later; null: it has no vector. */
export const lessonEmbeddedBy = (
  model: EmbeddingModel,
  m: LessonMetadata,
  vector: Float32Array | null,
): LessonOf<'LessonEmbedded'> => ({ type: 'LessonEmbedded', metadata: m, data: embeddingOf(model, vector) })

const ended = (m: LessonMetadata): LessonEvent => ({ type: 'LessonDeactivated', metadata: m, data: {} })

type LessonWish = { readonly lessonId: string; readonly by: Metadata }

/** One that is no longer active is not found. */
export const deactivate = (state: Lesson, { lessonId, by }: LessonWish): readonly LessonEvent[] => {
  if (state.status !== 'active') throw new LessonNotFound()
  return [ended({ ...by, lessonId })]
}

/** Also of a lesson that warns no more. */
export const eraseLesson = (state: Lesson, { lessonId, by }: LessonWish): readonly LessonEvent[] => {
  if (state.status === 'unknown' || state.isErased) throw new LessonNotFound()
  return eraseLessons([{ lessonId, ends: state.status === 'active' }], by)
}

/** A lesson whose words go; `ends`: nothing is left that it could warn of. */
export type ErasedLesson = { readonly lessonId: string; readonly ends: boolean }

export const eraseLessons = (lessons: readonly ErasedLesson[], by: Metadata): readonly LessonEvent[] =>
  lessons.length === 0
    ? []
    : [
        { type: 'LessonsErased', metadata: by, data: { lessons: lessons.map(({ lessonId }) => lessonId) } },
        ...lessons.flatMap(({ lessonId, ends }) => (ends ? [ended({ ...by, lessonId })] : [])),
      ]
