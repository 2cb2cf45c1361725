import type { Readers, Scope } from '../domain/scope.js'
import type { Language } from '../indexing/stop-words.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'
import { visibleTo } from './visible-memories.js'

/** A memory that says something of an attribute of a subject. */
type ClaimingMemory = {
  readonly memoryId: string
  readonly version: number
  readonly readers: Readers
  readonly observedOn: string | null
  readonly createdAt: string
  /** Without the speaker's label. */
  readonly text: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
}

type Row = Omit<ClaimingMemory, 'readers' | 'text'> & ReaderColumns & { readonly content: string }

/** The most memories read of one attribute of one subject, the newest first: there are more where nothing is ever closed. */
const MOST = 50

/** The visible active memories that say something of these subjects and attributes. */
export const claimingMemories = async (
  db: Database,
  scope: Scope,
  asked: readonly { readonly subject: string; readonly attribute: string }[],
): Promise<readonly ClaimingMemory[]> => {
  const rows = await db.rows<Row>(sql`
    select distinct on (m.id) m.*
    from unnest(${asked.map(({ subject }) => subject)}::text[], ${asked.map(({ attribute }) => attribute)}::text[])
      as asked (subject, attribute)
    cross join lateral (
      select m.id as "memoryId", m.id, m.version, m.workspace_id, m.agent_id, m.visibility, m.granted_to,
             m.occurred_on::text as "observedOn", m.created_at as "createdAt", m.role, t.content, t.speaker, t.language
      from ${visibleTo(scope)} as m
      join memory_claim c using (user_id, id)
      join memory_text t using (user_id, id)
      where c.subject = asked.subject
        and c.attribute = asked.attribute
      order by m.created_at desc, m.ordinal desc, m.id
      limit ${whole(MOST)}
    ) as m
    order by m.id`)
  return rows.map(({ content, workspace_id, agent_id, visibility, granted_to, ...row }) => ({
    ...row,
    readers: readersOfRow({ workspace_id, agent_id, visibility, granted_to }),
    text:
      row.speaker !== null && content.startsWith(`${row.speaker}: `) ? content.slice(row.speaker.length + 2) : content,
  }))
}
