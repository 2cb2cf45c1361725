import type { ContradictionLessons, LessonCause, LessonsKnown } from '../domain/lesson/decisions.js'
import type { KnownLesson, Lesson } from '../domain/lesson/events.js'
import type { Scope, WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { textHash } from '../text/text-hash.js'
import { decidedAgainst, haveContradicted, waitingBecauseOf } from './visible-conflicts.js'
import { lessonArisen, lessonsOf, oldestBehind, sourcesOf } from './visible-lessons.js'
import { visibleTo } from './visible-memories.js'

type CauseWanted = {
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
  { cause, among, most }: CauseWanted,
): Promise<LessonsKnown> => {
  const [row] = await db.rows<LessonsKnown>(sql`
    select array(select id from ${oldestBehind(scope.userId, most - 1)} as o) as expiring,
           coalesce((select to_json(l) from (
              select ${lessonColumns(among)}
              from ${lessonsOf(scope)} as l
              where lesson_type = ${cause.lessonType}
                and ${hasCause(cause)}
              order by status = 'active' desc, created_at desc, id
              limit 1
            ) as l), '{"status": "unknown"}') as same`)
  return row ?? { same: { status: 'unknown' }, expiring: [] }
}

/** A lesson of a scope; unknown to all others. */
export const lessonState = async (db: Database, scope: Scope, id: string): Promise<Lesson> => {
  const [row] = await db.rows<KnownLesson>(sql`
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
  const rows = await db.rows<{ id: string }>(sql`
    select m.id::text as id
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  const seen = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => seen.has(id))
}

type ContradictionsWanted = {
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
  { others, targets, hashes, mostLessons, ...wanted }: ContradictionsWanted,
): Promise<ContradictionLessons & { readonly waiting: readonly WaitingMemory[] }> => {
  const room = Math.min(wanted.room, mostLessons)
  const [waiting, [known]] = await Promise.all([
    waitingOf(db, scope, targets),
    db.rows<Omit<ContradictionLessons, 'room'>>(sql`
    select (
             select coalesce(jsonb_agg(to_jsonb(b)), '[]')
             from (${betweenThem(scope, { others, targets })}) as b
           ) as between,
           (
             select coalesce(jsonb_agg(to_jsonb(d)), '[]')
             from (${decidedOf(scope, { hashes, targets })}) as d
           ) as decided,
           array(select id from ${oldestBehind(scope.userId, mostLessons - room)} as o) as oldest`),
  ])
  return { between: [], decided: [], oldest: [], ...known, room, waiting }
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
  db.rows<WaitingMemory>(sql`
    select m.id as "memoryId", m.version, t.content, t.speaker, c.conflict_id as "conflictId", c.existing_id as "existingId", c.existing_version as "existingVersion",
           case when m.claim_type is not null then m.subject end as subject
    from ${visibleTo({ ...scope, agentScope: 'self' }, ['needs_clarification'])} as m
    join memory_text t using (user_id, id)
    join ${waitingBecauseOf(scope, targets)} as c on c.new_id = m.id
    order by m.created_at, m.ordinal, m.id`)

type Of = Pick<ContradictionsWanted, 'targets'>

const betweenThem = (scope: WorkspaceScope, { others, targets }: Of & Pick<ContradictionsWanted, 'others'>): Sql => sql`
               select w.warned, w.other, ${lessonOf(scope, { lessonType: 'contradiction_pattern', cause: sql`w.other`, targets })} as same
               from unnest(${others}::text[]) as o (agent)
               cross join lateral (values (${scope.agentId}::text, o.agent), (o.agent, ${scope.agentId}::text)) as w (warned, other)
               where ${haveContradicted(scope, sql`o.agent`)}
               order by o.agent, w.warned`

const decidedOf = (scope: WorkspaceScope, { hashes, targets }: Of & Pick<ContradictionsWanted, 'hashes'>): Sql => sql`
               select w.text_hash as "textHash", w.id as "conflictId", jsonb_build_array(w.agent_a, w.agent_b) as agents, w.warned,
                      ${lessonOf(scope, { lessonType: 'consensus_violation', cause: sql`w.id::text`, targets })} as same
               from ${decidedAgainst(scope, hashes)} as w
               order by w.text_hash, w.warned`

type Arisen = Of & { readonly lessonType: Parameters<typeof lessonArisen>[1]['lessonType']; readonly cause: Sql }

const lessonOf = (scope: WorkspaceScope, { lessonType, cause, targets }: Arisen): Sql => sql`coalesce((
                 select to_jsonb(s)
                 from (
                   select ${lessonColumns(targets)}
                   from ${lessonArisen(scope, { lessonType, cause, warned: sql`w.warned` })} as l
                 ) as s), '{"status": "unknown"}')`
