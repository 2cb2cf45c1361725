import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readByAllReadersOf } from './readable-by.js'
import { isDerived, type Status, visibleTo } from './visible-memories.js'

/** The boundary for what is told of a memory by those that it rests on, and by what took their place. */

/** The stretches of others that the words of `m` rest on, which are `e`. */
const restsOn: Sql = sql`e.user_id = m.user_id
      and e.id = m.id
      and e.words_of = m.words_of`

/** Whether a fact that rests on `v` has taken the place of it: what it says stays the basis of its facts. */
const replacedByItsFact = (v: Sql): Sql => sql`(${v}.status = 'superseded' and exists (
    select from memory_basis f
    where f.user_id = ${v}.user_id
      and f.id = ${v}.superseded_by
      and f.evidence_id = ${v}.id))`

/** The place in the log of a memory `m`, or of the last of what a derived one rests on: when it was said. */
export const saidAt: Sql = sql`coalesce((
    select max(v.ordinal)
    from memory_basis e
    cross join lateral (
      select ordinal
      from memory
      where user_id = e.user_id
        and id = e.evidence_id
      offset 0
    ) as v
    where ${restsOn}
  ), m.ordinal)`

/** A stretch of the words of a memory, `evidenceId`, that the words of another rest on in one of its wordings. */
export type Stretch = {
  readonly id: string
  readonly wordsOf: number
  readonly evidenceId: string
  readonly start: number
  readonly end: number
}

/** The stretches that these memories rest on, and those of them that others rest on, whoever may read these. Not for answers. */
export const stretchesAround = (db: Database, userId: string, ids: readonly string[]): Promise<readonly Stretch[]> =>
  db.rows(sql`
    /* evidence: what memories rest on, and what rests on them */
    select id, words_of as "wordsOf", evidence_id as "evidenceId", start_at as start, end_at as end
    from memory_basis
    where user_id = ${userId}
      and id = any(${ids}::text[]::uuid[])
    union
    select id, words_of, evidence_id, start_at, end_at
    from memory_basis
    where user_id = ${userId}
      and evidence_id = any(${ids}::text[]::uuid[])`)

/** A memory that stands beside others, by what an answer about these looks at. */
export type Neighbour = {
  readonly id: string
  readonly isDerived: boolean
  readonly wordsOf: number
  readonly agentId: string | null
  readonly trustScore: number
  readonly observedAt: string
  readonly createdAt: string
  readonly ordinal: bigint
}

/** The columns of a neighbour `m`. */
export const neighbourColumns: Sql = sql`m.id, ${isDerived(sql`m`)} as "isDerived", m.words_of as "wordsOf", m.agent_id as "agentId",
           m.trust_score as "trustScore", m.observed_at as "observedAt", m.created_at as "createdAt", m.ordinal`

/** The same as it is now, with what became of it. */
export type NeighbourNow = Neighbour & {
  readonly status: Status
  readonly supersededBy: string | null
  /** Whether it stays the basis of its facts: one of them has taken its place. */
  readonly isReplacedByItsFact: boolean
}

/** Of these memories those that the caller sees, in force or replaced. */
export const visibleNeighbours = (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly NeighbourNow[]> =>
  db.rows(sql`
    /* memories: those that stand beside others */
    select ${neighbourColumns}, m.status, m.superseded_by as "supersededBy", ${replacedByItsFact(sql`m`)} as "isReplacedByItsFact"
    from ${visibleTo(scope, ['active', 'needs_clarification', 'superseded'])} as m
    where m.id = any(${ids}::text[]::uuid[])`)

type Fact = { readonly id: string; readonly wordsOf: number }

/**
 * Of these visible facts those that rest on something that is no longer active, or has been reworded since their words were set. Of
 * evidence whose readers are fewer than those of the fact nothing is told. A composite is withdrawn instead.
 */
export const factsOfChangedBasis = async (
  db: Database,
  userId: string,
  facts: readonly Fact[],
): Promise<ReadonlySet<string>> => {
  if (facts.length === 0) return new Set()
  const rows = await db.rows<{ readonly id: string }>(sql`
    /* evidence: facts whose basis has changed */
    select distinct m.id
    from memory m
    join unnest(${facts.map(({ id }) => id)}::text[]::uuid[], ${facts.map(({ wordsOf }) => wordsOf)}::int[]) as f (id, words_of) on f.id = m.id
    join memory_basis e on e.user_id = m.user_id and e.id = m.id and e.words_of = f.words_of
    join memory v on v.user_id = e.user_id and v.id = e.evidence_id
    where m.user_id = ${userId}
      and ${readByAllReadersOf(sql`v`, sql`m`)}
      and (v.status <> 'active' and not ${replacedByItsFact(sql`v`)} or v.words_of is distinct from (
        select w.words_of
        from memory_version s
        join memory_wording w on w.user_id = s.user_id and w.id = s.id and w.version = s.version
        where s.user_id = v.user_id
          and s.id = v.id
          and s.at <= (
            select made.at
            from memory_version made
            where made.user_id = m.user_id
              and made.id = m.id
              and made.version = f.words_of)
        order by s.version desc
        limit 1))`)
  return new Set(rows.map(({ id }) => id))
}

/** What took the place of these memories, and of that in turn, by what it replaced; as far as the caller sees what was replaced. */
export const replacedBy = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ readonly id: string; readonly by: string }>(sql`
    /* memories: what took their places, one after the other */
    with recursive replaced (id, by) as (
      select null::uuid, unnest(${ids}::text[]::uuid[])
      union
      select r.by, (
        select m.superseded_by
        from ${visibleTo(scope, ['superseded'])} as m
        where m.id = r.by)
      from replaced r
      where r.by is not null
    )
    select id, by
    from replaced
    where id is not null
      and by is not null`)
  return new Map(rows.map(({ id, by }) => [id, by]))
}
