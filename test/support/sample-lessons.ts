import type { DomainEvent } from '../../src/domain/all-events.js'
import { by, erased, id } from './sample-parts.js'

const m = { ...by, lessonId: id(7), reason: 'requested' } as const
const reported = {
  workspaceId: 'w',
  agentId: 'a',
  lessonType: 'user_reported',
  severity: 'high',
  reported: true,
  sourceSite: null,
  sourceMemoryIds: [id(3)],
} as const
const embedded = { model: 'static-en', dimensions: 2 }

/** One event of each type about lessons, and of each that holds words also its erased form. */
export const lessonSamples: Readonly<Record<string, DomainEvent>> = {
  LessonReported: {
    type: 'LessonReported',
    metadata: m,
    data: {
      ...reported,
      sourceMemoryIds: [id(3)],
      said: { pattern: 'Quoting old prices', wrong: 'It costs 20.', right: 'Look the price up.' },
    },
  },
  'LessonReported.erased': {
    type: 'LessonReported',
    metadata: m,
    data: { ...reported, sourceMemoryIds: [], said: erased },
  },
  'LessonReported.arisen': {
    type: 'LessonReported',
    metadata: { ...by, lessonId: id(7) },
    data: {
      ...{ workspaceId: 'w', agentId: 'a', lessonType: 'contradiction_pattern', severity: 'medium', reported: false },
      ...{ sourceSite: null, cause: 'b', sourceMemoryIds: [id(3)] },
      said: { pattern: 'Agents a and b contradict each other again and again', wrong: null, right: null },
    },
  },
  LessonRepeated: {
    type: 'LessonRepeated',
    metadata: m,
    data: { severity: 'critical', sourceMemoryIds: [id(4)], said: { wrong: null, right: 'Look the price up.' } },
  },
  'LessonRepeated.erased': {
    type: 'LessonRepeated',
    metadata: m,
    data: { severity: 'low', sourceMemoryIds: [], said: erased },
  },
  LessonEmbedded: {
    type: 'LessonEmbedded',
    metadata: m,
    data: { ...embedded, embedding: { vector: 'AACAPwAAAAA=' } },
  },
  'LessonEmbedded.erased': { type: 'LessonEmbedded', metadata: m, data: { ...embedded, embedding: erased } },
  LessonDeactivated: { type: 'LessonDeactivated', metadata: { ...m, reason: 'expired' }, data: {} },
  LessonsErased: {
    type: 'LessonsErased',
    metadata: { ...by, reason: 'basis_erased' },
    data: { lessons: [id(7), id(8)] },
  },
}
