import { z } from 'zod'
import { lessonType, severity } from '../../domain/lesson/events.js'
import { count, id, moment, named } from './named.js'

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

export const lessonPage = named('LessonPage', 'The lessons in force in a scope, newest first.', {
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

export const lessonStatistics = named('LessonStatistics', 'How many lessons a scope has.', {
  total: count.describe('All that there ever were.'),
  active: count.describe('Those in force.'),
  by_severity: z.object(bySeverityFields).describe('Those in force, by severity.'),
  by_type: z.object(byTypeFields).describe('Those in force, by type.'),
})

export const reportedLesson = named(
  'ReportedLesson',
  'The lesson: a new one, or the one that said the same and counts once more.',
  { lessonId: id.describe('The id of the lesson.') },
)
