import type { Network } from '../domain/memory/events.js'
import type { Readers, Scope, WorkspaceScope } from '../domain/scope.js'
import type { Language } from '../indexing/stop-words.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { type ReaderColumns, readersOfRow } from './memory-state.js'
import { saidAt } from './visible-evidence.js'
import { isNoComposite, visibleTo, visibleToAll } from './visible-memories.js'
import { changedSince } from './visible-trail.js'

export type ClaimingRow = ReaderColumns & {
  readonly memoryId: string
  readonly version: number
  readonly network: Network
  readonly observedOn: string | null
  readonly at: string
  readonly content: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
}

/** A memory that says something of an attribute of a subject. */
export type ClaimingMemory = Omit<ClaimingRow, keyof ReaderColumns> & { readonly readers: Readers }

type Wanted = {
  /** What is said of a subject: of an attribute, or of any that has this value. */
  readonly asked: readonly {
    readonly subject: string
    readonly attribute?: string | undefined
    readonly value?: string | undefined
  }[]
  /** Of each, the newest. */
  readonly most: number
  /** Only what was told before this place in the log, in the words of then, and was not restored after this instant (ISO 8601). */
  readonly before?: { readonly ordinal: number; readonly at: string }
}

/** Behind all attributes in their order: so that one of them and any of them are looked up by the same index. */
const LAST_ATTRIBUTE = 'zzz'

/** The visible active memories that say something of these subjects and attributes, the oldest first. */
export const claimingMemories = async (
  db: Database,
  scope: Scope,
  { asked, most, before }: Wanted,
): Promise<readonly ClaimingMemory[]> => {
  const rows = await db.rows<ClaimingRow>(sql`
    select ${claimingColumns(sql`m`)}
    from (
      select distinct on (m.id) m.*
      from unnest(
        ${asked.map(({ subject }) => subject)}::text[],
        ${asked.map(({ attribute }) => attribute ?? '')}::text[],
        ${asked.map(({ attribute }) => attribute ?? LAST_ATTRIBUTE)}::text[],
        ${asked.map(({ value }) => value ?? null)}::text[]
      ) as asked (subject, first_attribute, last_attribute, value)
      cross join lateral (
        select m.*, t.content, t.speaker, t.language
        from ${visibleTo(scope)} as m
        join memory_claim c using (user_id, id)
        join memory_text t using (user_id, id)
        where c.subject = asked.subject
          and c.attribute between asked.first_attribute and asked.last_attribute
          and (asked.value is null or c.value = asked.value)
          and ${before === undefined ? sql`true` : standingBefore(before)}
        order by m.created_at desc, m.ordinal desc, m.id
        limit ${whole(most)}
      ) as m
      order by m.id
    ) as m
    order by m.created_at, m.ordinal, m.id`)
  return rows.map(claimingIn)
}

type WantedNear = {
  /** What they are near to. */
  readonly ids: readonly string[]
  /** Whoever reads these. */
  readonly readers: Readers
  /** The least cosine. */
  readonly cosine: number
  readonly before: NonNullable<Wanted['before']>
}

/** Of one memory, the nearest. */
const NEAREST = 8

/** The active memories of other agents that say nearly the same as these (`of`), of what all of these readers may read, too. */
export const nearOfOthers = async (
  db: Database,
  scope: WorkspaceScope,
  { ids, readers, cosine, before }: WantedNear,
): Promise<readonly (ClaimingMemory & { readonly of: string })[]> => {
  const rows = await db.rows<ClaimingRow & { readonly of: string }>(sql`
    with held as materialized (
      select m.*, t.content, t.speaker, t.language, t.embedding
      from ${visibleToAll(scope, readers, ['active'])} as m
      join memory_text t using (user_id, id)
      where ${isNoComposite}
        and m.agent_id <> ${scope.agentId}
        and ${standingBefore(before)}
    )
    select w.id as "of", ${claimingColumns(sql`m`)}
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
  return rows.map(claimingIn)
}

/** Of a visible memory `m` with its text. */
export const claimingColumns = (
  text: Sql,
): Sql => sql`m.id as "memoryId", m.version, m.network, m.workspace_id, m.agent_id, m.visibility,
           m.granted_to, m.occurred_on::text as "observedOn", m.created_at as at, ${text}.content, ${text}.speaker, m.role, ${text}.language`

/** As it is read, with its readers. */
export const claimingIn = <Row extends ClaimingRow>({
  workspace_id,
  agent_id,
  visibility,
  granted_to,
  ...memory
}: Row) => ({ ...memory, readers: readersOfRow({ workspace_id, agent_id, visibility, granted_to }) })

const standingBefore = ({
  ordinal,
  at,
}: NonNullable<Wanted['before']>) => sql`${saidAt} < ${String(ordinal)}::text::bigint
          and not exists (select from ${changedSince(sql`m`, at)} as v)`
