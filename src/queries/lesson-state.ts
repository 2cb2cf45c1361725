import type { ContradictionLessons, LessonCause, LessonsKnown } from '../domain/lesson/decisions.js'
import type { KnownLesson, Lesson, LessonType } from '../domain/lesson/events.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { textHash } from '../text/text-hash.js'
import { decidedAgainst, haveContradicted, waitingBecauseOf } from './visible-conflicts.js'
import { lessonsArisen, lessonsOf, oldestBehind, sourcesOf } from './visible-lessons.js'
import { visibleTo } from './visible-memories.js'

type CauseRequest = {
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
  { cause, among, most }: CauseRequest,
): Promise<LessonsKnown> => {
  const [expiring, [same]] = await Promise.all([
    readOldest(db, scope.userId, most - 1),
    db.rows<KnownLesson>(sql`/* lessons: the one with the same cause */
    select ${lessonColumns(among)}
    from ${lessonsOf(scope)} as l
    where lesson_type = ${cause.lessonType}
      and ${hasCause(cause)}
    order by status = 'active' desc, created_at desc, id
    limit 1`),
  ])
  return { same: same ?? UNKNOWN, expiring }
}

const UNKNOWN: Lesson = { status: 'unknown' }

/** The active ones of a user behind the newest `most`. */
const readOldest = async (db: Database, userId: string, most: number): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly id: string }>(sql`/* lessons: the oldest of too many */
    select id
    from ${oldestBehind(userId, most)} as o`)
  return rows.map(({ id }) => id)
}

/** A lesson of a scope; unknown to all others. */
export const lessonState = async (db: Database, scope: Scope, id: string): Promise<Lesson> => {
  const [row] = await db.rows<KnownLesson>(sql`/* lessons: one for a decision */
    select ${lessonColumns([])}
    from ${lessonsOf(scope)} as l
    where id = ${id}`)
  return row ?? { status: 'unknown' }
}

const lessonColumns = (
  among: readonly string[],
): Sql => sql`id::text as "lessonId", status, severity, wrong_example as wrong,
                     right_example as right, pattern = '' as "isErased",
                     array(
                       select memory_id::text
                       from ${sourcesOf(sql`l`)} as s
                       where memory_id = any(${among}::text[]::uuid[])
                     ) as "sourceMemoryIds"`

const hasCause = (cause: LessonCause): Sql =>
  'pattern' in cause
    ? sql`reported and status = 'active' and pattern_hash = ${textHash(cause.pattern)}::text::uuid`
    : sql`not reported and source_site = ${cause.sourceSite}`

/** Those of these memories that the caller sees, active or superseded, in their order. */
export const seenAmong = async (db: Database, scope: Scope, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ id: string }>(sql`/* lessons: memories that the caller sees */
    select m.id::text as id
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  const seen = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => seen.has(id))
}

type ContradictionsRequest = {
  readonly others: readonly string[]
  /** Memories of these. */
  readonly targets: readonly string[]
  /** Of new texts. */
  readonly hashes: readonly string[]
  /** New lessons, if a user may have so many. */
  readonly room: number
  readonly mostLessons: number
}

/** What an ingest has to know of earlier contradictions between agents: those with these agents, and those decided against these texts. */
export const earlierContradictions = async (
  db: Database,
  scope: WorkspaceScope,
  { others, targets, hashes, mostLessons, ...wanted }: ContradictionsRequest,
): Promise<ContradictionLessons & { readonly waiting: readonly WaitingMemory[] }> => {
  const room = Math.min(wanted.room, mostLessons)
  const [waiting, agents, decided, oldest] = await Promise.all([
    waitingOf(db, scope, targets),
    readContradicted(db, scope, others),
    readDecided(db, scope, hashes),
    readOldest(db, scope.userId, mostLessons - room),
  ])
  const pairs = agents.flatMap((agent) =>
    [
      { other: agent, warned: scope.agentId },
      { other: scope.agentId, warned: agent },
    ].toSorted((a, b) => (a.warned < b.warned ? -1 : 1)),
  )
  const told = await readArisen(db, scope, {
    targets,
    asked: [
      ...pairs.map(({ other, warned }) => ({ lessonType: 'contradiction_pattern' as const, warned, cause: other })),
      ...decided.map(({ conflictId, warned }) => ({
        lessonType: 'consensus_violation' as const,
        warned,
        cause: conflictId,
      })),
    ],
  })
  return {
    between: pairs.map((pair, i) => ({ ...pair, same: told.get(i) ?? UNKNOWN })),
    decided: decided.map((each, i) => ({ ...each, same: told.get(pairs.length + i) ?? UNKNOWN })),
    oldest,
    room,
    waiting,
  }
}

type WaitingMemory = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly speaker: string | null
  readonly conflictId: string
  readonly existingId: string
  readonly existingVersion: number
  readonly subject: string | null
}

/** The memories of the one that asks that wait because of one of these, in the order in which they were told. */
const waitingOf = (
  db: Database,
  scope: WorkspaceScope,
  targets: readonly string[],
): Promise<readonly WaitingMemory[]> =>
  db.rows<WaitingMemory>(sql`/* lessons: what waits because of memories */
    select m.id as "memoryId", m.version, t.content, t.speaker, c.conflict_id as "conflictId", c.existing_id as "existingId", c.existing_version as "existingVersion",
           case when m.claim_type is not null then m.subject end as subject
    from ${visibleTo({ ...scope, agentScope: 'self' }, ['needs_clarification'])} as m
    join memory_text t using (user_id, id)
    join ${waitingBecauseOf(scope, targets)} as c on c.new_id = m.id
    order by m.created_at, m.ordinal, m.id`)

/** Of these agents those that the one that asks has contradicted, or that have contradicted it, in order. */
const readContradicted = async (
  db: Database,
  scope: WorkspaceScope,
  others: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly agent: string }>(sql`/* lessons: agents that have contradicted each other */
    select o.agent
    from unnest(${others}::text[]) as o (agent)
    where ${haveContradicted(scope, sql`o.agent`)}
    order by o.agent`)
  return rows.map(({ agent }) => agent)
}

type Decided = Omit<ContradictionLessons['decided'][number], 'same'>

const readDecided = (db: Database, scope: WorkspaceScope, hashes: readonly string[]): Promise<readonly Decided[]> =>
  db.rows<Decided>(sql`/* lessons: what was decided against */
    select d.text_hash as "textHash", d.id as "conflictId", array[d.agent_a, d.agent_b] as agents, d.warned
    from ${decidedAgainst(scope, hashes)} as d
    order by d.text_hash, d.warned`)

type ReportedCause = {
  readonly lessonType: LessonType
  readonly warned: string
  readonly cause: string
}

/** The lessons that these causes have told an agent by themselves: in force or, if there is none, the last. By place in `asked`. */
const readArisen = async (
  db: Database,
  scope: WorkspaceScope,
  { asked, targets }: Pick<ContradictionsRequest, 'targets'> & { readonly asked: readonly ReportedCause[] },
): Promise<ReadonlyMap<number, KnownLesson>> => {
  if (asked.length === 0) return new Map()
  const rows = await db.rows<KnownLesson & { readonly place: number }>(sql`/* lessons: those of causes */
    select distinct on (a.place) a.place::int - 1 as place, ${lessonColumns(targets)}
    from unnest(${asked.map(({ lessonType }) => lessonType)}::text[], ${asked.map(({ warned }) => warned)}::text[],
                ${asked.map(({ cause }) => cause)}::text[]) with ordinality as a (lesson_type, warned, cause, place)
    join ${lessonsArisen(scope)} as l on l.lesson_type = a.lesson_type and l.agent_id = a.warned and l.cause = a.cause
    order by a.place, l.status = 'active' desc, l.created_at desc, l.id`)
  return new Map(rows.map(({ place, ...lesson }) => [place, lesson]))
}
