import { type Sql, sql } from '../postgres/sql.js'
import { after, before, beside } from './neighbours.js'

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
 * takes for small, grows with their product.
 */
export const rewriteSearchRows = (affected: Sql): Sql => sql`
  with ${nearby(affected)},
  ${fresh},
  ${rewritten},
  ${counted}
  select user_id, id, case when fresh.is then vector_send(context_embedding) end as context, was as known,
         was and (not fresh.is or (reader_group, subject) is distinct from (old_group, old_subject)) as moved
  from fresh`

/**
 * Each affected memory as it was, as it is, and who stands around it. Whether it is active is a column here and no
 * condition: that would lead a planner without statistics to read every active memory through the index of places.
 */
const nearby = (affected: Sql): Sql => sql`near as (
    select key.user_id, key.id,
           s.id is not null as was, s.reader_group as old_group, s.subject as old_subject, s.lex_len as old_len,
           coalesce(m.status = 'active', false) as is, m.reader_group, m.session, m.ordinal, m.subject,
           m.workspace_id, m.agent_id, m.visibility, m.granted_to,
           to_tsvector('english', t.subject_text) || t.own_words as own,
           ${words('p1')} || ${words('n1')} as beside, ${words('p2')} || ${words('n2')} as beyond,
           vector_dims(coalesce(t.embedding, p1.embedding, n1.embedding, p2.embedding, n2.embedding)) as dims,
           t.embedding as e, p1.embedding as ep1, n1.embedding as en1, p2.embedding as ep2, n2.embedding as en2
    from ${affected}
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
    insert into memory_search (user_id, id, reader_group, session, ordinal, subject, search_vector, lex_len, own_len, context_embedding)
    select user_id, id, reader_group, session, ordinal, subject, search_vector, lex_len, own_len, context_embedding
    from fresh
    where fresh.is
    on conflict (user_id, id) do update set
      reader_group = excluded.reader_group, session = excluded.session, ordinal = excluded.ordinal,
      subject = excluded.subject, search_vector = excluded.search_vector, lex_len = excluded.lex_len,
      own_len = excluded.own_len, context_embedding = excluded.context_embedding
  )`

/** What the groups of readers gain and lose by it. */
const counted: Sql = sql`counted as (
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
  known as (
    insert into reader_group_subject as k (user_id, reader_group, subject, memories)
    select user_id, reader_group, subject, sum(memories)
    from (
      select user_id, reader_group, subject, 1 as memories from fresh where fresh.is and subject is not null
      union all
      select user_id, old_group, old_subject, -1 from fresh where was and old_subject is not null
    ) as delta
    group by user_id, reader_group, subject
    on conflict (user_id, reader_group, subject) do update set memories = k.memories + excluded.memories
  )`
