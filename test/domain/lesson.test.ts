import { describe, expect, test } from 'vitest'
import { LessonNotFound } from '../../src/domain/errors.js'
import { deactivate, eraseLesson, eraseLessons, type Report, report } from '../../src/domain/lesson/decisions.js'
import type { Lesson, LessonEvent, LessonOf, Severity } from '../../src/domain/lesson/events.js'
import { lesson } from '../support/folds.js'
import { given } from '../support/given.js'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const by = {
  commandId: id(1),
  userId: 'anna',
  at: '2026-01-02T03:04:05.678Z',
  actor: { key: 'standard', agentId: null },
  reason: 'requested',
} as const
const m = { ...by, lessonId: id(7) }
const said = { pattern: 'Quoting old prices', wrong: 'It costs 20.', right: null }

const told = (severity: Severity, more: Partial<Report> = {}) => ({
  ...{ workspaceId: null, agentId: null, lessonType: 'user_reported' as const, severity, reported: true },
  ...{ sourceSite: null, sourceMemoryIds: [id(3)], said, ...more },
})
const wish = (severity: Severity, more: Partial<Report> = {}): Report => ({
  ...told(severity, more),
  by,
  lessonId: id(7),
})

const reported = (severity: Severity, more: Partial<Report> = {}): LessonOf<'LessonReported'> => ({
  type: 'LessonReported',
  metadata: m,
  data: told(severity, more),
})
const repeated = (severity: Severity, sourceMemoryIds: string[], right: string | null): LessonEvent => ({
  type: 'LessonRepeated',
  metadata: m,
  data: { severity, sourceMemoryIds, said: { wrong: 'It costs 20.', right } },
})
const ended = (reason: 'requested' | 'expired' = 'requested', lessonId = id(7)): LessonEvent => ({
  type: 'LessonDeactivated',
  metadata: { ...m, lessonId, reason },
  data: {},
})
const erased: LessonEvent = { type: 'LessonsErased', metadata: by, data: { lessons: [id(7)] } }

const tell = (same: Lesson, asked: Report) => report({ same, expiring: [] }, asked)

describe('what went wrong', () => {
  test('is a lesson', () => given(lesson)().when(tell, wish('high')).then(reported('high')))

  test('again counts, with what is new of it, and never grows less severe', () => {
    const more = { sourceMemoryIds: [id(3), id(4)], said: { ...said, wrong: null, right: 'Ask.' } }
    given(lesson)(reported('high'))
      .when(tell, wish('low', more))
      .then(repeated('high', [id(4)], 'Ask.'))
    given(lesson)(reported('low'))
      .when(tell, wish('critical'))
      .then(repeated('critical', [], null))
  })

  test('after its lesson was deactivated is a lesson anew, unless it arises by itself', () => {
    given(lesson)(reported('high'), ended()).when(tell, wish('high')).then(reported('high'))
    const observed = { reported: false }
    given(lesson)(reported('high', observed), ended()).when(tell, wish('high', observed)).thenNothing()
    given(lesson)(reported('high', observed), ended('expired'))
      .when(tell, wish('high', observed))
      .then(reported('high', observed))
  })

  test('is embedded by each model', () => {
    const vectors = { model: { model: 'one', dimensions: 1 }, vector: new Float32Array([1]), secondary: [] }
    const [, embedded] = tell({ status: 'unknown' }, wish('high', { vectors }))
    expect(embedded).toMatchObject({
      type: 'LessonEmbedded',
      data: { model: 'one', embedding: { vector: 'AACAPw==' } },
    })
  })

  test('ends the oldest where there are too many', () =>
    expect(report({ same: { status: 'unknown' }, expiring: [id(8), id(9)] }, wish('low')).slice(1)).toEqual([
      ended('expired', id(8)),
      ended('expired', id(9)),
    ]))
})

describe('a lesson', () => {
  test('is deactivated once', () => {
    given(lesson)(reported('low'))
      .when(deactivate, { lessonId: id(7), by })
      .then(ended())
    given(lesson)()
      .when(deactivate, { lessonId: id(7), by })
      .thenRefuses(LessonNotFound)
    given(lesson)(reported('low'), ended())
      .when(deactivate, { lessonId: id(7), by })
      .thenRefuses(LessonNotFound)
  })

  test('is erased once, in force or not', () => {
    given(lesson)(reported('low'))
      .when(eraseLesson, { lessonId: id(7), by })
      .then(erased, ended())
    given(lesson)(reported('low'), ended())
      .when(eraseLesson, { lessonId: id(7), by })
      .then(erased)
    given(lesson)(reported('low'), erased)
      .when(eraseLesson, { lessonId: id(7), by })
      .thenRefuses(LessonNotFound)
  })

  test('that is about nothing else ends with the words of what it is about', () => {
    const both = [
      { lessonId: id(7), ends: true },
      { lessonId: id(8), ends: false },
    ]
    expect(eraseLessons(both, by)).toEqual([{ ...erased, data: { lessons: [id(7), id(8)] } }, ended()])
    expect(eraseLessons([], by)).toEqual([])
  })
})
