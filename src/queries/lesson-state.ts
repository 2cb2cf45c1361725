import type { LessonCause, LessonsKnown } from '../domain/lesson/decisions.js'
import type { KnownLesson, Lesson } from '../domain/lesson/events.js'
import type { Scope } from '../domain/scope.js'
import { textHash } from '../indexing/text-hash.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { lessonsOf, oldestBehind, sourcesOf } from './visible-lessons.js'
import { visibleTo } from './visible-memories.js'

export type LessonRow = Omit<KnownLesson, 'sourceMemoryIds'> & { readonly sources: readonly string[] }

type Wanted = {
  readonly cause: LessonCause
  /** The sources that the decision asks about. */
  readonly among: readonly string[]
  /** Of a user, in force. */
  readonly most: number
}

/** The lesson of a scope with the same cause, and which of a user's lessons expire when it is a new one. */
export const lessonsKnown = async (
  db: Database,
  scope: Scope,
  { cause, among, most }: Wanted,
): Promise<LessonsKnown> => {
  const [row] = await db.rows<{ same: LessonRow | null; expiring: readonly string[] }>(sql`
    select array(select id from ${oldestBehind(scope.userId, most - 1)} as o) as expiring,
           (select to_json(l) from (
              select ${lessonColumns(among)}
              from ${lessonsOf(scope)} as l
              where lesson_type = ${cause.lessonType}
                and ${hasCause(cause)}
              order by status = 'active' desc, created_at desc, id
              limit 1
            ) as l) as same`)
  return { same: lessonIn(row?.same ?? undefined), expiring: row?.expiring ?? [] }
}

/** A lesson of a scope; unknown to all others. */
export const lessonState = async (db: Database, scope: Scope, id: string): Promise<Lesson> => {
  const [row] = await db.rows<LessonRow>(sql`
    select ${lessonColumns([])}
    from ${lessonsOf(scope)} as l
    where id = ${id}`)
  return lessonIn(row)
}

export const lessonColumns = (
  among: readonly string[],
): Sql => sql`id::text as "lessonId", status, severity, wrong_example as wrong,
                     right_example as right, pattern = '' as "isErased",
                     array(
                       select memory_id::text
                       from ${sourcesOf(sql`l`)} as s
                       where memory_id = any(${among}::text[]::uuid[])
                     ) as sources`

export const lessonIn = (row: LessonRow | undefined): Lesson => {
  if (row === undefined) return { status: 'unknown' }
  const { sources, ...known } = row
  return { ...known, sourceMemoryIds: sources }
}

const hasCause = (cause: LessonCause): Sql =>
  'pattern' in cause
    ? sql`reported and status = 'active' and pattern_hash = ${textHash(cause.pattern)}::text::uuid`
    : sql`not reported and source_site = ${cause.sourceSite}`

/** Those of these memories that the caller sees, active or superseded, in their order. */
export const seenAmong = async (db: Database, scope: Scope, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: string }>(sql`
    select m.id::text as id
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  const seen = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => seen.has(id))
}
