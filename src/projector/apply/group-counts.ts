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
export const countGroups: Sql = sql`counted as (
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
