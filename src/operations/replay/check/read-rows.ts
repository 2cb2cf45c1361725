import type { StreamName } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import { identifier, type Sql, sql } from '../../../postgres/sql.js'
import { KEYS, type Range, type Row, TABLES, type Table } from '../fold/rows.js'

/** The tables that are compared, each kind apart. The first of each kind has a row for every id. */
export const KINDS = ['memory', 'episode', 'agent', 'conflict', 'lesson'].map((kind) =>
  TABLES.filter((table) => table === kind || table.startsWith(`${kind}_`)),
)

/** The rows of one user in a range of ids, and how far the user's streams have been applied to them. */
export type Page = {
  readonly revisions: ReadonlyMap<StreamName, bigint>
  readonly range: Range
  readonly rows: ReadonlyMap<Table, readonly Row[]>
}

type Asked = { readonly user: string; readonly after: string | undefined; readonly size: number }

/** One page of some tables and their position, from one snapshot. The first table sets the length of the page. */
export const readPage = (db: Database, tables: readonly Table[], { user, after, size }: Asked): Promise<Page> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`set transaction isolation level repeatable read, read only`)
    const banks = await tx.rows<{ stream: StreamName; revision: bigint }>(sql`
      select stream, revision
      from bank
      where user_id = ${user}`)
    const [first] = tables
    const isPaged = first !== undefined && first !== 'agent' // a user has few agents
    const [last] = isPaged
      ? await tx.rows<{ id: string }>(sql`
          select id
          from ${within(first, user, { after, last: undefined })}
          order by id
          limit 1 offset ${size - 1}`)
      : []
    const range = { after, last: last?.id }
    const rows = new Map<Table, readonly Row[]>()
    for (const table of tables)
      rows.set(table, await tx.rows<Row>(sql`select ${COLUMNS[table]} from ${within(table, user, range)}`))
    return { revisions: new Map(banks.map(({ stream, revision }) => [stream, revision])), range, rows }
  })

const within = (table: Table, user: string, { after, last }: Range): Sql => {
  const id = identifier(KEYS[table][0])
  return sql`
    ${identifier(table)}
    where user_id = ${user}
      and ${after === undefined ? sql`true` : sql`${id} > ${after}::uuid`}
      and ${last === undefined ? sql`true` : sql`${id} <= ${last}::uuid`}`
}

/** Every column that follows from events alone, without text analysis. */
const COLUMNS: Readonly<Record<Table, Sql>> = {
  memory: sql`
    id, workspace_id, agent_id, visibility, granted_to, status, version, session, ordinal, subject, key, memory_type,
    network, source_site, namespace, session_id, episode_id, importance, trust_score, created_at, observed_at,
    occurred_on, expired_at, deleted_at, role, turn, last_turn, claim_type, valid_from, valid_to, superseded_by, words_of`,
  memory_text: sql`
    id, content, speaker, keywords, metadata, named_days, opinion_confidence, observation_subject, language, summary,
    overview, valid_words`,
  memory_access: sql`id, access_count, last_accessed_at`,
  memory_version: sql`id, version, action, status, at, reason, actor_key, actor_agent, episode_id`,
  memory_wording: sql`
    id, version, content, subject, key, memory_type, metadata, named_days, language, importance, network, trust_score,
    opinion_confidence, fact, words_of, keywords, observation_subject`,
  memory_readers: sql`id, version, workspace_id, agent_id, visibility, granted_to, trust_score`,
  memory_evidence: sql`id, words_of, evidence_id, start_at, end_at`,
  memory_telling: sql`memory_id, episode_id, turn, first_turn, at, recorded_at, removed_at, is_first`,
  episode: sql`
    id, workspace_id, agent_id, visibility, granted_to, state, source_site, source_url, session_id, observed_at,
    metadata, recorded_at, counts, form, continues, awaits, request_hash, attempts, failed, fell_back, usage, outcomes,
    derived`,
  episode_turn: sql`episode_id, turn, at, role, name, content, key, replaces`,
  episode_transcript: sql`
    id, transcript, base, keys, message_ids, message_words, message_turns, state, recorded_at`,
  episode_extraction: sql`
    episode_id, window_no, memories, context, known, model, prompt, usage, dropped, facts`,
  episode_shown: sql`episode_id, memory_id, shown_at`,
  episode_paid: sql`episode_id, command_id, stage, model, prompt, calls, input_tokens, output_tokens, ms`,
  agent: sql`agent_id, trust_level, display_name, version`,
  agent_trust: sql`agent_id, version, trust_level, display_name, at, actor_key, actor_agent`,
  agent_author: sql`agent_id, last_at`,
  lesson: sql`
    id, workspace_id, agent_id, lesson_type, severity, reported, source_site, cause, status, created_at, ended_at,
    failure_count, pattern, wrong_example, right_example`,
  lesson_source: sql`lesson_id, memory_id, added_at, place`,
  conflict: sql`
    id, workspace_id, agent_a, agent_b, status, existing_id, new_id, existing_version, new_version, replaces,
    confidence, reason, suggested, created_at, expires_at, resolved_at, resolved_because`,
  conflict_user: sql`id`,
}
