import { type EmbeddingModel, embeddingOf, embeddingsByEach, type SecondaryVectors } from '../embedding.js'
import { LessonNotFound } from '../errors.js'
import type { Metadata } from '../event.js'
import {
  type KnownLesson,
  type Lesson,
  type LessonEvent,
  type LessonMetadata,
  type LessonOf,
  type LessonType,
  severity,
} from './events.js'

/** What makes two lessons one: what is reported has its pattern, what is blocked the site of its text. */
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

/** An agent that is warned, and the lesson that it has of the same cause. */
type Warned = { readonly warned: string; readonly same: Lesson }

/** What there is to know of the lessons that contradictions between agents tell by themselves. */
export type ContradictionLessons = {
  /** The agents that have contradicted the writer, or were contradicted by it, before. */
  readonly between: readonly (Warned & { readonly other: string })[]
  /** The conflicts that were decided against one of the texts (hashes), with their agents. */
  readonly decided: readonly (Warned & {
    readonly textHash: string
    readonly conflictId: string
    readonly agents: readonly [string, string]
  })[]
  /** How many new ones are told at most. */
  readonly room: number
  /** The lessons that expire when as many more come, the newest of these first. */
  readonly oldest: readonly string[]
}

/** The most memories of one ingest that a lesson says it is about. */
export const MOST_SOURCES = 100

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

/** Of one cause, and what is known of it. */
export type Arising = { readonly same: Lesson; readonly wish: Report }

/**
 * What arises at once. `oldest`: the active lessons that expire when `room` more come, the newest of these first; so many
 * new ones are told at most, and of each cause the first.
 */
export const reportAll = (
  arising: readonly Arising[],
  { room, oldest, by }: { readonly room: number; readonly oldest: readonly string[]; readonly by: Metadata },
): readonly LessonEvent[] => {
  const events = arising.flatMap(({ same, wish }) => report({ same, expiring: [] }, wish))
  const isNew = (event: LessonEvent) => event.type === 'LessonReported'
  const told = events.filter((event, i) => !isNew(event) || events.slice(0, i).filter(isNew).length < room)
  const left = room - told.filter(isNew).length
  return [...told, ...oldest.slice(left).map((id) => ended({ ...by, lessonId: id, reason: 'expired' }))]
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
