import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { isNarrowing, wanted, wantedOf } from '../filters.js'
import { groupsVisibleTo, indexedVisibleTo, signedVisibleTo, visibleAt, visibleTo } from '../visible-memories.js'
import type { SearchRequest } from './answer.js'

/** What a search looks at: the memories as they are, or as they were at an instant. The same stages run over both. */
export type SearchRelations = {
  /** All that the caller may see, filters or not: what words weigh. `given` stands after `with`, and ends in a comma. */
  readonly all: {
    readonly given: Sql
    readonly groups: Sql
    readonly subjects: Sql
    readonly languages: Sql
    /** In how many memories each of these lexemes stands; of those that stand in none there is no row. */
    readonly terms: (lexemes: readonly string[] | Sql) => Sql
    /** With the day each happened. */
    readonly indexed: Sql
    /** The words as they are written, each with its lexeme; none are kept of the past. */
    readonly words: Sql | undefined
  }
  /** What the filters leave of it, with their signatures, if there are any. */
  readonly selected: {
    readonly given: Sql
    readonly indexed: Sql
    readonly signed: Sql | undefined
    readonly narrowed: boolean
    /** Whether `given` is worked out anew for each statement. */
    readonly shared: boolean
  }
  /** Each with all that there is to know of it; to be looked up by id. */
  readonly memories: Sql
  /** The same without what they say: which turn each was made of. */
  readonly placed: Sql
}

/** Of an instant to come the present is all that can be known. */
export const openRelations = async (db: Database, request: SearchRequest): Promise<SearchRelations> => {
  const { asOf, scope } = request
  if (asOf === undefined) return present(request)
  const [row] = await db.rows<{ ahead: boolean }>(sql`
    select ${asOf}::timestamptz > now()
       and not exists (select from bank where user_id = ${scope.userId} and at > ${asOf}::timestamptz) as ahead`)
  return row?.ahead ? present(request) : past(request, asOf)
}

const nothing = sql``

const present = (request: SearchRequest): SearchRelations => {
  const { scope } = request
  const narrowed = isNarrowing(request) ? wantedOf(scope, request) : undefined
  const groups = groupsVisibleTo(scope)
  return {
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

/** Worked out once for each statement: every row of it takes a look into each table of the trail. */
const past = (request: SearchRequest, instant: string): SearchRelations => {
  const memories = visibleAt(request.scope, instant)
  return {
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
