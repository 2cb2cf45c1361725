import { identifier, type Sql, sql } from '../../postgres/sql.js'

/** In how many memories of a group each subject, or each language, stands. */
const countBy = (what: 'subject' | 'language'): Sql => {
  const [now, before] = [identifier(what), identifier(`old_${what}`)]
  return sql`
    insert into ${identifier(`reader_group_${what}`)} as k (user_id, reader_group, ${now}, memories)
    select user_id, reader_group, ${now}, sum(memories)
    from (
      select user_id, reader_group, ${now}, 1 as memories from fresh where fresh.is and ${now} is not null
      union all
      select user_id, old_group, ${before}, -1 from fresh where was and ${before} is not null
    ) as delta
    group by user_id, reader_group, ${now}
    on conflict (user_id, reader_group, ${now}) do update set memories = k.memories + excluded.memories
  `
}

/**
 * What the groups of readers gain and lose by the rows of `fresh`, each of which is a memory as it was and as it is:
 * memories and their length, subjects, languages, and in how many memories each lexeme stands.
 */
const countGroups: Sql = sql`counted as (
    insert into reader_group as g (user_id, reader_group, workspace_id, agent_id, visibility, granted_to, memories, lex_len)
    select user_id, reader_group, max(workspace_id), max(agent_id), max(visibility), coalesce(max(granted_to), '{}'),
           sum(memories), sum(lex_len)
    from (
      select user_id, reader_group, workspace_id, agent_id, visibility, granted_to, 1 as memories, lex_len
      from fresh where fresh.is
      union all
      select user_id, old_group, null, null, null, null, -1, -old_len
      from fresh where was
    ) as delta
    group by user_id, reader_group
    on conflict (user_id, reader_group) do update set
      memories = g.memories + excluded.memories, lex_len = g.lex_len + excluded.lex_len
  ),
  subjects as (${countBy('subject')}),
  languages as (${countBy('language')}),
  terms as (
    insert into reader_group_term as k (user_id, lexeme, reader_group, memories)
    select user_id, lexeme, reader_group, sum(memories)
    from (
      select user_id, unnest(tsvector_to_array(search_vector)) as lexeme, reader_group, 1 as memories
      from fresh where fresh.is
      union all
      select user_id, unnest(tsvector_to_array(old_vector)), old_group, -1
      from fresh where was
    ) as delta
    group by user_id, lexeme, reader_group
    having sum(memories) <> 0
    on conflict (user_id, lexeme, reader_group) do update set memories = k.memories + excluded.memories
    returning user_id, lexeme, reader_group, memories
  )`

export type Key = { readonly user_id: string; readonly id: string }

export const keysOf = (keys: readonly Key[]): Sql =>
  sql`unnest(${keys.map(({ user_id }) => user_id)}::text[], ${keys.map(({ id }) => id)}::text[]::uuid[]) as key (user_id, id)`

/** One side of a memory, in the order of nearness. */
export const before = { side: sql`<`, order: sql`n.ordinal desc, n.id desc` }
export const after = { side: sql`>`, order: sql`n.ordinal, n.id` }

/** The active memories of the same session and group of readers on one side of `m`, nearest first; none where it is not active itself. */
export const beside = (m: Sql, { side, order }: typeof before): Sql => sql`memory n
      where n.user_id = ${m}.user_id
        and n.reader_group = ${m}.reader_group
        and n.session = ${m}.session
        and n.status = 'active'
        and ${m}.status = 'active'
        and (n.ordinal, n.id) ${side} (${m}.ordinal, ${m}.id)
      order by ${order}`

const neighbour = (side: typeof before, distance: 1 | 2, name: Sql): Sql => sql`
    left join lateral (
      select t.own_words, t.embedding
      from (select n.user_id, n.id from ${beside(sql`m`, side)} limit 1 offset ${distance - 1}) as n
      join memory_text t using (user_id, id)
    ) as ${name} on true`

const words = (name: 'p1' | 'n1' | 'p2' | 'n2'): Sql => sql`coalesce(${NAMES[name]}.own_words, '')`
const NAMES = { p1: sql`p1`, n1: sql`n1`, p2: sql`p2`, n2: sql`n2` } as const

/** A vector of one value, as many dimensions as the row's vectors have; null where it has none. */
const filled = (value: '0' | '0.5' | '0.2'): Sql =>
  sql`case when dims > 0 then array_fill(${FACTORS[value]}::real, array[dims])::vector end`
const FACTORS = { '0': sql`0`, '0.5': sql`0.5`, '0.2': sql`0.2` } as const

/** How many positions its lexemes have in all. */
const positionsOf = (vector: Sql): Sql =>
  sql`(select coalesce(sum(cardinality(positions)), 0) from unnest(${vector}) as l (lexeme, positions, labels))`

/**
 * Labels and weights as the retrieval recipe has them: own words and subject A, the previous and the next memory B,
 * the two at distance 2 C; context = normalise(e₀ + 0.5 (e₋₁ + e₊₁) + 0.2 (e₋₂ + e₊₂)), none where no text has a vector.
 * Each affected memory goes through as one row, with what it was before: no join of two such sets, which the planner
 * takes for small, grows with their product. Gives a row for each memory, and one for each lexeme that no memory of its
 * group holds any more.
 */
export const rewriteSearchRows = (affected: Sql): Sql => sql`
  with key as materialized (${affected}),
  ${nearby},
  ${fresh},
  ${rewritten},
  ${countGroups}
  select user_id, id, case when fresh.is then vector_send(context_embedding) end as context, was as known,
         was and (not fresh.is or (reader_group, subject, language) is distinct from (old_group, old_subject, old_language)) as moved,
         reader_group, null as lexeme, case when fresh.is then content end as content, speaker, subject, language
  from fresh
  union all
  select user_id, null, null, false, false, reader_group, lexeme, null, null, null, null
  from terms
  where memories = 0`

/**
 * Each affected memory as it was, as it is, and who stands around it. Whether it is active is a column here and no
 * condition: that would lead a planner without statistics to read every active memory through the index of places.
 */
const nearby: Sql = sql`near as (
    select key.user_id, key.id,
           s.id is not null as was, s.reader_group as old_group, s.subject as old_subject, s.lex_len as old_len,
           s.language as old_language, s.search_vector as old_vector,
           coalesce(m.status = 'active', false) as is, m.reader_group, m.session, m.ordinal, m.subject,
           m.occurred_on, m.episode_id, m.last_turn as turn, m.role, m.created_at, t.language, t.is_question, t.answer_bits, t.named_days, t.content, t.speaker,
           m.workspace_id, m.agent_id, m.visibility, m.granted_to,
           t.subject_words || t.own_words as own,
           ${words('p1')} || ${words('n1')} as beside, ${words('p2')} || ${words('n2')} as beyond,
           vector_dims(coalesce(t.embedding, p1.embedding, n1.embedding, p2.embedding, n2.embedding)) as dims,
           t.embedding as e, p1.embedding as ep1, n1.embedding as en1, p2.embedding as ep2, n2.embedding as en2
    from key
    left join memory_search s using (user_id, id)
    left join memory m using (user_id, id)
    left join memory_text t using (user_id, id)${neighbour(before, 1, sql`p1`)}${neighbour(after, 1, sql`n1`)}${neighbour(before, 2, sql`p2`)}${neighbour(after, 2, sql`n2`)}
  )`

/** Its search words, lengths and context vector. */
const fresh: Sql = sql`fresh as (
    select near.*, setweight(own, 'A') || setweight(beside, 'B') || setweight(beyond, 'C') as search_vector,
           own_len, 10 * own_len + 5 * ${positionsOf(sql`beside`)} + 2 * ${positionsOf(sql`beyond`)} as lex_len,
           case when vector_norm(context) > 0 then l2_normalize(context) end as context_embedding
    from near
    cross join lateral (select ${positionsOf(sql`own`)} as own_len) as length
    cross join lateral (select ${filled('0')} as zero, ${filled('0.5')} as half, ${filled('0.2')} as fifth) as weight
    cross join lateral (
      select coalesce(e, zero) + half * (coalesce(ep1, zero) + coalesce(en1, zero))
                               + fifth * (coalesce(ep2, zero) + coalesce(en2, zero)) as context
    ) as sum
  )`

/** The rows that go and the rows that come or change. */
const rewritten: Sql = sql`gone as (
    delete from memory_search s
    using fresh f
    where f.was
      and not f.is
      and s.user_id = f.user_id
      and s.id = f.id
  ),
  written as (
    insert into memory_search (user_id, id, reader_group, session, ordinal, subject, language, is_question, answer_bits,
                               occurred_on, named_days, episode_id, turn, role, created_at, search_vector, lex_len,
                               own_len, context_embedding)
    select user_id, id, reader_group, session, ordinal, subject, language, is_question, answer_bits,
           occurred_on, named_days, episode_id, turn, role, created_at, search_vector, lex_len, own_len,
           context_embedding
    from fresh
    where fresh.is
    on conflict (user_id, id) do update set
      reader_group = excluded.reader_group, session = excluded.session, ordinal = excluded.ordinal,
      subject = excluded.subject, language = excluded.language, is_question = excluded.is_question,
      answer_bits = excluded.answer_bits, occurred_on = excluded.occurred_on, named_days = excluded.named_days,
      episode_id = excluded.episode_id, turn = excluded.turn, role = excluded.role, created_at = excluded.created_at,
      search_vector = excluded.search_vector, lex_len = excluded.lex_len, own_len = excluded.own_len,
      context_embedding = excluded.context_embedding
  )`
