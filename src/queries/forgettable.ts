import { ownText } from '../domain/memory/events.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { readersOf } from './readable-by.js'
import { isNoComposite, visibleToAll } from './visible-memories.js'

/** So many memories may be meant by a request to forget; of more it is not certain which. */
const MOST = 20

type Asked = { readonly ids: readonly string[]; readonly words: readonly string[]; readonly readers: Readers }
type Row = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly speaker: string | null
  readonly readers: Readers
}

/**
 * What the writer has said that is in force, as it was said: the memories with these ids, and the newest that hold all of the
 * words. Such a request is rare, so all words of the writer are looked through.
 */
export const forgettable = async (db: Database, scope: Scope, { ids, words, readers }: Asked) => {
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const rows = await db.rows<Row>(sql`
    select m.id as "memoryId", m.version, t.content, t.speaker, ${readersOf(sql`m`)} as readers
    from ${visibleToAll(scope, readers, ['active'])} as m
    join memory_text t using (user_id, id)
    where ${isNoComposite}
      and m.claim_type is null
      and m.agent_id is not distinct from ${readers.agentId}
      and (m.id = any(${ids}::text[]::uuid[])
           or cardinality(${patterns}::text[]) > 0 and t.content ilike all(${patterns}::text[]))
    order by m.ordinal desc
    limit ${whole(MOST)}`)
  return rows.map(({ content, ...memory }) => ({ ...memory, text: ownText({ content, speaker: memory.speaker }) }))
}
