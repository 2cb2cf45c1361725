import type { Network } from '../domain/memory/events.js'
import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'
import { saidAt } from './visible-evidence.js'
import { readByModel } from './visible-extraction.js'
import { standingFor } from './visible-links.js'
import { visibleTo } from './visible-memories.js'

type Row = ReaderColumns & {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  readonly network: Network
  readonly subject: string | null
  readonly attribute: string | null
  readonly value: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly day: string | null
  readonly at: string
  readonly ordinal: number
  readonly derived: boolean
}

type CandidateMemory = Omit<Row, keyof ReaderColumns | 'at' | 'ordinal'> & {
  readonly readers: Readers
  /** When it, or the last of what it rests on, was said: the instant, and the place in the log. */
  readonly told: Pick<Row, 'at' | 'ordinal'>
}

/**
 * Of these memories, those in force that the caller sees, with the property that a model found in each. What a fact rests on
 * is left out: the fact stands for it, and so does what took the place of the fact. So are turns that a model reads or has
 * read: their facts change, and what was said stays.
 */
export const candidateMemories = async (
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly CandidateMemory[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<Row>(sql`
    select m.id as "memoryId", m.version, m.network, t.content, m.workspace_id, m.agent_id, m.visibility, m.granted_to,
           case when m.claim_type is not null then m.subject end as subject, t.attribute, t.value, m.valid_from::text as "validFrom",
           m.valid_to::text as "validTo", m.occurred_on::text as day,
           m.observed_at as at, (${saidAt})::float8 as ordinal, m.claim_type is not null as derived
    from unnest(${ids}::text[]::uuid[]) with ordinality as wanted (id, place)
    join ${visibleTo(scope)} as m using (id)
    join memory_text t using (user_id, id)
    where m.memory_type <> 'composite'
      and not exists (select from ${standingFor(scope)} as f where f.evidence_id = m.id)
      and not (m.claim_type is null and ${readByModel})
    order by wanted.place`)
  return rows.map(({ workspace_id, agent_id, visibility, granted_to, at, ordinal, ...memory }) => ({
    ...memory,
    told: { at, ordinal },
    readers: readersOfRow({ workspace_id, agent_id, visibility, granted_to }),
  }))
}
