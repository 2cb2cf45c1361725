import { signatureOf } from '../../indexing/signature.js'
import type { Database } from '../../postgres/database.js'
import { list, type Sql, sql } from '../../postgres/sql.js'
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

const waysTo = ({ sight, lexicon, vector }: Search): readonly Sql[] => {
  const { indexed, signed } = sight.selected
  const near = signed && lexicon.memories > MEASURED_EXACTLY ? bySignature(signed) : exactly
  return [
    ...(knownTerms(lexicon).length > 0 ? [byWords(indexed, selectiveTerms(lexicon), knownTerms(lexicon))] : []),
    ...(vector === null ? [] : [near(indexed, vector)]),
  ]
}

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
  (signed: Sql) =>
  (_: Sql, vector: Float32Array): Sql =>
    exactly(
      sql`(
      select s.id, s.context_embedding
      from (
        select user_id, id
        from ${signed} as m
        order by signature <~> ${signatureOf(vector)}::bit(1024), id
        limit ${BY_SIGNATURE}
      ) as nearest
      join memory_search s using (user_id, id)
    )`,
      vector,
    )

/** Each candidate is looked up by its key, in this order of joins whatever the planner takes the tables to hold. */
const candidatesFrom = ({ sight, lexicon, vector }: Search, ways: readonly Sql[]): Sql => sql`
  with ${sight.selected.given} candidate as (${list(ways, ' union ')})
  select m.id, m.ordinal, m.created_at, m.subject, m.is_question, m.lex_len, m.own_len,
         (
           select coalesce(json_object_agg(lexeme, frequency), '{}')
           from (
             select lexeme, ${tenths} as frequency
             from unnest(m.search_vector)
             where lexeme = any(${knownTerms(lexicon).map(({ lexeme }) => lexeme)}::text[])
           ) as held
         ) as frequencies,
         ${vector === null ? sql`null::float8` : cosineOf(vector)} as cosine
  from candidate
  cross join lateral (
    select id, ordinal, created_at, subject, is_question, lex_len, own_len, search_vector, context_embedding
    from ${sight.memories} as m
    where m.id = candidate.id
    offset 0
  ) as m`

const tenths = sql`(
  select sum(case label when 'A' then 10 when 'B' then 5 when 'C' then 2 else 0 end)::int from unnest(weights) as label
)`

const cosineOf = (vector: Float32Array): Sql => sql`
  case when vector_dims(m.context_embedding) = ${vector.length}
       then 1 - (m.context_embedding <=> ${vector}::vector) end`

/** A tsquery of any of the terms. Terms come from Postgres, quoted all the same: none of their signs is an operator. */
const anyOf = (terms: readonly Term[]): string => terms.map(({ lexeme }) => quoted(lexeme)).join(' | ')

const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
