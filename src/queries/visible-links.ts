import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { isNoComposite, visibleRows, visibleTo } from './visible-memories.js'
import { toldByOther } from './visible-tellings.js'

/** The boundary for what stands between memories: how they are linked, what they name, and what rests on what. */

const FOUND_BY_GET = ['active', 'needs_clarification'] as const

/** How a memory is linked with another one. */
type Link = {
  readonly memory_id: string
  readonly kind: string
  readonly similarity: number | null
  readonly direction: 'in' | 'out'
}

/**
 * How a visible memory is linked with others that the caller sees: first what it contests, then what it rests on and what rests on
 * it, then what is like it, the nearest first; of each kind no more than `most` are read. That it took the place of another is shown while
 * that is so, and the other one with it. What rests on what is told by the words in force, whatever a link said of earlier ones.
 */
export const linksVisibleTo = async (db: Database, scope: Scope, of: Linked): Promise<readonly Link[]> => {
  const [links, evidence] = await Promise.all([
    db.rows<Link>(linkedWith(scope, of)),
    db.rows<Link>(restingWith(scope, of)),
  ])
  const isBefore = ({ kind }: Link) => BEFORE_EVIDENCE.includes(kind)
  return [...links.filter(isBefore), ...evidence, ...links.filter((link) => !isBefore(link))]
}

/** A visible memory, the wording that it has, and how many links are read. */
type Linked = { readonly id: string; readonly wordsOf: number; readonly most: number }

const linkedWith = (scope: Scope, { id, most }: Linked): Sql => sql`
    /* links: with other memories */
    select other.id as memory_id, l.kind, l.similarity, l.direction
    from (
      select to_id as id, kind, similarity, 'out' as direction
      from memory_link
      where user_id = ${scope.userId}
        and from_id = ${id}
      union all
      select from_id, kind, similarity, 'in'
      from memory_link
      where user_id = ${scope.userId}
        and to_id = ${id}
    ) as l
    join ${visibleRows(scope, [...FOUND_BY_GET, 'superseded'])} as other on other.id = l.id
    where l.kind <> 'evidence'
      and (other.status = 'superseded') = (l.kind = 'supersedes')
    order by array_position(${BEFORE_EVIDENCE}::text[], l.kind), l.similarity desc nulls last, other.id, l.direction
    limit ${whole(most)}`

const restingWith = (scope: Scope, { id, wordsOf, most }: Linked): Sql => sql`
    /* links: what the memory rests on, and what rests on it */
    select other.id as memory_id, 'evidence' as kind, null::float8 as similarity, e.direction
    from (
      select distinct evidence_id as id, 'out' as direction, null::int as words_of
      from memory_basis
      where user_id = ${scope.userId}
        and id = ${id}
        and words_of = ${wordsOf}
      union all
      select distinct id, 'in', words_of
      from memory_basis
      where user_id = ${scope.userId}
        and evidence_id = ${id}
    ) as e
    join ${visibleRows(scope, FOUND_BY_GET)} as other on other.id = e.id
    where other.words_of = coalesce(e.words_of, other.words_of)
    order by other.id, e.direction
    limit ${whole(most)}`

/** The kinds of links that are told first, in this order. */
const BEFORE_EVIDENCE: readonly string[] = ['contradicts', 'supersedes']

/** Two memories that contradict each other. */
export type Contradiction = { readonly id: string; readonly otherId: string }

/** What these memories were linked with as contradicting them, whoever may read it. Not for answers. */
export const contradictionsOf = (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly Contradiction[]> =>
  db.rows(sql`
    /* links: what contradicts memories */
    select from_id as id, to_id as "otherId"
    from memory_link
    where user_id = ${userId}
      and from_id = any(${ids}::text[]::uuid[])
      and kind = 'contradicts'
    union
    select to_id, from_id
    from memory_link
    where user_id = ${userId}
      and to_id = any(${ids}::text[]::uuid[])
      and kind = 'contradicts'`)

/** The entities that these visible memories name: a row for each memory and spelling. */
export const mentionsIn = (visible: Sql, folded: Sql): Sql => sql`(
  select e.id, e.name, e.type, e.folded, m.created_at, m.ordinal
  from ${visible} as m
  join memory_entity e using (user_id, id)
  where ${folded}
)`

/** The newest of the memories that the caller sees. */
export const newestVisibleTo = (scope: Scope, most: number): Sql => sql`(
  select user_id, id, created_at, ordinal
  from ${visibleTo(scope)} as m
  order by created_at desc, ordinal, id
  limit ${whole(most)}
)`

/** What is in force, or waits, of a turn alone: memories made of it and facts on it. Ids and versions only. */
export const madeOfTurn = (userId: string, episodeId: Sql, turn: Sql): Sql => sql`(
  select m.id, m.version, m.status = 'needs_clarification' as is_waiting
  from memory m
  where m.user_id = ${userId}
    and m.episode_id = ${episodeId}
    and m.last_turn >= ${turn}
    and m.turn <= ${turn}
    and (m.claim_type is null or m.turn = m.last_turn)
    and m.status in ('active', 'needs_clarification')
    and ${isNoComposite}
    and not ${toldByOther({ episode: episodeId, turn })}
)`

/** The facts that the caller sees, in force or with another in their place, by what their words rest on. */
export const standingFor = (scope: Scope): Sql => sql`(
  select e.evidence_id, f.id
  from memory_basis e
  cross join lateral (
    select f.id
    from ${visibleTo(scope, ['active', 'superseded'])} as f
    where f.id = e.id
      and f.words_of = e.words_of
      and f.memory_type <> 'composite'
    offset 0
  ) as f
  where e.user_id = ${scope.userId}
)`

/** The ids of what has ever taken the place of a memory `m`, or contradicted it, whoever may read that. For decisions. */
export const linkedTo = (m: Sql, kind: 'supersedes' | 'contradicts'): Sql => sql`array(
             select l.from_id::text
             from memory_link l
             where l.user_id = ${m}.user_id
               and l.to_id = ${m}.id
               and l.kind = ${kind}
           )`
