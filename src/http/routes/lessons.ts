import { z } from 'zod'
import { lessonType, severity } from '../../domain/lesson/events.js'
import { count, id, moment, named } from '../answers/named.js'
import { paging, someText, text, uuid } from '../fields.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'
import { done, isHard, removeQuery, scopeQuery } from './memories.js'

const lesson = named('Lesson', {
  id,
  pattern: z.string(),
  severity,
  lesson_type: lessonType,
  source_memory_ids: z.array(id),
  created_at: moment,
  failure_count: count.min(1),
  wrong: z.string().nullable(),
  right: z.string().nullable(),
})

const lessonPage = named('LessonPage', { lessons: z.array(lesson), count, total: count })

const bySeverity = z.object({
  low: count,
  medium: count,
  high: count,
  critical: count,
})

const byType = z.object({
  user_reported: count,
  injection_blocked: count,
  contradiction_pattern: count,
  consensus_violation: count,
})

const lessonStatistics = named('LessonStatistics', {
  total: count,
  active: count,
  by_severity: bySeverity,
  by_type: byType,
})

const reportedLesson = named('ReportedLesson', { lessonId: id })

const MOST_PATTERN = 2000

const reportBody = z.object({
  ...scopeFields,
  pattern: someText(MOST_PATTERN).refine((value) => value.trim() !== '', 'must not be blank'),
  source_memory_ids: z.array(uuid).max(100),
  severity: severity.default('high'),
  lesson_type: lessonType.default('user_reported'),
  wrong: text(MOST_PATTERN).optional(),
  right: text(MOST_PATTERN).optional(),
})

export const lessons = read({
  call: 'GET /v1/memories/lessons',
  name: 'listLessons',
  input: z.object({ ...scopeFields, ...paging }),
  result: lessonPage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.lessons(scope, { limit, offset }),
})

export const lessonStats = read({
  call: 'GET /v1/memories/lessons/stats',
  name: 'lessonStatistics',
  input: scopeQuery,
  result: lessonStatistics,
  answer: ({ edge, scope }) => edge.api.lessonStatistics(scope),
})

export const reportLesson = write({
  call: 'POST /v1/memories/lessons/report',
  name: 'reportLesson',
  input: reportBody,
  result: reportedLesson,
  errors: ['ProviderUnavailable', 'ProviderRejected'],
  write: ({ edge, scope, caller, input }) =>
    edge.api.reportLesson({
      ...caller,
      scope,
      lessonType: input.lesson_type,
      severity: input.severity,
      pattern: input.pattern,
      wrong: input.wrong ?? null,
      right: input.right ?? null,
      sourceMemoryIds: input.source_memory_ids,
    }),
})

export const deactivateLesson = write({
  call: 'DELETE /v1/memories/lessons/:id',
  name: 'deactivateLesson',
  params: z.object({ id: uuid }),
  input: removeQuery,
  result: done,
  errors: ['LessonNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api[isHard(input) ? 'eraseLesson' : 'deactivateLesson']({ ...caller, scope, lessonId: params.id }),
  answer: () => ({ success: true }),
})
