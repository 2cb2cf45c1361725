import type { Lesson } from '../fold/state.js'
import { digestOf, type Row, type Table } from './read-rows.js'

const lessonRow = (lesson: Lesson): Row => ({
  ...{ id: lesson.id, workspace_id: lesson.workspaceId, agent_id: lesson.agentId },
  ...{ lesson_type: lesson.lessonType, severity: lesson.severity, reported: lesson.reported },
  ...{ source_site: lesson.sourceSite, status: lesson.status, failure_count: lesson.failures },
  ...{ created_at: lesson.createdAt, ended_at: lesson.endedAt, pattern: digestOf(lesson.pattern) },
  ...{ wrong_example: digestOf(lesson.wrong), right_example: digestOf(lesson.right) },
})

const sourceRows = ({ id, sources }: Lesson): readonly Row[] =>
  [...sources].map(([memoryId, { addedAt, place }]) => ({ id, memory_id: memoryId, added_at: addedAt, place }))

/** The expected rows of a lesson, by table. */
export const OF_LESSON: Readonly<Partial<Record<Table, (lesson: Lesson) => readonly Row[]>>> = {
  lesson: (lesson) => [lessonRow(lesson)],
  lesson_source: sourceRows,
}
