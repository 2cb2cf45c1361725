import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import type { FoundMemory } from './answer.js'
import { stage } from './context.js'
import { outward } from './score.js'

type Row = Omit<FoundMemory, 'similarity' | 'score'>

/** Reads what the best matches say, best first. One that has gone since it was ranked is left out. */
export const readFound = (db: Database) =>
  stage('read', async (search) => {
    const best = search.matches.slice(0, search.request.limit)
    if (best.length === 0) return search
    const rows = await db.rows<Row>(sql`
      select m.*
      from unnest(${best.map(({ id }) => id)}::text[]::uuid[]) as best (id)
      cross join lateral (
        select id, content, importance, source_site, created_at, observed_at, namespace, agent_id, version, metadata
        from ${search.sight.memories} as m
        where m.id = best.id
        offset 0
      ) as m`)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const memories = best.flatMap(({ id, cosine, score }) => {
      const row = byId.get(id)
      return row ? [found(row, cosine, outward(score))] : []
    })
    return { ...search, memories }
  })

const found = (row: Row, similarity: number, score: number): FoundMemory => ({
  id: row.id,
  content: row.content,
  similarity,
  score,
  importance: row.importance,
  source_site: row.source_site,
  created_at: row.created_at,
  observed_at: row.observed_at,
  namespace: row.namespace,
  agent_id: row.agent_id,
  version: row.version,
  metadata: row.metadata,
})
