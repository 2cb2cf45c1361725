import type { UserEvent } from '../../../domain/all-events.js'
import { isErased } from '../../../domain/event.js'
import type { LessonEvent, LessonOf } from '../../../domain/lesson/events.js'
import type { Rows } from './rows.js'

export const isOfLesson = (event: UserEvent): event is LessonEvent => event.type.startsWith('Lesson')

/** Applies an event to what agents were told to mind. */
export const foldLesson = (rows: Rows, event: LessonEvent): void => {
  switch (event.type) {
    case 'LessonReported':
      report(rows, event)
      return
    case 'LessonRepeated': {
      const { data, metadata } = event
      rows.change('lesson', metadata.lessonId, (row) => ({
        ...row,
        ...exampleColumns(data.said),
        severity: data.severity,
        failure_count: Number(row.failure_count) + 1,
      }))
      putSources(rows, event)
      return
    }
    case 'LessonDeactivated': {
      const { lessonId, reason, at } = event.metadata
      const status = reason === 'expired' ? 'expired' : 'deactivated'
      rows.set('lesson', lessonId, { status, ended_at: at })
      return
    }
    case 'LessonsErased':
      for (const id of event.data.lessons) rows.set('lesson', id, { ...exampleColumns({ erased: true }), pattern: '' })
      return
    case 'LessonEmbedded':
      return
  }
}

const report = (rows: Rows, event: LessonOf<'LessonReported'>): void => {
  const { data, metadata } = event
  rows.put('lesson', {
    id: metadata.lessonId,
    workspace_id: data.workspaceId,
    agent_id: data.agentId,
    lesson_type: data.lessonType,
    severity: data.severity,
    reported: data.reported,
    source_site: data.sourceSite,
    cause: data.cause ?? null,
    status: 'active',
    created_at: metadata.at,
    ended_at: null,
    failure_count: 1,
    pattern: isErased(data.said) ? '' : data.said.pattern,
    ...exampleColumns(data.said),
  })
  putSources(rows, event)
}

const exampleColumns = (said: LessonOf<'LessonRepeated'>['data']['said']) => ({
  wrong_example: isErased(said) ? null : said.wrong,
  right_example: isErased(said) ? null : said.right,
})

/** The memories that it is about, each with its place among those told then. */
const putSources = (rows: Rows, { data, metadata }: LessonOf<'LessonReported' | 'LessonRepeated'>): void => {
  for (const [place, memoryId] of data.sourceMemoryIds.entries())
    rows.put('lesson_source', {
      lesson_id: metadata.lessonId,
      memory_id: memoryId,
      added_at: metadata.at,
      place,
    })
}
