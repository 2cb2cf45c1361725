import pgvector from 'pgvector'
import { vectorText } from '../domain/embedding.js'
import type { KnownMemory, Memory, Named } from '../domain/memory/state.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { readersOf } from './readable-by.js'
import { type Status, visibleTo } from './visible-memories.js'

/** Which memories: those to which all that is given applies. */
export type Narrowed = {
  readonly sourceSite?: string
  readonly sessionId?: string
  readonly episodeId?: string
  /** Include deleted and superseded memories: their words can still be erased. */
  readonly inactive?: boolean
}

const EXISTING = ['active', 'needs_clarification'] as const
/** Whatever has words. */
const KNOWN = [...EXISTING, 'superseded', 'deleted'] as const

export const narrowed = (scope: Scope, { sourceSite, sessionId, episodeId, inactive = false }: Narrowed): Sql => sql`(
      select m.*
      from ${visibleTo(scope, inactive ? KNOWN : EXISTING)} as m
      where ${sourceSite === undefined ? sql`true` : sql`m.source_site = ${sourceSite}`}
        and ${sessionId === undefined ? sql`true` : sql`m.session_id = ${sessionId}`}
        and ${episodeId === undefined ? sql`true` : sql`m.episode_id = ${episodeId}`}
    )`

/**
 * The visible memories of a source, a session or an episode (all given conditions apply), in the order of the
 * conversation.
 */
export const memoriesOf = (
  db: Database,
  scope: Scope,
  { most, ...wanted }: Narrowed & { readonly most: number },
): Promise<readonly { readonly memoryId: string; readonly version: number }[]> =>
  db.rows(sql`
    select m.id as "memoryId", m.version
    from ${narrowed(scope, wanted)} as m
    order by m.session, m.ordinal, m.id
    limit ${whole(most)}`)

type Row = Pick<KnownMemory, 'version' | 'episodeId' | 'readers' | 'character'> & {
  readonly status: Status
  readonly occurred_on: string | null
  readonly observed_at: string
  /** as pgvector prints it */
  readonly vector: string | null
}

/** The state for a decision about one memory; unknown if the caller cannot see it. */
export const memoryState = async (db: Database, scope: Scope, id: string): Promise<Memory> => {
  const [row] = await db.rows<Row>(stateOf(scope, id))
  if (row === undefined) return { status: 'unknown' }
  const { status, version, episodeId, readers, character, vector } = row
  return {
    status: status === 'active' || status === 'needs_clarification' ? status : 'inactive',
    memoryId: id,
    version,
    episodeId,
    observedOn: row.occurred_on ?? row.observed_at,
    readers,
    character,
    names: await db.rows<Named>(namesOf(scope, id)),
    vector: vectorIn(vector),
  }
}

/** As in events; pgvector prints it otherwise. */
export const vectorIn = (vector: string | null): string | null =>
  vector === null ? null : vectorText(Float32Array.from(pgvector.fromSql(vector)))

export const known = (scope: Scope): Sql => visibleTo(scope, KNOWN)

const stateOf = (scope: Scope, id: string): Sql => sql`
    select m.status, m.version, m.episode_id as "episodeId", m.occurred_on::text, m.observed_at,
           ${readersOf(sql`m`)} as readers, ${characterOf} as character, w.embedding as vector
    from ${known(scope)} as m
    join memory_wording w using (user_id, id)
    where m.id = ${id}
    order by w.version desc
    limit 1`

/** The character that a wording `w` of a memory states. */
export const characterOf: Sql = sql`jsonb_build_object(
             'memoryType', w.memory_type, 'network', w.network, 'language', w.language, 'importance', w.importance,
             'trust', w.trust_score, 'claimType', w.fact -> 'claimType', 'evidence', coalesce(w.fact -> 'evidence', '[]'),
             'said', jsonb_build_object(
               'content', w.content, 'speaker', w.speaker, 'subject', w.subject, 'keywords', w.keywords,
               'opinionConfidence', w.opinion_confidence, 'observationSubject', w.observation_subject,
               'headline', coalesce(w.fact ->> 'headline', ''), 'overview', coalesce(w.fact ->> 'overview', ''),
               'claim', w.fact -> 'claim', 'valid', w.fact -> 'valid',
               'relations', coalesce(w.fact -> 'relations', '[]'), 'metadata', w.metadata)
               || case when w.key is null then '{}' else jsonb_build_object('key', w.key) end)`

const namesOf = (scope: Scope, id: string): Sql => sql`
    select e.name, e.type
    from ${known(scope)} as m
    join memory_entity e using (user_id, id)
    where m.id = ${id}
    order by e.name`
