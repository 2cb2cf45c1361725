import { signatureOf } from '../indexing/signature.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { floatsOf } from '../postgres/vectors.js'
import type { Change } from './projection.js'

type Key = { readonly user_id: string; readonly id: string }
type Refreshed = Key & { readonly context: Uint8Array | null }

/**
 * Brings what is a function of several rows up to date, for the memories a batch touched and their neighbours up to
 * distance 2 at the old and the new places: search words, context vector, signature, counts of the groups of readers.
 * Everything is worked out from the rows alone, so a rebuild gives the same.
 */
export const refresh = async (db: Database, changes: readonly Change[]): Promise<void> => {
  const touched = touchedBy(changes)
  if (touched.length === 0) return
  const affected = await db.rows<Key>(neighbourhoodOf(keysOf(touched)))
  const rows = await db.rows<Refreshed>(rewriteSearchRows(keysOf(affected)))
  await db.rows(writeSignatures(rows))
  const users = [...new Set(affected.map(({ user_id }) => user_id))]
  await db.rows(sql`delete from reader_group where user_id = any(${users}) and memories = 0`)
  await db.rows(sql`delete from reader_group_subject where user_id = any(${users}) and memories = 0`)
}

const touchedBy = (changes: readonly Change[]): readonly Key[] => {
  const keys = new Map<string, Key>()
  for (const { table, key } of changes)
    if (table === 'memory' || table === 'memory_text') {
      const { user_id, id } = key as Key // both tables have this key
      keys.set(`${id} ${user_id}`, { user_id, id })
    }
  return [...keys.values()]
}

const keysOf = (keys: readonly Key[]): Sql =>
  sql`unnest(${keys.map(({ user_id }) => user_id)}::text[], ${keys.map(({ id }) => id)}::text[]::uuid[]) as key (user_id, id)`

/** The touched memories and the active ones within two places of where they stood and of where they stand now. */
const neighbourhoodOf = (touched: Sql): Sql => sql`
  with touched as (select user_id, id from ${touched}),
  place as (
    select s.user_id, s.id, s.reader_group, s.session, s.ordinal
    from touched join memory_search s using (user_id, id)
    union
    select m.user_id, m.id, m.reader_group, m.session, m.ordinal
    from touched join memory m using (user_id, id)
    where m.status = 'active'
  )
  select user_id, id from touched
  union
  select p.user_id, near.id
  from place p
  cross join lateral (
    (select n.id from ${beside(sql`p`, before)} limit 2)
    union all
    (select n.id from ${beside(sql`p`, after)} limit 2)
  ) as near`

const before = { side: sql`<`, order: sql`n.ordinal desc, n.id desc` }
const after = { side: sql`>`, order: sql`n.ordinal, n.id` }

/** The active memories of the same session and group of readers on one side of `m`, nearest first. */
const beside = (m: Sql, { side, order }: typeof before): Sql => sql`memory n
      where n.user_id = ${m}.user_id
        and n.reader_group = ${m}.reader_group
        and n.session = ${m}.session
        and n.status = 'active'
        and (n.ordinal, n.id) ${side} (${m}.ordinal, ${m}.id)
      order by ${order}`

const neighbour = (side: typeof before, distance: 1 | 2, name: Sql): Sql => sql`
    left join lateral (
      select t.own_words, t.embedding
      from (select n.user_id, n.id from ${beside(sql`m`, side)} limit 1 offset ${distance - 1}) as n
      join memory_text t using (user_id, id)
    ) as ${name} on true`

/**
 * Labels and weights as the retrieval recipe has them: own words and subject A, the previous and the next memory B,
 * the two at distance 2 C; context = normalise(e₀ + 0.5 (e₋₁ + e₊₁) + 0.2 (e₋₂ + e₊₂)), none where no text has a vector.
 */
const rewriteSearchRows = (affected: Sql): Sql => sql`
  with affected as (select user_id, id from ${affected}),
  near as (
    select m.user_id, m.id, m.reader_group, m.session, m.ordinal, m.subject,
           m.workspace_id, m.agent_id, m.visibility, m.granted_to,
           setweight(to_tsvector('english', coalesce(m.subject, '')) || t.own_words, 'A') as own,
           setweight(${words('p1')} || ${words('n1')}, 'B') || setweight(${words('p2')} || ${words('n2')}, 'C') as around,
           vector_dims(coalesce(t.embedding, p1.embedding, n1.embedding, p2.embedding, n2.embedding)) as dims,
           t.embedding as e, p1.embedding as ep1, n1.embedding as en1, p2.embedding as ep2, n2.embedding as en2
    from affected
    join memory m using (user_id, id)
    join memory_text t using (user_id, id)${neighbour(before, 1, sql`p1`)}${neighbour(after, 1, sql`n1`)}${neighbour(before, 2, sql`p2`)}${neighbour(after, 2, sql`n2`)}
    where m.status = 'active'
  ),
  fresh as (
    select near.*, own || around as search_vector,
           ${lengthOf(sql`own || around`)} as lex_len, ${lengthOf(sql`own`)} / 10 as own_len,
           case when vector_norm(context) > 0 then l2_normalize(context) end as context_embedding
    from near
    cross join lateral (select ${filled('0')} as zero, ${filled('0.5')} as half, ${filled('0.2')} as fifth) as weight
    cross join lateral (
      select coalesce(e, zero) + half * (coalesce(ep1, zero) + coalesce(en1, zero))
                               + fifth * (coalesce(ep2, zero) + coalesce(en2, zero)) as context
    ) as sum
  ),
  old as (
    select s.user_id, s.id, s.reader_group, s.subject, s.lex_len
    from affected join memory_search s using (user_id, id)
  ),
  gone as (
    delete from memory_search s
    using old
    where s.user_id = old.user_id
      and s.id = old.id
      and not exists (select from fresh f where f.user_id = s.user_id and f.id = s.id)
  ),
  written as (
    insert into memory_search (user_id, id, reader_group, session, ordinal, subject, search_vector, lex_len, own_len, context_embedding)
    select user_id, id, reader_group, session, ordinal, subject, search_vector, lex_len, own_len, context_embedding
    from fresh
    on conflict (user_id, id) do update set
      reader_group = excluded.reader_group, session = excluded.session, ordinal = excluded.ordinal,
      subject = excluded.subject, search_vector = excluded.search_vector, lex_len = excluded.lex_len,
      own_len = excluded.own_len, context_embedding = excluded.context_embedding
  ),
  counted as (
    insert into reader_group as g (user_id, reader_group, workspace_id, agent_id, visibility, granted_to, memories, lex_len)
    select user_id, reader_group, max(workspace_id), max(agent_id), max(visibility), coalesce(max(granted_to), '{}'),
           sum(memories), sum(lex_len)
    from (
      select user_id, reader_group, workspace_id, agent_id, visibility, granted_to, 1 as memories, lex_len from fresh
      union all
      select user_id, reader_group, null, null, null, null, -1, -lex_len from old
    ) as delta
    group by user_id, reader_group
    on conflict (user_id, reader_group) do update set
      memories = g.memories + excluded.memories, lex_len = g.lex_len + excluded.lex_len
  ),
  known as (
    insert into reader_group_subject as k (user_id, reader_group, subject, memories)
    select user_id, reader_group, subject, sum(memories)
    from (
      select user_id, reader_group, subject, 1 as memories from fresh where subject is not null
      union all
      select user_id, reader_group, subject, -1 from old where subject is not null
    ) as delta
    group by user_id, reader_group, subject
    on conflict (user_id, reader_group, subject) do update set memories = k.memories + excluded.memories
  )
  select a.user_id, a.id, vector_send(f.context_embedding) as context
  from affected a
  left join fresh f using (user_id, id)`

const words = (name: 'p1' | 'n1' | 'p2' | 'n2'): Sql => sql`coalesce(${NAMES[name]}.own_words, '')`
const NAMES = { p1: sql`p1`, n1: sql`n1`, p2: sql`p2`, n2: sql`n2` } as const

const filled = (value: '0' | '0.5' | '0.2'): Sql => sql`array_fill(${FACTORS[value]}::real, array[dims])::vector`
const FACTORS = { '0': sql`0`, '0.5': sql`0.5`, '0.2': sql`0.2` } as const

/** Lexeme positions weighted by label, in tenths. */
const lengthOf = (searchVector: Sql): Sql => sql`(
  select coalesce(sum(case label when 'A' then 10 when 'B' then 5 when 'C' then 2 end), 0)
  from unnest(${searchVector}) as l (lexeme, positions, labels), unnest(labels) as label
)`

const writeSignatures = (rows: readonly Refreshed[]): Sql => sql`
  update memory m
  set signature = s.bits::bit(1024)
  from unnest(
    ${rows.map(({ user_id }) => user_id)}::text[],
    ${rows.map(({ id }) => id)}::text[]::uuid[],
    ${rows.map(({ context }) => (context === null ? null : signatureOf(floatsOf(context))))}::text[]
  ) as s (user_id, id, bits)
  where m.user_id = s.user_id
    and m.id = s.id`
