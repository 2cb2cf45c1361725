import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../domain/canonical-json.js'
import type { StreamName } from '../../../event-store/event-store.js'
import type { Database } from '../../../postgres/database.js'
import { identifier, type Sql, sql } from '../../../postgres/sql.js'

/** A text as a mismatch shows it: its length and hash, computed as the database does. */
export const digestOf = (text: string | null): string | null =>
  text === null ? null : `${[...text].length} characters, md5 ${createHash('md5').update(text).digest('hex')}`

/** Any value as a mismatch shows it: texts are replaced by length and hash, independent of the order of keys. */
export const digestOfJson = (value: unknown): string | null => digestOf(canonicalJson(value) ?? null)

/** The tables that are compared, each kind apart. The first of each kind has a row for every id. */
export const MEMORY_TABLES = [
  'memory',
  'memory_text',
  'memory_access',
  'memory_version',
  'memory_wording',
  'memory_readers',
  'memory_evidence',
  'memory_telling',
] as const
export const EPISODE_TABLES = [
  'episode',
  'episode_turn',
  'episode_transcript',
  'episode_extraction',
  'episode_shown',
  'episode_paid',
] as const
export const CONFLICT_TABLES = ['conflict', 'conflict_user'] as const

/** A user has few agents: all of them are one page. */
export const AGENT_TABLES = ['agent', 'agent_trust', 'agent_author'] as const
export const LESSON_TABLES = ['lesson', 'lesson_source'] as const

export const TABLES = [
  ...MEMORY_TABLES,
  ...EPISODE_TABLES,
  ...AGENT_TABLES,
  ...CONFLICT_TABLES,
  ...LESSON_TABLES,
] as const
export type Table = (typeof TABLES)[number]

export type Row = Readonly<Record<string, unknown>>

/** The rows of one user in a range of ids, and how far the user's streams have been applied to them. */
export type Page = {
  readonly revisions: ReadonlyMap<StreamName, bigint>
  /** The last id of the range; undefined: no end. */
  readonly last: string | undefined
  readonly rows: ReadonlyMap<Table, readonly Row[]>
}

type Range = { readonly user: string; readonly after: string | undefined; readonly size: number }

/** One page of some tables and their position, from one snapshot. The first table sets the length of the page. */
export const readPage = (db: Database, tables: readonly Table[], range: Range): Promise<Page> =>
  db.transaction(async (tx) => {
    await tx.rows(sql`set transaction isolation level repeatable read, read only`)
    const { user } = range
    const banks = await tx.rows<{ stream: StreamName; revision: bigint }>(sql`
      select stream, revision
      from bank
      where user_id = ${user}`)
    const [first] = tables
    const last = first === undefined || first === 'agent' ? undefined : await lastOf(tx, first, range)
    const rows = new Map<Table, readonly Row[]>()
    for (const table of tables) rows.set(table, await tx.rows<Row>(SELECT[table](within(range, last))))
    return { revisions: new Map(banks.map(({ stream, revision }) => [stream, revision])), last, rows }
  })

const lastOf = async (tx: Database, table: Table, { user, after, size }: Range): Promise<string | undefined> => {
  const [row] = await tx.rows<{ id: string }>(sql`
    select id
    from ${identifier(table)}
    where ${within({ user, after }, undefined)}
    order by id
    limit 1 offset ${size - 1}`)
  return row?.id
}

const within = ({ user, after }: Pick<Range, 'user' | 'after'>, last: string | undefined): Sql => sql`user_id = ${user}
      and ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
      and ${last === undefined ? sql`true` : sql`id <= ${last}::uuid`}
      `

/** A text as a mismatch shows it: its length and hash. */
const digestIn = (text: Sql): Sql => sql`length(${text}) || ' characters, md5 ' || md5(convert_to(${text}, 'UTF8'))`

/** Every column that follows from events alone, without text analysis. */
const SELECT: Readonly<Record<Table, (range: Sql) => Sql>> = {
  memory: (range) => sql`
    select id, workspace_id, agent_id, visibility, granted_to, status, version, session, ordinal::float8 as ordinal,
           ${digestIn(sql`subject`)} as subject, ${digestIn(sql`key`)} as key, memory_type, network, source_site, namespace, session_id, episode_id,
           importance, trust_score, created_at, observed_at, occurred_on, expired_at, deleted_at,
           ${digestIn(sql`role`)} as role, turn, last_turn, claim_type, valid_from, valid_to, superseded_by, words_of
    from memory
    where ${range}`,
  memory_text: (range) => sql`
    select id, ${digestIn(sql`content`)} as content, ${digestIn(sql`speaker`)} as speaker,
           ${digestIn(sql`keywords`)} as keywords, metadata, named_days::text as named_days, opinion_confidence,
           ${digestIn(sql`observation_subject`)} as observation_subject, language, ${digestIn(sql`summary`)} as summary,
           ${digestIn(sql`overview`)} as overview, ${digestIn(sql`valid_words`)} as valid_words
    from memory_text
    where ${range}`,
  memory_access: (range) => sql`
    select id, access_count, last_accessed_at
    from memory_access
    where ${range}`,
  memory_version: (range) => sql`
    select id, version, action, status, at, reason, actor_key, actor_agent, episode_id
    from memory_version
    where ${range}`,
  memory_wording: (range) => sql`
    select id, version, ${digestIn(sql`content`)} as content, ${digestIn(sql`subject`)} as subject, ${digestIn(sql`key`)} as key,
           memory_type, metadata,
           named_days::text as named_days, language, importance, network, trust_score, opinion_confidence, fact, words_of,
           ${digestIn(sql`keywords`)} as keywords, ${digestIn(sql`observation_subject`)} as observation_subject
    from memory_wording
    where ${range}`,
  memory_readers: (range) => sql`
    select id, version, workspace_id, agent_id, visibility, granted_to, trust_score
    from memory_readers
    where ${range}`,
  memory_evidence: (range) => sql`
    select id, words_of, evidence_id, start_at, end_at
    from memory_evidence
    where ${range}`,
  memory_telling: (range) => sql`
    select id, episode_id, turn, first_turn, at, recorded_at, removed_at, is_first
    from (select *, memory_id as id from memory_telling) as t
    where ${range}`,
  episode: (range) => sql`
    select id, workspace_id, agent_id, visibility, granted_to, state, source_site, ${digestIn(sql`source_url`)} as source_url,
           session_id, observed_at, metadata, recorded_at, counts, form, continues, awaits, request_hash, attempts,
           failed, fell_back, usage, outcomes, derived
    from episode
    where ${range}`,
  episode_turn: (range) => sql`
    select id, turn, at, ${digestIn(sql`role`)} as role, ${digestIn(sql`name`)} as name, ${digestIn(sql`content`)} as content,
           ${digestIn(sql`key`)} as key, replaces
    from (select *, episode_id as id from episode_turn) as t
    where ${range}`,
  episode_transcript: (range) => sql`
    select id, ${hex(sql`transcript`)} as transcript, ${hex(sql`base`)} as base,
           ${hexes(sql`keys`)} as keys, ${hexes(sql`message_ids`)} as message_ids,
           ${hexes(sql`message_words`)} as message_words, message_turns, state, recorded_at
    from episode_transcript
    where ${range}`,
  episode_extraction: (range) => sql`
    select id, window_no, memories, context, known, model, prompt, usage, dropped, facts
    from (select *, episode_id as id from episode_extraction) as t
    where ${range}`,
  episode_shown: (range) => sql`
    select id, memory_id, shown_at
    from (select *, episode_id as id from episode_shown) as t
    where ${range}`,
  episode_paid: (range) => sql`
    select id, command_id, stage, model, prompt, calls, input_tokens::float8 as input_tokens,
           output_tokens::float8 as output_tokens, ms::float8 as ms
    from (select *, episode_id as id from episode_paid) as t
    where ${range}`,
  agent: (range) => sql`
    select agent_id as id, trust_level, ${digestIn(sql`display_name`)} as display_name, version
    from agent
    where ${range}`,
  agent_trust: (range) => sql`
    select agent_id as id, version, trust_level, ${digestIn(sql`display_name`)} as display_name, at, actor_key, actor_agent
    from agent_trust
    where ${range}`,
  agent_author: (range) => sql`
    select agent_id as id, last_at
    from agent_author
    where ${range}`,
  lesson: (range) => sql`
    select id, workspace_id, agent_id, lesson_type, severity, reported, source_site, cause, status,
           created_at, ended_at, failure_count, ${digestIn(sql`pattern`)} as pattern, ${digestIn(sql`wrong_example`)} as wrong_example,
           ${digestIn(sql`right_example`)} as right_example
    from lesson
    where ${range}`,
  lesson_source: (range) => sql`
    select id, memory_id, added_at, place
    from (select *, lesson_id as id from lesson_source) as t
    where ${range}`,
  conflict: (range) => sql`
    select id, workspace_id, agent_a, agent_b, status, existing_id, new_id, existing_version, new_version, replaces,
           confidence, reason, suggested, created_at, expires_at, resolved_at, resolved_because
    from conflict
    where ${range}`,
  conflict_user: (range) => sql`
    select id
    from conflict_user
    where ${range}`,
}

const hex = (name: Sql): Sql => sql`replace(${name}::text, '-', '')`
const hexes = (names: Sql): Sql =>
  sql`array(select ${hex(sql`name`)} from unnest(${names}) with ordinality as each (name, n) order by n)`
