import type { Network } from '../domain/memory/events.js'
import type { WorkspaceScope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'
import { saidAt } from './visible-evidence.js'
import { isNoComposite, visibleTo, visibleToAll } from './visible-memories.js'
import { changedSince } from './visible-trail.js'

type NearRow = ReaderColumns & {
  /** The memory that it is near to. */
  readonly of: string
  readonly memoryId: string
  readonly version: number
  readonly network: Network
  readonly content: string
  readonly speaker: string | null
}

type Request = {
  /** What they are near to. */
  readonly ids: readonly string[]
  /** Whoever reads these. */
  readonly readers: Parameters<typeof visibleToAll>[1]
  /** The least cosine. */
  readonly cosine: number
  /** Only what was told before this place in the log, in the words of then, and was not restored after this instant (ISO 8601). */
  readonly before: { readonly ordinal: number; readonly at: string }
}

/** Of one memory, the nearest. */
const NEAREST = 8

/** The active memories of other agents that say nearly the same as these (`of`), of what all of these readers may read, too. */
export const nearOfOthers = async (db: Database, scope: WorkspaceScope, { ids, readers, cosine, before }: Request) => {
  const rows = await db.rows<NearRow>(sql`
    with held as materialized (
      select m.*, t.content, t.speaker, t.embedding
      from ${visibleToAll(scope, readers, ['active'])} as m
      join memory_text t using (user_id, id)
      where ${isNoComposite}
        and m.agent_id <> ${scope.agentId}
        and ${saidAt} < ${String(before.ordinal)}::text::bigint
        and not exists (select from ${changedSince(sql`m`, before.at)} as v)
    )
    select w.id as "of", m.id as "memoryId", m.version, m.network, m.workspace_id, m.agent_id, m.visibility, m.granted_to,
           m.content, m.speaker
    from ${visibleTo(scope)} as w
    join memory_text wt using (user_id, id)
    cross join lateral (
      select held.*, case when vector_dims(held.embedding) = vector_dims(wt.embedding)
                          then 1 - (held.embedding <=> wt.embedding) end as cosine
      from held
      order by cosine desc nulls last, held.id
      limit ${whole(NEAREST)}
    ) as m
    where w.id = any(${ids}::text[]::uuid[])
      and m.cosine >= ${cosine}
    order by w.ordinal, w.id, m.created_at, m.ordinal, m.id`)
  return rows.map(({ workspace_id, agent_id, visibility, granted_to, ...memory }) => ({
    ...memory,
    readers: readersOfRow({ workspace_id, agent_id, visibility, granted_to }),
  }))
}
