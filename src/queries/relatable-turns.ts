import pgvector from 'pgvector'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { linksFrom, mentionsIn } from './visible-links.js'
import { visibleTo } from './visible-memories.js'
import { trailVisibleTo } from './visible-trail.js'

type Row = {
  readonly memoryId: string
  readonly subject: string | null
  readonly keywords: string
  readonly importance: number
  readonly dates: readonly { readonly text: string; readonly from: string; readonly to: string }[] | null
  readonly steering: boolean
  /** as pgvector prints it */
  readonly vector: string | null
}

type Mention = {
  readonly id: string
  readonly name: string
  readonly type: 'person' | 'organization' | 'place' | 'project' | 'tool' | 'concept' | 'event'
}

type Link = {
  readonly from: string
  readonly to: string
  readonly kind: 'similar' | 'same_entity' | 'contradicts' | 'supersedes' | 'evidence'
  readonly similarity: number | null
}

/**
 * Of these memories, taken over as they were said, those in force that the caller sees: what they name, when and how weighty
 * they are, their vectors, and the links that lead from them.
 */
export const relatableTurns = async (db: Database, scope: Scope, ids: readonly string[]) => {
  if (ids.length === 0) return []
  const turns = sql`(
    select *
    from ${visibleTo(scope)} as m
    where id = any(${ids}::text[]::uuid[])
  )`
  const rows = await db.rows<Row>(sql`
    select m.id as "memoryId", m.subject, t.keywords, m.importance, t.metadata -> 'dates' as dates, t.embedding::text as vector,
           exists (
             select from ${trailVisibleTo(scope)} as v
             where v.id = m.id
               and v.version = 1
               and v.reason = 'steering_suspected'
           ) as steering
    from ${turns} as m
    join memory_text t using (user_id, id)`)
  const mentions = await db.rows<Mention>(sql`
    select e.id, e.name, e.type
    from ${mentionsIn(turns, sql`true`)} as e
    order by e.name`)
  const links = await db.rows<Link>(sql`
    select from_id as "from", to_id as "to", kind, similarity
    from ${linksFrom(scope.userId, ids)} as l
    order by from_id, to_id, kind`)
  const named = grouped(mentions, ({ id }) => id)
  const leading = grouped(links, ({ from }) => from)
  return rows.map(({ dates, vector, ...turn }) => ({
    ...turn,
    dates: dates ?? [],
    vector: vector === null ? null : Float32Array.from(pgvector.fromSql(vector)),
    entities: (named.get(turn.memoryId) ?? []).map(({ name, type }) => ({ name, type })),
    links: leading.get(turn.memoryId) ?? [],
  }))
}

const grouped = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}
