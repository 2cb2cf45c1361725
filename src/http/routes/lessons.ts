import { z } from 'zod'
import { lessonType, severity } from '../../domain/lesson/events.js'
import { count, id, LESSON, MEMORY, moment, named } from '../answers/named.js'
import { paging, someText, text, uuid } from '../fields.js'
import { read, write } from '../route.js'
import { scopeFields } from '../scope.js'
import { done, isHard, removeQuery, scopeQuery } from './memories.js'

const pattern = z.string().describe('What to mind; empty once it was erased.')

const lesson = named('Lesson', 'What went wrong before, in the scope that it happened in.', {
  id: id.describe('The id of the lesson.'),
  pattern,
  severity: severity.describe('How bad it is.'),
  lesson_type: lessonType.describe('What it arose from.'),
  source_memory_ids: z.array(id).describe('The memories that it is about, those told last; at most 100.'),
  created_at: moment,
  failure_count: count.min(1).describe('How often it happened.'),
  wrong: z.string().nullable().describe('What was said or done.'),
  right: z.string().nullable().describe('What would have been right.'),
})

const lessonPage = named('LessonPage', 'The lessons in force in a scope, newest first.', {
  lessons: z.array(lesson).describe('The lessons of this page.'),
  count: count.describe('How many are on this page.'),
  total: count.describe('How many are in force in the scope.'),
})

const inForce = (kind: string) => count.describe(`Those in force: ${kind}.`)

const bySeverityFields = {
  low: inForce('low'),
  medium: inForce('medium'),
  high: inForce('high'),
  critical: inForce('critical'),
}
const byTypeFields = {
  user_reported: inForce('reported'),
  injection_blocked: inForce('of text that tries to steer'),
  contradiction_pattern: inForce('of agents that contradict each other again and again'),
  consensus_violation: inForce('of what was decided against and told again'),
}

const lessonStatistics = named('LessonStatistics', 'How many lessons a scope has.', {
  total: count.describe('All that there ever were.'),
  active: count.describe('Those in force.'),
  by_severity: z.object(bySeverityFields).describe('Those in force, by severity.'),
  by_type: z.object(byTypeFields).describe('Those in force, by type.'),
})

const reportedLesson = named(
  'ReportedLesson',
  'The lesson: a new one, or the one that said the same and counts once more.',
  { lessonId: id.describe('The id of the lesson.') },
)

const MOST_PATTERN = 2000

const reportBody = z.object({
  ...scopeFields,
  pattern: someText(MOST_PATTERN)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .describe(
      'What to mind, in a sentence. It warns a search whose query, or a memory of whose answer, is near to it.',
    ),
  source_memory_ids: z
    .array(uuid)
    .max(100)
    .describe('The memories that it went wrong with. Those that the caller does not see are left out.'),
  severity: severity
    .default('high')
    .describe('From `high` on it makes an answer unsafe; `critical` keeps its source memories out of answers.'),
  lesson_type: lessonType.default('user_reported').describe('What it arose from.'),
  wrong: text(MOST_PATTERN)
    .optional()
    .describe('What was said or done.')
    .meta({ examples: ['The plan costs 20 a month.'] }),
  right: text(MOST_PATTERN)
    .optional()
    .describe('What would have been right.')
    .meta({ examples: ['Look the price up.'] }),
})

export const lessons = read({
  method: 'get',
  path: '/v1/memories/lessons',
  name: 'listLessons',
  tag: 'Lessons',
  summary: 'The lessons in force in a scope, newest first.',
  input: z.object({
    ...scopeFields,
    ...paging,
  }),
  example: { user_id: 'ana', limit: 20 },
  result: lessonPage,
  answer: ({ edge, scope, input: { limit, offset } }) => edge.api.lessons(scope, { limit, offset }),
})

export const lessonStats = read({
  method: 'get',
  path: '/v1/memories/lessons/stats',
  name: 'lessonStatistics',
  tag: 'Lessons',
  summary: 'How many lessons a scope has, of which severity and type.',
  input: scopeQuery,
  example: { user_id: 'ana' },
  result: lessonStatistics,
  answer: ({ edge, scope }) => edge.api.lessonStatistics(scope),
})

export const reportLesson = write({
  method: 'post',
  path: '/v1/memories/lessons/report',
  name: 'reportLesson',
  tag: 'Lessons',
  summary: 'Report what went wrong, so that later searches of the scope are warned.',
  description:
    'The same pattern of the same type, while it is in force, is not a new lesson: it counts once more, takes in new ' +
    'sources and examples, and keeps the higher severity. A user has at most 10,000 lessons in force; one more ends the ' +
    'oldest.',
  input: reportBody,
  example: {
    user_id: 'ana',
    pattern: 'Quoting prices of last year',
    source_memory_ids: [MEMORY],
    severity: 'high',
    wrong: 'The plan costs 20 a month.',
    right: 'Look the price up.',
  },
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
  method: 'delete',
  path: '/v1/memories/lessons/:id',
  name: 'deactivateLesson',
  tag: 'Lessons',
  summary: 'Deactivate a lesson: it warns no more, and is no longer listed.',
  description:
    'With `hard=true` its words leave every read and every replay for good; also when it was deactivated before. The ' +
    'event log itself is not rewritten.',
  params: z.object({ id: uuid.describe('The id of the lesson.').meta({ examples: [LESSON] }) }),
  input: removeQuery,
  example: { id: LESSON, user_id: 'ana' },
  result: done,
  errors: ['LessonNotFound'],
  needsAdmin: isHard,
  write: ({ edge, scope, params, caller, input }) =>
    edge.api[isHard(input) ? 'eraseLesson' : 'deactivateLesson']({ ...caller, scope, lessonId: params.id }),
  answer: () => ({ success: true }),
})
