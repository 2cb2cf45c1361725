import { slices } from '../concurrency/slices.js'
import type { Network } from '../domain/memory/events.js'
import type { Readers } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'

/** A memory that may say the same as a new text, or the contrary. */
export type Claim = {
  readonly content: string
  readonly sameText: boolean
  readonly readers: Readers
  /** Of an active memory with another text. */
  readonly memory?: Stated
}

type Stated = {
  readonly version: number
  readonly speaker: string | null
  readonly network: Network
}

/** How many are read by one statement. */
const MEMORIES_AT_ONCE = 512

type ContentRow = ReaderColumns & Stated & { readonly id: string; readonly content: string; readonly active: boolean }

/** One look-up in the primary key per id, regardless of the planner's statistics. */
export const contentsOf = async (db: Database, memories: Sql, ids: readonly string[]) => {
  const contents = new Map<string, Omit<Claim, 'sameText'>>()
  for (const some of slices(ids, MEMORIES_AT_ONCE)) {
    const rows = await db.rows<ContentRow>(sql`
      select m.id, m.version, m.network, t.speaker, m.status = 'active' as active, t.content, m.workspace_id, m.agent_id, m.visibility, m.granted_to
      from (
        select m.*
        from unnest(${some}::text[]::uuid[]) as wanted (id)
        cross join lateral (select * from ${memories} as m where m.id = wanted.id offset 0) as m
      ) as m
      join memory_text t using (user_id, id)`)
    for (const { id, content, active, version, speaker, network, ...readers } of rows) {
      const memory = active ? { memory: { version, speaker, network } } : {}
      contents.set(id, { content, readers: readersOfRow(readers), ...memory })
    }
  }
  return contents
}
