import type { ErasedLesson } from '../domain/lesson/decisions.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'

/** The boundary for lessons: those of one scope, the user's own or those of one agent in one workspace. */
export const lessonsOf = (scope: Scope): Sql => sql`(
  select user_id, id, lesson_type, severity, reported, source_site, status, created_at, ended_at, failure_count, pattern,
         wrong_example, right_example, pattern_hash, embedding
  from lesson
  where user_id = ${scope.userId}
    and ${
      scope.kind === 'user'
        ? sql`workspace_id is null`
        : sql`workspace_id = ${scope.workspaceId} and agent_id = ${scope.agentId}`
    }
)`

/** Those that causes have told the agents of a workspace by themselves. */
export const lessonsArisen = ({ userId, workspaceId }: WorkspaceScope): Sql => sql`(
  select user_id, id, agent_id, lesson_type, cause, status, created_at, severity, pattern, wrong_example, right_example
  from lesson
  where user_id = ${userId}
    and workspace_id = ${workspaceId}
    and cause is not null
)`

/** Those in force: now, or at an instant (ISO 8601). */
export const lessonsInForce = (scope: Scope, asOf?: string): Sql => sql`(
  select *
  from ${lessonsOf(scope)} as l
  where ${
    asOf === undefined
      ? sql`status = 'active'`
      : sql`created_at <= ${asOf}::timestamptz and (ended_at is null or ended_at > ${asOf}::timestamptz)`
  }
)`

/** The memories that a lesson `l` is about; at an instant those that had been told by then. */
export const sourcesOf = (l: Sql, asOf?: string): Sql => sql`(
  select memory_id, added_at, place
  from lesson_source s
  where s.user_id = ${l}.user_id
    and s.lesson_id = ${l}.id
    and ${asOf === undefined ? sql`true` : sql`s.added_at <= ${asOf}::timestamptz`}
)`

/** What a search has to know of the lessons of its scope before it looks for memories. */
export type LessonsInScope = {
  /** Whether any is in force. */
  readonly any: boolean
  /** The memories that critical ones are about, and those with the same words. */
  readonly withheld: readonly string[]
}

/** The most memories that critical lessons keep out of searches, those told last. */
const MOST_WITHHELD = 10_000

/** The same now, or at an instant (ISO 8601). A scope without lessons costs a probe of an index. */
export const readLessonsInScope = async (db: Database, scope: Scope, asOf?: string): Promise<LessonsInScope> => {
  const inForce = lessonsInForce(scope, asOf)
  const [gravest] = await db.rows<{ readonly isCritical: boolean }>(sql`/* lessons: whether any is in force */
    select l.severity = 'critical' as "isCritical"
    from ${inForce} as l
    order by 1 desc
    limit 1`)
  if (!gravest?.isCritical) return { any: gravest !== undefined, withheld: [] }
  const about = await db.rows<{ readonly id: string }>(sql`/* lessons: what critical ones are about */
    select s.memory_id as id
    from ${inForce} as l
    cross join lateral ${sourcesOf(sql`l`, asOf)} as s
    where l.severity = 'critical'
    order by s.added_at desc, s.memory_id
    limit ${whole(MOST_WITHHELD)}`)
  const ids = about.map(({ id }) => id)
  const alike = await db.rows<{ readonly id: string }>(sql`/* lessons: what has the words of these */
    select m.id
    from memory m
    where m.user_id = ${scope.userId}
      and m.status = 'active'
      and m.text_hash in (
        select g.text_hash
        from memory g
        where g.user_id = ${scope.userId}
          and g.id = any(${ids}::text[]::uuid[])
      )`)
  return { any: true, withheld: [...new Set([...ids, ...alike.map(({ id }) => id)])].toSorted() }
}

/** Reported lessons, whomever they warn, about one of these memories; one that is about no other left ends. */
export const lessonsOfErased = (
  db: Database,
  userId: string,
  memoryIds: readonly string[],
): Promise<readonly ErasedLesson[]> =>
  memoryIds.length === 0
    ? Promise.resolve([])
    : db.rows(sql`
    select l.id::text as "lessonId", l.status = 'active' and not exists (
             select from lesson_source s
             where s.user_id = l.user_id
               and s.lesson_id = l.id
               and s.memory_id <> all(${memoryIds}::text[]::uuid[])
               and exists (
                 select from memory m
                 where m.user_id = s.user_id
                   and m.id = s.memory_id
                   and m.status <> 'erased'
               )
           ) as ends
    from lesson l
    where l.user_id = ${userId}
      and l.reported
      and (l.pattern <> '' or l.status = 'active')
      and l.id in (
        select s.lesson_id
        from lesson_source s
        where s.user_id = ${userId}
          and s.memory_id = any(${memoryIds}::text[]::uuid[])
      )
    order by l.id`)

/** The active lessons of a user behind the newest `most`, in all scopes: a number of ids for a decision, not for answers. */
export const oldestBehind = (userId: string, most: number): Sql => sql`(
  select id::text as id
  from lesson
  where user_id = ${userId}
    and status = 'active'
  order by created_at desc, id desc
  offset ${whole(most)}
)`

/** How many lessons of all users have expired because there were too many: a number for operators. */
export const countExpiredLessons = async (db: Database): Promise<number> => {
  const [row] = await db.rows<{ lessons: bigint }>(sql`select count(*) as lessons from lesson where status = 'expired'`)
  return Number(row?.lessons ?? 0n)
}
