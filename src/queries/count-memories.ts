import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { countOf, visibleTo } from './visible-memories.js'

/** The number of a user's active memories, regardless of their readers. */
export const countActive = async (db: Database, userId: string): Promise<number> => {
  const [row] = await db.rows<{ memories: bigint }>(sql`select ${countOf(sql`${userId}`)} as memories`)
  return Number(row?.memories ?? 0n)
}

export type Statistics = {
  readonly count: number
  readonly avgImportance: number
  readonly sourceDistribution: Readonly<Record<string, number>>
}

/**
 * The number of memories in scope, their average importance (0 when there are none), and their sources. Importance is
 * summed as decimals: a sum of floats would depend on the order of rows, and so on hidden rows.
 */
export const countMemories = async (db: Database, scope: Scope): Promise<Statistics> => {
  const sources = await db.rows<{ source_site: string; memories: bigint; importance: number }>(sql`
    select source_site, count(*) as memories, sum(importance::numeric)::float8 as importance
    from ${visibleTo(scope)} as m
    group by source_site
    order by source_site`)
  const count = sources.reduce((sum, { memories }) => sum + Number(memories), 0)
  const importance = sources.reduce((sum, source) => sum + source.importance, 0)
  return {
    count,
    avgImportance: count === 0 ? 0 : importance / count,
    sourceDistribution: Object.fromEntries(sources.map(({ source_site, memories }) => [source_site, Number(memories)])),
  }
}
