import type { ContradictionLessons } from '../domain/lesson/decisions.js'
import type { WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { type LessonRow, lessonColumns, lessonIn } from './lesson-state.js'
import { decidedAgainst, haveContradicted, waitingBecauseOf } from './visible-conflicts.js'
import { lessonArisen, oldestBehind } from './visible-lessons.js'
import { visibleTo } from './visible-memories.js'

export type Wanted = {
  readonly others: readonly string[]
  /** Memories of these. */
  readonly targets: readonly string[]
  /** Of new texts. */
  readonly hashes: readonly string[]
  /** New lessons, if a user may have so many. */
  readonly room: number
  readonly mostLessons: number
}

type Row = { readonly warned: string; readonly same: LessonRow | null }
type Read = {
  readonly between: readonly (Row & { readonly other: string })[]
  readonly decided: readonly (Row & { text_hash: string; id: string; agent_a: string; agent_b: string })[]
  readonly oldest: readonly string[]
}

/** What an ingest has to know of earlier contradictions between agents: those with these agents, and those decided against these texts. */
export const earlierContradictions = async (
  db: Database,
  scope: WorkspaceScope,
  { others, targets, hashes, mostLessons, ...wanted }: Wanted,
): Promise<ContradictionLessons & { readonly waiting: readonly WaitingMemory[] }> => {
  const room = Math.min(wanted.room, mostLessons)
  const [waiting, [read]] = await Promise.all([
    waitingOf(db, scope, targets),
    db.rows<Read>(sql`
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
  const { between = [], decided = [], oldest = [] } = read ?? {}
  return {
    between: between.map(({ warned, other, same }) => ({ warned, other, same: lessonIn(same ?? undefined) })),
    decided: decided.map(({ warned, same, text_hash, id, agent_a, agent_b }) => ({
      ...{ warned, same: lessonIn(same ?? undefined), textHash: text_hash },
      ...{ conflictId: id, agents: [agent_a, agent_b] as const },
    })),
    ...{ room, oldest, waiting },
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
  db.rows<WaitingMemory>(sql`
    select m.id as "memoryId", m.version, t.content, t.speaker, c.conflict_id as "conflictId", c.existing_id as "existingId", c.existing_version as "existingVersion",
           case when m.claim_type is not null then m.subject end as subject
    from ${visibleTo({ ...scope, agentScope: 'self' }, ['needs_clarification'])} as m
    join memory_text t using (user_id, id)
    join ${waitingBecauseOf(scope, targets)} as c on c.new_id = m.id
    order by m.created_at, m.ordinal, m.id`)

type Of = Pick<Wanted, 'targets'>

const betweenThem = (scope: WorkspaceScope, { others, targets }: Of & Pick<Wanted, 'others'>): Sql => sql`
               select w.warned, w.other, ${lessonOf(scope, { lessonType: 'contradiction_pattern', cause: sql`w.other`, targets })} as same
               from unnest(${others}::text[]) as o (agent)
               cross join lateral (values (${scope.agentId}::text, o.agent), (o.agent, ${scope.agentId}::text)) as w (warned, other)
               where ${haveContradicted(scope, sql`o.agent`)}
               order by o.agent, w.warned`

const decidedOf = (scope: WorkspaceScope, { hashes, targets }: Of & Pick<Wanted, 'hashes'>): Sql => sql`
               select w.text_hash, w.id, w.agent_a, w.agent_b, w.warned,
                      ${lessonOf(scope, { lessonType: 'consensus_violation', cause: sql`w.id::text`, targets })} as same
               from ${decidedAgainst(scope, hashes)} as w
               order by w.text_hash, w.warned`

type Arisen = Of & { readonly lessonType: Parameters<typeof lessonArisen>[1]['lessonType']; readonly cause: Sql }

const lessonOf = (scope: WorkspaceScope, { lessonType, cause, targets }: Arisen): Sql => sql`(
                 select to_jsonb(s)
                 from (
                   select ${lessonColumns(targets)}
                   from ${lessonArisen(scope, { lessonType, cause, warned: sql`w.warned` })} as l
                 ) as s)`
