import { quoted } from '../../indexing/search-vector.js'
import { signatureOf } from '../../indexing/signature.js'
import type { Database } from '../../postgres/database.js'
import { list, type Sql, sql, whole } from '../../postgres/sql.js'
import { rangesOf } from './asked/date-score.js'
import { type Search, stage } from './context.js'
import { knownTerms, selectiveTerms, type Term } from './lexicon.js'
import { bySignature } from './nearest.js'
import type { Candidate } from './score.js'

/** How many candidates the words give. */
const BY_WORDS = 200
/** How many candidates the vector gives. */
const BY_VECTOR = 50
/** How many candidates a date gives that the query names. */
const BY_DATE = 100
/** Up to this many visible memories every vector is measured, and every memory of a date looked at: it costs no more. */
const LOOKED_AT_ALL = 2000

/**
 * The memories that may match, by words, by vector and by date. Of what is worked out for this search alone (the past)
 * in one statement; otherwise each in its own, beside one another where the database has connections for them.
 */
export const findCandidates = (db: Database) =>
  stage('candidates', async (search) => {
    const { given, shared } = search.sight.selected
    const ways = waysTo(search)
    const asked = shared && ways.length > 1 ? [list(ways, ' union all ')] : ways
    const found = await Promise.all(asked.map((way) => db.rows<Candidate>(candidatesOf(given, way, search.vector))))
    return { ...search, candidates: [...new Map(found.flat().map((row) => [row.id, row])).values()] }
  })

const candidatesOf = (given: Sql, found: Sql, vector: Float32Array | null): Sql => sql`
      with ${given} found as (${found})
      select id, ordinal, created_at, subject, is_question, answer_bits, occurred_on, lex_len, own_len,
             search_vector::text as words, ${cosineOf(vector)} as cosine
      from found as m`

const waysTo = (search: Search): readonly Sql[] => {
  const { sight, lexicon, vector, asked } = search
  const { indexed } = sight.selected
  const few = lexicon.memories <= LOOKED_AT_ALL
  const all = knownTerms(lexicon)
  const selective = selectiveTerms(lexicon)
  const ranges = lexicon.days === null ? [] : rangesOf(asked.dates, lexicon.days)
  return [
    ...(all.length > 0 ? [byWords(indexed, selective, all)] : []),
    ...(vector === null ? [] : [byVector(few ? indexed : nearest(search, vector), vector)]),
    ...(ranges.length > 0 ? [byDate(indexed, { ranges, selective: few ? [] : selective, all })] : []),
  ]
}

const nearest = ({ sight: { selected }, lexicon }: Search, vector: Float32Array): Sql =>
  selected.signed === undefined
    ? selected.indexed
    : bySignature(selected.signed, signatureOf(vector), selected.narrowed ? undefined : lexicon.memories)

const columns = sql`id, ordinal, created_at, subject, is_question, answer_bits, occurred_on, lex_len, own_len,
         search_vector, context_embedding`

const byWords = (rows: Sql, selective: readonly Term[], all: readonly Term[]): Sql => sql`(
  select ${columns}
  from ${rows} as m
  where search_vector @@ ${anyOf(selective)}::tsquery
  order by ${rankBy(all)} desc, id
  limit ${whole(BY_WORDS)}
)`

const byVector = (rows: Sql, vector: Float32Array): Sql => sql`(
  select ${columns}
  from ${rows} as m
  where vector_dims(context_embedding) = ${vector.length}
  order by context_embedding <=> ${vector}::vector, id
  limit ${whole(BY_VECTOR)}
)`

type Dated = {
  readonly ranges: readonly { readonly from: string; readonly to: string }[]
  /** Of many memories only those that hold one of these. */
  readonly selective: readonly Term[]
  readonly all: readonly Term[]
}

const byDate = (rows: Sql, { ranges, selective, all }: Dated): Sql => sql`(
  select ${columns}
  from ${rows} as m
  where occurred_on between ${ranges.at(0)?.from ?? null}::date and ${ranges.at(-1)?.to ?? null}::date
    and exists (
      select from unnest(${ranges.map(({ from }) => from)}::text[]::date[], ${ranges.map(({ to }) => to)}::text[]::date[]) as r (first, last)
      where occurred_on between r.first and r.last)
    and ${selective.length > 0 ? sql`search_vector @@ ${anyOf(selective)}::tsquery` : sql`true`}
  order by ${all.length > 0 ? rankBy(all) : sql`occurred_on`} desc, id
  limit ${whole(BY_DATE)}
)`

const rankBy = (terms: readonly Term[]): Sql =>
  sql`ts_rank('{0,0.2,0.5,1}', search_vector, ${anyOf(terms)}::tsquery, 1)`

const cosineOf = (vector: Float32Array | null): Sql =>
  vector === null
    ? sql`null::float8`
    : sql`case when vector_dims(m.context_embedding) = ${vector.length}
       then 1 - (m.context_embedding <=> ${vector}::vector) end`

/** A tsquery of any of the terms. Terms are quoted: none of their signs is an operator. */
const anyOf = (terms: readonly Term[]): string => terms.flatMap(({ lexemes }) => lexemes.map(quoted)).join(' | ')
