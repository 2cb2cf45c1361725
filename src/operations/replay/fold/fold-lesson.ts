import type { UserEvent } from '../../../domain/all-events.js'
import type { LessonEvent, LessonOf } from '../../../domain/lesson/events.js'
import { saidOf } from './fold-memory.js'
import type { Lesson } from './state.js'

export const isOfLesson = (event: UserEvent): event is LessonEvent => event.type.startsWith('Lesson')

/** Applies an event to a lesson. */
export const foldLesson = (lessons: Map<string, Lesson>, event: LessonEvent): void => {
  switch (event.type) {
    case 'LessonReported':
      lessons.set(event.metadata.lessonId, reported(event))
      return
    case 'LessonRepeated':
      change(lessons, event.metadata.lessonId, repeated(event))
      return
    case 'LessonDeactivated':
      change(lessons, event.metadata.lessonId, ended(event))
      return
    case 'LessonsErased':
      for (const id of event.data.lessons) change(lessons, id, (lesson) => ({ ...lesson, ...NOTHING }))
      return
    case 'LessonEmbedded':
      return
  }
}

const NOTHING = { pattern: '', wrong: null, right: null } as const

const reported = ({ data, metadata: { lessonId, at } }: LessonOf<'LessonReported'>): Lesson => {
  const { workspaceId, agentId, lessonType, severity, sourceSite, cause, sourceMemoryIds } = data
  const said = saidOf(data.said)
  return {
    ...{ id: lessonId, workspaceId, agentId, lessonType, severity, sourceSite, reported: data.reported },
    ...(cause === undefined ? {} : { cause }),
    ...{ status: 'active', createdAt: at, endedAt: null, failures: 1 },
    ...(said === 'erased' ? NOTHING : said),
    sources: sourcesOf(sourceMemoryIds, at),
  }
}

const repeated =
  ({ data, metadata: { at } }: LessonOf<'LessonRepeated'>) =>
  (lesson: Lesson): Lesson => {
    const said = saidOf(data.said)
    const { wrong, right } = said === 'erased' ? NOTHING : said
    const sources = new Map([...lesson.sources, ...sourcesOf(data.sourceMemoryIds, at)])
    return { ...lesson, severity: data.severity, wrong, right, sources, failures: lesson.failures + 1 }
  }

const ended =
  ({ metadata: { reason, at } }: LessonOf<'LessonDeactivated'>) =>
  (lesson: Lesson): Lesson => ({
    ...lesson,
    status: reason === 'expired' ? 'expired' : 'deactivated',
    endedAt: at,
  })

const sourcesOf = (ids: readonly string[], addedAt: string): Lesson['sources'] =>
  new Map(ids.map((id, place) => [id, { addedAt, place }]))

const change = (lessons: Map<string, Lesson>, id: string, how: (lesson: Lesson) => Lesson): void => {
  const lesson = lessons.get(id)
  if (lesson) lessons.set(id, how(lesson))
}
