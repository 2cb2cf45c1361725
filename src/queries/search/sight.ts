import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { isNarrowing, wanted, wantedOf } from '../filters.js'
import { groupsVisibleTo, indexedVisibleTo, signedVisibleTo, visibleAt, visibleTo } from '../visible-memories.js'
import type { SearchRequest } from './answer.js'

/** What a search looks at: the memories as they are, or as they were at an instant. The same stages run over both. */
export type Sight = {
  /** All that the caller may see, filters or not: what words weigh. `given` stands after `with`, and ends in a comma. */
  readonly all: { readonly given: Sql; readonly indexed: Sql; readonly groups: Sql; readonly subjects: Sql }
  /** What the filters leave of it, with their signatures, if there are any. */
  readonly selected: { readonly given: Sql; readonly indexed: Sql; readonly signed: Sql | undefined }
  /** Each with all that there is to know of it; to be looked up by id. */
  readonly memories: Sql
}

/** Of an instant to come the present is all that can be known. */
export const lookFrom = async (db: Database, request: SearchRequest): Promise<Sight> => {
  const { asOf, scope } = request
  if (asOf === undefined) return present(request)
  const [row] = await db.rows<{ ahead: boolean }>(sql`
    select ${asOf}::timestamptz > now()
       and not exists (select from bank where user_id = ${scope.userId} and at > ${asOf}::timestamptz) as ahead`)
  return row?.ahead ? present(request) : past(request, asOf)
}

const nothing = sql``

const present = (request: SearchRequest): Sight => {
  const { scope } = request
  const narrowed = isNarrowing(request) ? wantedOf(scope, request) : undefined
  return {
    all: {
      given: nothing,
      indexed: indexedVisibleTo(scope),
      groups: groupsVisibleTo(scope),
      subjects: sql`(
        select subject
        from ${groupsVisibleTo(scope)} as g
        join reader_group_subject using (user_id, reader_group)
      )`,
    },
    selected: {
      given: nothing,
      indexed: narrowed ? indexedOf(narrowed) : indexedVisibleTo(scope),
      signed: narrowed ? signedOf(narrowed) : signedVisibleTo(scope),
    },
    memories: sql`(
      select m.user_id, m.id, m.agent_id, m.ordinal, m.source_site, m.namespace, m.created_at, m.observed_at, m.version,
             m.subject, m.importance, t.content, t.is_question, coalesce(e.metadata, '{}') || t.metadata as metadata,
             s.search_vector, s.lex_len, s.own_len, s.context_embedding
      from ${visibleTo(scope)} as m
      join memory_search s using (user_id, id)
      join memory_text t using (user_id, id)
      left join episode e on e.user_id = m.user_id and e.id = m.episode_id
    )`,
  }
}

const indexedOf = (narrowed: Sql): Sql => sql`(
    select s.user_id, s.id, s.search_vector, s.context_embedding
    from ${narrowed} as m
    join memory_search s using (user_id, id)
  )`

const signedOf = (narrowed: Sql): Sql => sql`(
        select s.user_id, s.id, s.signature
        from ${narrowed} as m
        join memory_signature s using (user_id, id)
      )`

/** Worked out once for each statement: every row of it takes a look into each table of the trail. */
const past = (request: SearchRequest, instant: string): Sight => {
  const memories = visibleAt(request.scope, instant)
  return {
    all: {
      given: sql`past as materialized (select search_vector, lex_len, subject from ${memories} as m),`,
      indexed: sql`past`,
      groups: sql`(select 1 as memories, lex_len from past)`,
      subjects: sql`(select distinct subject from past where subject is not null)`,
    },
    selected: {
      given: sql`past as materialized (
        select user_id, id, search_vector, context_embedding
        from ${memories} as m
        where ${wanted(request)}
      ),`,
      indexed: sql`past`,
      signed: undefined,
    },
    memories,
  }
}
