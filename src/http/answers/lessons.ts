import { z } from 'zod'
import { lessonType, severity } from '../../domain/lesson/events.js'
import { AT, count, id, LESSON, MEMORY, moment, named } from './named.js'

const pattern = z
  .string()
  .meta({ description: 'What to mind; empty once it was erased.', examples: ['Quoting prices of last year'] })

const example = {
  id: LESSON,
  pattern: 'Quoting prices of last year',
  severity: 'high' as const,
  lesson_type: 'user_reported' as const,
  source_memory_ids: [MEMORY],
  created_at: AT,
  failure_count: 2,
  wrong: 'The plan costs 20 a month.',
  right: 'Look the price up.',
}

const lesson = named({
  name: 'Lesson',
  says: 'What went wrong before, in the scope that it happened in.',
  fields: {
    id: id.meta({ description: 'The id of the lesson.', examples: [LESSON] }),
    pattern,
    severity: severity.meta({ description: 'How bad it is.', examples: ['high'] }),
    lesson_type: lessonType.meta({ description: 'What it arose from.', examples: ['user_reported'] }),
    source_memory_ids: z
      .array(id)
      .meta({ description: 'The memories that it is about, those told last; at most 100.', examples: [[MEMORY]] }),
    created_at: moment,
    failure_count: count.min(1).meta({ description: 'How often it happened.', examples: [2] }),
    wrong: z
      .string()
      .nullable()
      .meta({ description: 'What was said or done.', examples: [example.wrong] }),
    right: z
      .string()
      .nullable()
      .meta({ description: 'What would have been right.', examples: [example.right] }),
  },
  example,
})

export const lessonPage = named({
  name: 'LessonPage',
  says: 'The lessons in force in a scope, newest first.',
  fields: {
    lessons: z.array(lesson).meta({ description: 'The lessons of this page.', examples: [[example]] }),
    count: count.describe('How many are on this page.'),
    total: count.describe('How many are in force in the scope.'),
  },
  example: { lessons: [example], count: 1, total: 1 },
})

const inForce = (kind: string) => count.meta({ description: `Those in force: ${kind}.`, examples: [0] })

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
const bySeverity = { low: 0, medium: 0, high: 1, critical: 0 }
const byType = { user_reported: 1, injection_blocked: 0, contradiction_pattern: 0, consensus_violation: 0 }

export const lessonStatistics = named({
  name: 'LessonStatistics',
  says: 'How many lessons a scope has.',
  fields: {
    total: count.describe('All that there ever were.'),
    active: count.meta({ description: 'Those in force.', examples: [1] }),
    by_severity: z.object(bySeverityFields).meta({
      description: 'Those in force, by severity.',
      examples: [bySeverity],
    }),
    by_type: z.object(byTypeFields).meta({
      description: 'Those in force, by type.',
      examples: [byType],
    }),
  },
  example: { total: 3, active: 1, by_severity: bySeverity, by_type: byType },
})

export const reportedLesson = named({
  name: 'ReportedLesson',
  says: 'The lesson: a new one, or the one that said the same and counts once more.',
  fields: { lessonId: id.meta({ description: 'The id of the lesson.', examples: [LESSON] }) },
  example: { lessonId: LESSON },
})
