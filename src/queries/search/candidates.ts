import { signatureOf } from '../../indexing/signature.js'
import type { Database } from '../../postgres/database.js'
import { list, type Sql, sql } from '../../postgres/sql.js'
import { indexedVisibleTo, visibleTo } from '../visible-memories.js'
import type { SearchRequest } from './answer.js'
import { type Search, stage } from './context.js'
import { knownTerms, selectiveTerms, type Term } from './lexicon.js'
import type { Candidate } from './score.js'

/** How many candidates the words give. */
const BY_WORDS = 200
/** How many candidates the vector gives. */
const BY_VECTOR = 50
/** Of how many, chosen by signature, where there are too many to measure each exactly. */
const BY_SIGNATURE = 400
/** Up to this many visible memories every vector is measured: it costs no more. */
const MEASURED_EXACTLY = 2000

/** The memories that may match, by words and by vector, in one round trip. */
export const findCandidates = (db: Database) =>
  stage('candidates', async (search) => {
    const ways = waysTo(search)
    return ways.length === 0
      ? search
      : { ...search, candidates: await db.rows<Candidate>(candidatesFrom(search, ways)) }
  })

const waysTo = ({ request, lexicon, vector }: Search): readonly Sql[] => {
  const rows = selection(request)
  const near = lexicon.memories > MEASURED_EXACTLY ? bySignature(request) : exactly
  return [
    ...(knownTerms(lexicon).length > 0 ? [byWords(rows, selectiveTerms(lexicon), knownTerms(lexicon))] : []),
    ...(vector === null ? [] : [near(rows, vector)]),
  ]
}

/** The visible memories that the filters leave, as the index has them: filters select rows, so they cost no candidates. */
const selection = (request: SearchRequest): Sql =>
  request.sourceSite === undefined && request.namespaceScope === undefined
    ? indexedVisibleTo(request.scope)
    : sql`(
    select s.id, s.search_vector, s.context_embedding
    from ${filtered(request)} as m
    join memory_search s using (user_id, id)
  )`

const filtered = ({ scope, sourceSite, namespaceScope }: SearchRequest): Sql => sql`(
    select user_id, id, signature
    from ${visibleTo(scope)} as m
    where ${sourceSite === undefined ? sql`true` : sql`source_site = ${sourceSite}`}
      and ${namespaceScope === undefined ? sql`true` : below(namespaceScope)}
  )`

const below = (namespace: string): Sql =>
  sql`(namespace = ${namespace} or starts_with(namespace, ${namespace}::text || '/'))`

const byWords = (rows: Sql, selective: readonly Term[], all: readonly Term[]): Sql => sql`(
  select id
  from ${rows} as m
  where search_vector @@ ${anyOf(selective)}::tsquery
  order by ts_rank('{0,0.2,0.5,1}', search_vector, ${anyOf(all)}::tsquery, 1) desc, id
  limit ${BY_WORDS}
)`

const exactly = (rows: Sql, vector: Float32Array): Sql => sql`(
  select id
  from ${rows} as m
  where vector_dims(context_embedding) = ${vector.length}
  order by context_embedding <=> ${vector}::vector, id
  limit ${BY_VECTOR}
)`

/** Chosen by signature over the narrow rows first. */
const bySignature =
  (request: SearchRequest) =>
  (_: Sql, vector: Float32Array): Sql =>
    exactly(
      sql`(
      select s.id, s.context_embedding
      from (
        select user_id, id
        from ${filtered(request)} as m
        where signature is not null
        order by signature <~> ${signatureOf(vector)}::bit(1024), id
        limit ${BY_SIGNATURE}
      ) as nearest
      join memory_search s using (user_id, id)
    )`,
      vector,
    )

/** Each candidate is looked up by its key, in this order of joins whatever the planner takes the tables to hold. */
const candidatesFrom = ({ request, lexicon, vector }: Search, ways: readonly Sql[]): Sql => sql`
  select m.id, m.ordinal, m.created_at, m.subject, t.is_question, s.lex_len, s.own_len,
         (
           select coalesce(json_object_agg(lexeme, frequency), '{}')
           from (
             select lexeme, ${tenths} as frequency
             from unnest(s.search_vector)
             where lexeme = any(${knownTerms(lexicon).map(({ lexeme }) => lexeme)}::text[])
           ) as held
         ) as frequencies,
         ${vector === null ? sql`null::float8` : cosineOf(vector)} as cosine
  from (${list(ways, ' union ')}) as candidate
  cross join lateral (
    select user_id, id, ordinal, created_at, subject
    from ${visibleTo(request.scope)} as m
    where m.id = candidate.id
    offset 0
  ) as m
  join memory_search as s on s.user_id = m.user_id and s.id = m.id
  join memory_text as t on t.user_id = m.user_id and t.id = m.id`

const tenths = sql`(
  select sum(case label when 'A' then 10 when 'B' then 5 when 'C' then 2 else 0 end)::int from unnest(weights) as label
)`

const cosineOf = (vector: Float32Array): Sql => sql`
  case when vector_dims(s.context_embedding) = ${vector.length}
       then 1 - (s.context_embedding <=> ${vector}::vector) end`

/** A tsquery of any of the terms. Terms come from Postgres, quoted all the same: none of their signs is an operator. */
const anyOf = (terms: readonly Term[]): string => terms.map(({ lexeme }) => quoted(lexeme)).join(' | ')

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
