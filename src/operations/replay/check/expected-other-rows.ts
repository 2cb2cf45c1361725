import type { Conflict, Lesson } from '../fold/state.js'
import { digestOf, type Row, type Table } from './read-rows.js'

const conflictRow = (conflict: Conflict): Row => {
  const { existing, new: news, id, status, confidence, reason, suggested } = conflict
  return {
    ...{ id, status, confidence, reason, suggested },
    workspace_id: conflict.workspaceId,
    ...{ agent_a: existing.agentId, agent_b: news.agentId },
    ...{ existing_id: existing.memoryId, new_id: news.memoryId },
    ...{ existing_version: existing.version, new_version: news.version },
    replaces: conflict.replaces ? Object.fromEntries(conflict.replaces) : null,
    created_at: conflict.createdAt,
    expires_at: conflict.expiresAt,
    resolved_at: conflict.resolvedAt,
    resolved_because: conflict.resolvedBecause,
  }
}

/** Whose a conflict is, apart from its user. */
const userRow = ({ id }: Conflict): Row => ({ id })

/** The row of a conflict in each table, as it follows from the log. */
export const OF_CONFLICT: Readonly<Partial<Record<Table, (conflict: Conflict) => Row>>> = {
  conflict: conflictRow,
  conflict_user: userRow,
}

const lessonRow = (lesson: Lesson): Row => ({
  ...{ id: lesson.id, workspace_id: lesson.workspaceId, agent_id: lesson.agentId },
  ...{ lesson_type: lesson.lessonType, severity: lesson.severity, reported: lesson.reported },
  ...{
    source_site: lesson.sourceSite,
    cause: lesson.cause ?? null,
    status: lesson.status,
    failure_count: lesson.failures,
  },
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
