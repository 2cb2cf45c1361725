import type { Readers, Scope } from '../domain/scope.js'
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
         subject, memory_type, network, source_site, namespace, session_id, episode_id, role, last_turn as turn, importance, trust_score,
         created_at, observed_at, occurred_on, expired_at, deleted_at, text_hash, sketch
  from memory
  where status = any(${statuses})
    and user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/**
 * The visible memories that all of these readers may read, too. Other memories must not influence what these readers
 * will see: not as a duplicate, not as a link, and not by displacing another among the nearest.
 */
export const visibleToAll = (scope: Scope, readers: Readers, statuses: readonly Status[]): Sql => sql`(
  select *
  from ${visibleTo(scope, statuses)} as m
  where ${readableByAll(readers)}
)`

/**
 * The same relation at an instant in the past (ISO 8601): memories that were active then, with the wording of that
 * time, if the caller could read them then and can read them now. The latest row of each trail table up to the instant
 * decides; an erased memory has no wording. Contains everything that a search needs: own words and own vector, without
 * those of neighbours, and the number of distinct own words as the length.
 */
export const visibleAt = (scope: Scope, instant: string): Sql => sql`(
  select m.user_id, m.id, m.agent_id, m.session, m.ordinal, m.source_site, m.namespace, m.session_id, m.episode_id,
         m.role, m.turn, m.created_at, m.observed_at, v.version, w.content, w.subject, w.memory_type, w.is_question, w.importance,
         coalesce(e.metadata, '{}') || w.metadata as metadata, w.language, w.answer_bits, m.occurred_on, w.named_days,
         w.own_words as search_vector, length(w.own_words) as own_len, 10 * length(w.own_words) as lex_len,
         w.context_embedding
  from (
    select user_id, id, agent_id, session, ordinal, source_site, namespace, session_id, episode_id, role,
           last_turn as turn, created_at, observed_at, occurred_on
    from memory
    where user_id = ${scope.userId}
      and created_at <= ${instant}::timestamptz
      and ${readableBy(scope)}
  ) as m
  cross join lateral (
    select user_id, id, version, action, status
    from memory_version v
    where v.user_id = m.user_id
      and v.id = m.id
      and v.at <= ${instant}::timestamptz
    order by version desc
    limit 1
  ) as v
  cross join lateral (
    select ${readableBy(scope)} as readable
    from memory_readers r
    where r.user_id = m.user_id
      and r.id = m.id
      and r.version <= v.version
    order by r.version desc
    limit 1
  ) as r
  cross join lateral ${lastWording} as w
  left join episode e on e.user_id = m.user_id and e.id = m.episode_id
  where case when v.action in ('update', 'share') then ${settledStatus} else v.status end = 'active'
    and r.readable
)`

/**
 * The groups of readers that the caller belongs to, with their counts: what a search may know of rows that it does not
 * select.
 */
export const groupsVisibleTo = (scope: Scope): Sql => sql`(
  select user_id, reader_group, memories, lex_len
  from reader_group
  where user_id = ${scope.userId}
    and ${readableBy(scope)}
)`

/** Every group of readers of one user, or of all: the number of memories, for owners and operators; never ids. */
export const groupsOf = (userId?: string): Sql => sql`(
  select user_id, memories
  from reader_group
  where ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
)`

/**
 * The same rows as `visibleTo(scope)` in the search index. The groups are evaluated once and compared as an array: with
 * a join, a planner without statistics may evaluate them for every row.
 */
export const indexedVisibleTo = (scope: Scope): Sql => sql`(
  select user_id, id, ordinal, subject, language, is_question, answer_bits, occurred_on, named_days, episode_id, turn, role,
         created_at, search_vector,
         lex_len, own_len, context_embedding
  from memory_search
  where ${groupedFor(scope)}
)`

/** The same rows with their signatures. */
export const signedVisibleTo = (scope: Scope): Sql => sql`(
  select user_id, id, signature
  from memory_signature
  where ${groupedFor(scope)}
)`

const groupedFor = (scope: Scope): Sql => sql`user_id = ${scope.userId}
    and reader_group = any(array(select reader_group from ${groupsVisibleTo(scope)} as g))`

/**
 * Every memory of a user, whoever may read it, with what the index in memory stores of active ones. Not for answers: the
 * index proposes ids, and what an answer shows is selected from `visibleTo`.
 */
export const indexableOf = (userId: Sql): Sql => sql`(
  select m.user_id, m.id, m.revision, m.status = 'active' as active, m.reader_group, m.session, m.ordinal, m.subject, m.role,
         m.occurred_on, m.created_at, coalesce(m.episode_id::text || ' ' || m.last_turn, m.id::text) as said_in,
         t.language, t.is_question, t.answer_bits, t.named_days::text as named_days,
         t.subject_words::text as subject_words,
         (t.subject_words || t.own_words)::text as own_words, vector_send(t.embedding) as vector
  from memory m
  left join memory_text t on m.status = 'active' and t.user_id = m.user_id and t.id = m.id
  where m.user_id = ${userId}
)`

/** The revision at which the memories of a user were last changed, -1 where there are none. */
export const lastChangeOf = (userId: Sql): Sql =>
  sql`(select coalesce(max(revision), -1) from memory where user_id = ${userId})`

/**
 * Every version of this user's memories. The owner of the tenancy sees that they existed; the content of a version is
 * shown if the caller could read it then and can read the memory now, deleted or not.
 */
export const trailVisibleTo = (scope: Scope): Sql => sql`(
  select v.user_id, v.id, v.version, v.action, v.at, v.reason, v.actor_key, v.actor_agent, v.episode_id,
         (select w.content
          from memory_wording w
          where w.user_id = v.user_id
            and w.id = v.id
            and w.version <= v.version
            and exists (
              select from memory m
              where m.user_id = v.user_id
                and m.id = v.id
                and ${readableBy(scope)})
            and (
              select ${readableBy(scope)}
              from memory_readers r
              where r.user_id = v.user_id
                and r.id = v.id
                and r.version <= v.version
              order by r.version desc
              limit 1)
          order by w.version desc
          limit 1) as content
  from memory_version v
  where v.user_id = ${scope.userId}
    and v.status <> 'pending'
)`

/**
 * Updates and changes of readers keep a memory that needs clarification in that status: the latest version that set the
 * status decides.
 */
const settledStatus: Sql = sql`(
      select s.status
      from memory_version s
      where s.user_id = v.user_id
        and s.id = v.id
        and s.version < v.version
        and s.action not in ('update', 'share')
      order by s.version desc
      limit 1
    )`

const lastWording: Sql = sql`(
    select content, subject, memory_type, language, is_question, answer_bits, named_days, importance, metadata, own_words,
           embedding as context_embedding
    from memory_wording w
    where w.user_id = m.user_id
      and w.id = m.id
      and w.version <= v.version
    order by w.version desc
    limit 1
  )`
