import type { Span } from '../../indexing/dates/day.js'
import { quoted } from '../../indexing/search-vector.js'
import { SIGNATURE_BITS, signatureOf } from '../../indexing/signature.js'
import { list, type Sql, sql, whole } from '../../postgres/sql.js'
import { wordScorer } from './bm25.js'
import type { Search } from './context.js'
import { namedRangesOf, rangesOf } from './query-analysis/date-score.js'
import type { Candidate } from './score.js'
import { knownTerms, selectiveTerms, type Term, wordsThatCount } from './term-statistics.js'

/**
 * Of how many, chosen by signature, each is measured exactly: of 20,000 they hold 99.8 % of the nearest ten and 94 % of
 * the nearest fifty, of 100,000 99.2 and 90 %. A hundred and fifty more hold 3 to 4 % more of the fifty, and cost a
 * tenth of the search.
 */
const MEASURED = 256
/** Rows from which it is guessed how near the nearest are; ids are random, so the first ones are a fair sample. */
const SAMPLED = 128
/** So many rows of the sample are near enough whatever their spread, as distances need not be spread evenly. */
const OF_THE_SAMPLE = 3

/**
 * The rows of the search index whose signatures differ least from this one. Where it is known how many there are (`of`),
 * mean and deviation of a sample tell how near a row has to be to belong to them, so that only about twice as many as
 * are wanted are sorted: sorting all would cost more than measuring them.
 */
const bySignature = (indexed: Sql, signed: Sql, { signature, of }: Asked): Sql => sql`(
      select *
      from ${indexed} as m
      where id = any(array(
        select id
        from ${signed} as m
        where ${of === undefined ? sql`true` : sql`signature <~> ${signature}::bit(1024) <= ${reach(signed, signature, of)}`}
        order by signature <~> ${signature}::bit(1024), id
        limit ${whole(MEASURED)}))
    )`

type Asked = { readonly signature: string; readonly of: number | undefined }

const reach = (signed: Sql, signature: string, of: number): Sql => sql`(
          select case
                   when count(*) < ${SAMPLED} then ${SIGNATURE_BITS}
                   else greatest(avg(d) - ${deviations(Math.min(0.5, (2 * MEASURED) / of))} * stddev_samp(d),
                                 (array_agg(d order by d))[${OF_THE_SAMPLE}])
                 end
          from (
            select signature <~> ${signature}::bit(1024) as d
            from ${signed} as m
            order by id
            limit ${whole(SAMPLED)}
          ) as sample
        )`

/** How many deviations below the mean this share of a normal distribution lies (Abramowitz and Stegun 1964, 26.2.23). */
const deviations = (share: number): number => {
  const t = Math.sqrt(-2 * Math.log(share))
  return t - (2.515517 + 0.802853 * t + 0.010328 * t ** 2) / (1 + 1.432788 * t + 0.189269 * t ** 2 + 0.001308 * t ** 3)
}

/** How many candidates the words give, the vector, and a date that the query names. */
const BY_WORDS = 200
const BY_VECTOR = 50
const BY_DATE = 100
/** Up to this many visible memories every vector is compared and every memory of a date is read: an index saves nothing. */
const SCAN_LIMIT = 2000

type Row = Omit<Candidate, 'lexical' | 'relatedTerms'> & {
  /** Its words and those of its neighbours, as Postgres prints a tsvector. */
  readonly words: string
  readonly lex_len: number
}

/**
 * The memories in the database that may match, by words, by vector and by date. Of what is worked out for this search alone
 * (the past) in one statement; otherwise each in its own, in parallel where the database has connections for them.
 */
export const readCandidates = async (search: Search): Promise<readonly Candidate[]> => {
  const ways = waysTo(search)
  const statements = search.relations.selected.shared && ways.length > 1 ? [list(ways, ' union all ')] : ways
  const found = await Promise.all(statements.map((way) => search.db.rows<Row>(rowsOf(search, way))))
  const wordScore = wordScorer(search.termStatistics)
  const rows = new Map(found.flat().map((row) => [row.id, row]))
  return [...rows.values()].map(({ words, lex_len, ...row }) => ({ ...row, ...wordScore(words, lex_len) }))
}

const rowsOf = ({ relations, termStatistics, vector }: Search, found: Sql): Sql => sql`
      with ${relations.selected.given} found as (${found})
      select id, ordinal, created_at, subject, is_question, answer_bits, occurred_on, named_days::text as named_days,
             role, coalesce(episode_id::text || ' ' || turn, id::text) as said_in,
             lex_len, own_len, ${keeping(wordsThatCount(termStatistics))}::text as words, ${cosineOf(vector)} as cosine
      from found as m`

/** Without all that is not among these lexemes: written out and read again, a whole tsvector takes longer than to be found. */
const keeping = (lexemes: readonly string[]): Sql =>
  sql`ts_delete(search_vector, tsvector_to_array(ts_delete(search_vector, ${lexemes}::text[])))`

const waysTo = (search: Search): readonly Sql[] => {
  const { relations, termStatistics, vector, analysis } = search
  const { indexed } = relations.selected
  const few = termStatistics.memories <= SCAN_LIMIT
  const all = knownTerms(termStatistics)
  const selective = selectiveTerms(termStatistics)
  const ranges = termStatistics.days === null ? [] : rangesOf(analysis.dates, termStatistics.days)
  const named = termStatistics.days === null ? [] : namedRangesOf(analysis.dates, termStatistics.days)
  const words = all.length > 0 ? [byWords(indexed, selective, all)] : []
  const dates = [
    ...(ranges.length > 0 ? [byDate(indexed, { ranges, all })] : []),
    ...(named.length > 0 ? [byNamedDate(indexed, { ranges: named, all })] : []),
  ]
  const inOne = !few && !analysis.timeAlone && words.length > 0 && dates.length > 0
  return [
    ...(inOne ? [byWordsAndDate(indexed, selective, { ranges, named, all })] : [...words, ...dates]),
    ...(vector === null ? [] : [byVector(few ? indexed : nearest(search, vector), vector)]),
  ]
}

/** Looked up among all that is visible: those with a signature are what the filters leave of it. */
const nearest = ({ relations: { all, selected }, termStatistics }: Search, vector: Float32Array): Sql =>
  selected.signed === undefined
    ? selected.indexed
    : bySignature(all.indexed, selected.signed, {
        signature: signatureOf(vector),
        of: selected.narrowed ? undefined : termStatistics.memories,
      })

const columns = sql`id, ordinal, created_at, subject, is_question, answer_bits, occurred_on, named_days, episode_id, turn,
         role, lex_len, own_len, search_vector, context_embedding`

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

/** Of many memories those of the date that hold one of the words are found by the words, and ranked once for both. */
const byWordsAndDate = (rows: Sql, selective: readonly Term[], { ranges, named, all }: DateMention): Sql => sql`(
  with matched as materialized (
    select id, occurred_on, named_days, ${rankBy(all)} as rank
    from ${rows} as m
    where search_vector @@ ${anyOf(selective)}::tsquery
  )
  select ${columns}
  from (
    (select id from matched order by rank desc, id limit ${whole(BY_WORDS)})
    union
    (select id from matched where ${isIn(ranges)} or ${names(named)} order by rank desc, id limit ${whole(BY_DATE)})
  ) as best
  join ${rows} as m using (id)
)`

type Dated = { readonly ranges: readonly Span[]; readonly all: readonly Term[] }
type DateMention = Dated & { readonly named: readonly Span[] }

const byDate = (rows: Sql, { ranges, all }: Dated): Sql => sql`(
  select ${columns}
  from ${rows} as m
  where occurred_on between ${ranges.at(0)?.from ?? null}::date and ${ranges.at(-1)?.to ?? null}::date
    and ${isIn(ranges)}
  order by ${all.length > 0 ? rankBy(all) : sql`occurred_on`} desc, id
  limit ${whole(BY_DATE)}
)`

/** Those that name a day of it: looked up by where what they name begins and ends. */
const byNamedDate = (rows: Sql, { ranges, all }: Dated): Sql => sql`(
  select ${columns}
  from ${rows} as m
  where not isempty(named_days)
    and upper(named_days) > ${ranges.at(0)?.from ?? null}::date
    and lower(named_days) <= ${ranges.at(-1)?.to ?? null}::date
    and ${names(ranges)}
  order by ${all.length > 0 ? rankBy(all) : sql`occurred_on`} desc, id
  limit ${whole(BY_DATE)}
)`

const multirange = (ranges: readonly Span[]): string => `{${ranges.map(({ from, to }) => `[${from},${to}]`).join()}}`
const isIn = (ranges: readonly Span[]): Sql => sql`occurred_on <@ ${multirange(ranges)}::datemultirange`
const names = (ranges: readonly Span[]): Sql => sql`named_days && ${multirange(ranges)}::datemultirange`

const rankBy = (terms: readonly Term[]): Sql =>
  sql`ts_rank('{0,0.2,0.5,1}', search_vector, ${anyOf(terms)}::tsquery, 1)`

const cosineOf = (vector: Float32Array | null): Sql =>
  vector === null
    ? sql`null::float8`
    : sql`case when vector_dims(m.context_embedding) = ${vector.length}
       then 1 - (m.context_embedding <=> ${vector}::vector) end`

/** A tsquery of any of the terms. Terms are quoted: none of their signs is an operator. */
const anyOf = (terms: readonly Term[]): string => terms.flatMap(({ lexemes }) => lexemes.map(quoted)).join(' | ')
