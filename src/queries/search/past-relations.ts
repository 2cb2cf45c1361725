import { sql } from '../../postgres/sql.js'
import { isNarrowing, wanted } from '../filters.js'
import { visibleAt } from '../visible-memories.js'
import type { SearchRequest } from './answer.js'
import type { SearchRelations } from './relations.js'

/** The memories as they were at an instant. Materialized: each row is looked up in every table of the trail. */
export const pastRelations = (request: SearchRequest, instant: string): SearchRelations => {
  const memories = visibleAt(request.scope, instant)
  return {
    past: true,
    all: {
      given: sql`past as materialized (select id, search_vector, lex_len, subject, language, occurred_on from ${memories} as m),`,
      groups: sql`(select 1 as memories, lex_len from past)`,
      subjects: sql`(select distinct subject from past where subject is not null)`,
      languages: sql`(select language, 1 as memories from past)`,
      terms: (lexemes) => sql`(
        select lexeme, count(*) as memories
        from (select unnest(tsvector_to_array(search_vector)) as lexeme from past) as held
        where lexeme = any(${lexemes})
        group by lexeme
      )`,
      indexed: sql`past`,
      words: undefined,
    },
    selected: {
      given: sql`past as materialized (
        select user_id, id, ordinal, subject, is_question, answer_bits, occurred_on, named_days, episode_id, turn,
               role, created_at, search_vector, lex_len, own_len, context_embedding
        from ${memories} as m
        where ${wanted(request)}
      ),`,
      indexed: sql`past`,
      signed: undefined,
      narrowed: isNarrowing(request),
      shared: true,
    },
    memories,
    placed: memories,
  }
}
