import type { DomainEvent } from '../src/domain/all-events.js'
import { isErased } from '../src/domain/event.js'
import type { LessonOf } from '../src/domain/lesson/events.js'
import { add, type Change, type Projection, patch, put } from '../src/projector/projection.js'
import { textHash } from '../src/text/text-hash.js'
import { vectorOf } from './keys.js'

/** Lessons, in force or not, and the memories that they are about. */
export const lessons: Projection<DomainEvent> = {
  LessonReported: ({ data, metadata: m }) => [
    put('lesson', lessonKey(m), {
      workspace_id: data.workspaceId,
      agent_id: data.agentId,
      lesson_type: data.lessonType,
      severity: data.severity,
      reported: data.reported,
      source_site: data.sourceSite,
      cause: data.cause ?? null,
      status: 'active',
      created_at: m.at,
      ended_at: null,
      failure_count: 1,
      ...wordsOf(data),
      embedded: false,
      embedding: null,
    }),
    ...sourcesOf(m, data.sourceMemoryIds),
  ],
  LessonRepeated: ({ data, metadata: m }) => [
    add('lesson', lessonKey(m), { failure_count: 1 }),
    patch('lesson', lessonKey(m), {
      severity: data.severity,
      ...(isErased(data.said) ? NO_EXAMPLES : examplesOf(data.said)),
    }),
    ...sourcesOf(m, data.sourceMemoryIds),
  ],
  LessonEmbedded: ({ data, metadata: m }) => [
    patch('lesson', lessonKey(m), { embedded: true, embedding: vectorOf(data) }),
  ],
  LessonDeactivated: ({ metadata: m }) => [
    patch('lesson', lessonKey(m), { status: m.reason === 'expired' ? 'expired' : 'deactivated', ended_at: m.at }),
  ],
  LessonsErased: ({ data, metadata: m }) =>
    data.lessons.map((lessonId) => patch('lesson', lessonKey({ ...m, lessonId }), { ...ERASED, embedding: null })),
}

type ReportMetadata = LessonOf<'LessonReported'>['metadata']

const lessonKey = (m: Pick<ReportMetadata, 'userId' | 'lessonId'>) => ({ user_id: m.userId, id: m.lessonId })

const NO_EXAMPLES = { wrong_example: null, right_example: null } as const
const ERASED = { pattern: '', pattern_hash: null, ...NO_EXAMPLES } as const

const examplesOf = ({ wrong, right }: { readonly wrong: string | null; readonly right: string | null }) => ({
  wrong_example: wrong,
  right_example: right,
})

const wordsOf = ({ said }: LessonOf<'LessonReported'>['data']) =>
  isErased(said) ? ERASED : { pattern: said.pattern, pattern_hash: textHash(said.pattern), ...examplesOf(said) }

const sourcesOf = (m: ReportMetadata, ids: readonly string[]): readonly Change[] =>
  ids.map((memoryId, place) =>
    put('lesson_source', { user_id: m.userId, lesson_id: m.lessonId, memory_id: memoryId }, { added_at: m.at, place }),
  )
