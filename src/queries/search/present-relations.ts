import { type Sql, sql } from '../../postgres/sql.js'
import { isNarrowing, wantedOf } from '../filters.js'
import { groupsVisibleTo, indexedVisibleTo, signedVisibleTo, visibleTo } from '../visible-memories.js'
import type { SearchRequest } from './answer.js'
import type { SearchRelations } from './relations.js'

const nothing = sql``

/** The memories as they are. */
export const presentRelations = (request: SearchRequest): SearchRelations => {
  const { scope } = request
  const narrowed = isNarrowing(request) ? wantedOf(scope, request) : undefined
  const groups = groupsVisibleTo(scope)
  return {
    past: false,
    all: {
      given: nothing,
      groups,
      subjects: sql`(select subject from ${groups} as g join reader_group_subject using (user_id, reader_group))`,
      languages: sql`(select language, memories.memories from ${groups} as g join reader_group_language as memories using (user_id, reader_group))`,
      terms: (lexemes) => sql`(
        select lexeme, sum(memories) as memories
        from reader_group_term
        where user_id = ${scope.userId}
          and lexeme = any(${lexemes})
          and reader_group = any(array(select reader_group from ${groups} as g))
        group by lexeme
      )`,
      indexed: indexedVisibleTo(scope),
      words: sql`(select word, lexeme, w.memories from ${groups} as g join reader_group_word as w using (user_id, reader_group))`,
    },
    selected: {
      given: nothing,
      indexed: narrowed ? indexedOf(narrowed) : indexedVisibleTo(scope),
      signed: narrowed ? signedOf(narrowed) : signedVisibleTo(scope),
      narrowed: narrowed !== undefined,
      shared: false,
    },
    placed: visibleTo(scope),
    memories: sql`(
      select m.user_id, m.id, m.agent_id, m.role, m.episode_id, m.turn, m.ordinal, m.source_site, m.namespace, m.created_at, m.observed_at, m.version,
             m.importance, t.content, coalesce(e.metadata, '{}') || t.metadata as metadata, a.access_count
      from ${visibleTo(scope)} as m
      join memory_text t using (user_id, id)
      left join memory_access a using (user_id, id)
      left join episode e on e.user_id = m.user_id and e.id = m.episode_id
    )`,
  }
}

const indexedOf = (narrowed: Sql): Sql => sql`(
    select s.user_id, s.id, s.ordinal, s.subject, s.is_question, s.answer_bits, s.occurred_on, s.named_days, s.episode_id, s.turn,
           s.role, s.created_at,
           s.search_vector, s.lex_len, s.own_len, s.context_embedding
    from ${narrowed} as m
    join memory_search s using (user_id, id)
  )`

const signedOf = (narrowed: Sql): Sql => sql`(
        select s.user_id, s.id, s.signature
        from ${narrowed} as m
        join memory_signature s using (user_id, id)
      )`
