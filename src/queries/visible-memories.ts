import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readableBy, readableByAll } from './readable-by.js'

export type Status = 'active' | 'needs_clarification' | 'superseded' | 'deleted'

/**
 * The security boundary. No other reader starts from a memory table, so a read without a scope cannot be written.
 *
 *   select … from ${visibleTo(scope)} as m join memory_text using (user_id, id) where …
 */
export const visibleTo = (scope: Scope, statuses: readonly Status[] = ['active']): Sql => sql`(
  select user_id, id, workspace_id, agent_id, visibility, granted_to, reader_group, status, version, session, ordinal,
         subject, key, memory_type, network, source_site, namespace, session_id, episode_id, role, turn as first_turn,
         last_turn as turn, importance, trust_score, created_at, observed_at, observed_offset, occurred_on, expired_at, deleted_at,
         text_hash, claim_type, valid_from, valid_to, superseded_by, words_of, echo_of
  from memory
  where status = any(${statuses})
    and user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/** The same with the columns as they are stored. */
export const visibleRows = (scope: Scope, statuses: readonly Status[] = ['active']): Sql => sql`(
  select *
  from memory
  where user_id = ${scope.userId}
    and status = any(${statuses})
    and ${readableBy(scope)}
)`

/**
 * The condition for rows that searches and comparisons look at. A composite only says again what its parts say: it is read
 * like any memory, but it takes no place in a search, and nothing is a duplicate of it or similar to it.
 */
export const isNoComposite: Sql = sql`memory_type <> 'composite'`

/** Whether a fact that waits for clarification has taken the place of the turn `m` that it was derived of. */
export const waitsByItsFact = (m: Sql): Sql => sql`(${m}.status = 'superseded' and exists (
    select from memory f
    where f.user_id = ${m}.user_id
      and f.id = ${m}.superseded_by
      and f.status = 'needs_clarification'))`

/**
 * The visible memories that all of these readers may read, too. Other memories must not influence what these readers
 * will see: not as a duplicate, not as a link, and not by displacing another among the nearest.
 */
export const visibleToAll = (scope: Scope, readers: Readers, statuses: readonly Status[]): Sql => sql`(
  select *
  from ${visibleTo(scope, statuses)} as m
  where ${readableByAll(readers)}
)`

/** The groups of readers that the caller belongs to; of these, where readers are given, those that all of them may read. */
export const groupsVisibleTo = (scope: Scope, readers?: Readers): Sql => sql`(
  select reader_group, agent_id
  from reader_group
  where user_id = ${scope.userId}
    and ${readableBy(scope)}
    and ${readers === undefined ? sql`true` : readableByAll(readers)}
)`

/** The memories of a user that hold one of these pairs (JSON) in their own metadata, whoever may read them: to narrow visible ones. */
export const holdingAny = (userId: string, pairs: readonly string[]): Sql => sql`(
  select id
  from memory_text
  where user_id = ${userId}
    and metadata @> any(${pairs}::jsonb[])
)`

/** How many active memories the caller may see. Whole groups are counted, in the index of places. */
export const countVisibleTo = (scope: Scope): Sql => sql`(
  select count(*)
  from memory
  where status = 'active'
    and user_id = ${scope.userId}
    and reader_group = any(array(select reader_group from ${groupsVisibleTo(scope)} as g))
)`

/** Whose agents and memories a caller may count: in a workspace those that it sees, else, as the owner, those of all of them. */
const countableBy = (scope: Scope): Sql => (scope.kind === 'user' ? sql`workspace_id is not null` : readableBy(scope))

/** To the owner whoever ever told anything; in a workspace the owners of active memories that the caller sees. */
export const authorsVisibleTo = (scope: Scope): Sql =>
  scope.kind === 'user'
    ? sql`(
  select agent_id
  from agent_author
  where user_id = ${scope.userId}
)`
    : sql`(
  select g.agent_id
  from reader_group g
  where g.user_id = ${scope.userId}
    and g.agent_id is not null
    and ${readableBy(scope)}
    and exists (
      select from memory m
      where m.user_id = g.user_id
        and m.reader_group = g.reader_group
        and m.status = 'active')
)`

/** How many active memories of an agent some other agent may read, of those that the caller may count. */
export const sharedVisibleTo = (scope: Scope, agentId: Sql): Sql => sql`(
  select coalesce(sum(n.memories), 0)
  from reader_group g
  cross join lateral (
    select count(*) as memories
    from memory m
    where m.user_id = g.user_id
      and m.reader_group = g.reader_group
      and m.status = 'active'
  ) as n
  where g.user_id = ${scope.userId}
    and g.agent_id = ${agentId}
    and ${countableBy(scope)}
    and (coalesce(visibility, 'workspace') = 'workspace'
         or visibility = 'restricted' and not granted_to <@ array[agent_id])
)`

/** How many active memories a user has, whoever may read them: a number for owners and operators; never ids. */
export const countOf = (userId: Sql): Sql =>
  sql`(select count(*) from memory where status = 'active' and user_id = ${userId})`

/** Whether a memory was made of others: a fact, or a composite. Only such a one rests on anything. */
export const isDerived = (m: Sql): Sql => sql`(${m}.claim_type is not null or ${m}.memory_type = 'composite')`

/** The ids of what the words of a memory rest on; null where it was not made of others. */
export const restsOnOf = (m: Sql): Sql => sql`case when ${isDerived(m)} then array(
           select distinct e.evidence_id::text
           from memory_basis e
           where e.user_id = ${m}.user_id
             and e.id = ${m}.id
             and e.words_of = ${m}.words_of) end`

/** Names the turn that a memory was made of. What was made of memories has none. */
export const saidInOf = (m: Sql, turn: Sql): Sql =>
  sql`case when ${isDerived(m)} or ${turn} is null then ${m}.id::text else ${m}.episode_id::text || ' ' || ${turn} end`

/**
 * Every memory of a user, whoever may read it, with what the index in memory stores of active ones. Not for answers: the
 * index proposes ids, and what an answer shows is selected from `visibleTo`.
 */
export const indexableOf = (userId: Sql): Sql => sql`(
  select m.id, m.revision, m.status = 'active' and ${isNoComposite} as active, m.reader_group, m.session, m.ordinal, m.subject, m.role,
         m.occurred_on, m.observed_at, m.observed_offset, ${saidInOf(sql`m`, sql`m.last_turn`)} as said_in, ${restsOnOf(sql`m`)} as rests_on,
         m.text_hash::text as text_hash, m.echo_of::text as echo_of, ${indexedColumns}, t.spelt,
         case when m.version = 1 then m.created_at end as unchanged_since
  from memory m
  left join memory_text t on m.status = 'active' and ${isNoComposite} and t.user_id = m.user_id and t.id = m.id
  where m.user_id = ${userId}
)`

const textColumns = sql`language, is_question, answer_bits, named_days, own_words, text_len, name_len, embedding`

/** What is indexed of a text `t`. */
export const indexedColumns: Sql = sql`t.language, t.is_question, t.answer_bits, t.named_days::text as named_days,
         t.own_words::text as own_words, t.text_len, t.name_len, encode(vector_send(t.embedding), 'base64') as vector`

/** What a user's memories say now; to be joined to visible ones by the whole key and the wording. */
export const textsOf = (userId: string): Sql => sql`(
  select user_id, id, 0 as wording, ${textColumns}, spelt
  from memory_text
  where user_id = ${userId}
)`

/** What they ever said. */
export const wordingsOf = (userId: string): Sql => sql`(
  select user_id, id, version as wording, ${textColumns}
  from memory_wording
  where user_id = ${userId}
)`

/** The revision at which the memories of a user were last changed, -1 where there are none. */
export const lastChangeOf = (userId: Sql): Sql =>
  sql`(select coalesce(max(revision), -1) from memory where user_id = ${userId})`

/** The ids of all memories of a user with these words, whoever may read them and whatever became of them: to look further with, not for answers. */
export const idsWithWords = async (
  db: Database,
  userId: string,
  hashes: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db.rows<{ readonly id: string }>(sql`
    /* memories: all that have these words */
    select id
    from memory
    where user_id = ${userId}
      and text_hash = any(${hashes}::text[]::uuid[])`)
  return rows.map(({ id }) => id)
}
