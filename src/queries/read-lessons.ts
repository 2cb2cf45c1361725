import { type LessonType, lessonType, type Severity, severity } from '../domain/lesson/events.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { lessonsInForce, lessonsOf, sourcesOf } from './visible-lessons.js'

/** The most sources that a list shows of one lesson. */
const SOURCES_SHOWN = 100

/** The lessons in force in a scope, newest first; of each the sources that were told last. */
export const listLessons = async (
  db: Database,
  scope: Scope,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const lessons = await db.rows<object>(sql`
    select id, pattern, severity, lesson_type, created_at, failure_count, wrong_example as wrong, right_example as right,
           array(
             select memory_id::text
             from ${sourcesOf(sql`l`)} as s
             order by added_at desc, place, memory_id
             limit ${whole(SOURCES_SHOWN)}
           ) as source_memory_ids
    from (
      select *
      from ${lessonsInForce(scope)} as l
      order by created_at desc, id
      limit ${whole(limit)}
      offset ${whole(offset)}
    ) as l
    order by created_at desc, id`)
  const [counted] = await db.rows<{ total: bigint }>(sql`select count(*) as total from ${lessonsInForce(scope)} as l`)
  return { lessons, count: lessons.length, total: Number(counted?.total ?? 0n) }
}

/** How many lessons a scope ever had, and how many are in force, of which kinds. */
export const countLessons = async (db: Database, scope: Scope) => {
  const rows = await db.rows<{ lesson_type: LessonType; severity: Severity; active: number; lessons: number }>(sql`
    select lesson_type, severity, count(*) filter (where status = 'active')::float8 as active, count(*)::float8 as lessons
    from ${lessonsOf(scope)} as l
    group by lesson_type, severity`)
  const active = (fits: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(fits).reduce((sum, row) => sum + row.active, 0)
  return {
    total: rows.reduce((sum, { lessons }) => sum + lessons, 0),
    active: active(() => true),
    by_severity: countedBy(severity.options, (wanted) => active((row) => row.severity === wanted)),
    by_type: countedBy(lessonType.options, (wanted) => active((row) => row.lesson_type === wanted)),
  }
}

/** Every key has a count. */
const countedBy = <Key extends string>(keys: readonly Key[], count: (key: Key) => number) =>
  Object.fromEntries(keys.map((key) => [key, count(key)])) as Record<Key, number> // fromEntries forgets the keys
