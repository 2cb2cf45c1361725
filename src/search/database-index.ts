import { eachOf, inTurns } from '../concurrency/steps.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { createBank, releaseBank, type StoredMemory } from '../queries/bank-index/bank.js'
import { addMemory } from '../queries/bank-index/change-bank.js'
import { settle } from '../queries/bank-index/neighbours.js'
import { TermFrequencies } from '../queries/bank-index/term-frequencies.js'
import { VectorArena } from '../queries/bank-index/vector-arena.js'
import { visibleBank } from '../queries/bank-index/visible-bank.js'
import { indexedColumns, restsOnOf, saidInOf } from '../queries/visible-memories.js'
import { addDays } from '../text/dates/day.js'
import { candidatesOf, withOwnWords } from './memory-index.js'
import { rangesOf } from './query-analysis/query-dates.js'
import { anyOf, around, placedAmong, type SearchRelations, saidAround, saidBy } from './relations.js'
import type { Query } from './score.js'
import { B, K1, RELATED } from './score-bank.js'
import type { Candidates, Lookup, LookupResult, SearchIndex } from './search-index.js'
import { idf, selectiveTerms, type TermStatistics } from './term-statistics.js'

/** How many memories are found by their own words, by their own vector, and by a date that the query names. */
const BY_WORDS = 200
const BY_VECTOR = 100
const BY_DATE = 100
/** Words count for the memories up to so many places away: what matches by them, and so far from there what it is measured with. */
const REACH = 2

type Row = Omit<StoredMemory, 'spelt'> & { readonly candidate: boolean; readonly trust: number | null }

let arena: VectorArena | undefined

/** What the database finds, with what stands around it, is scored as a bank in memory is: in one of its own. */
const readCandidates = async (db: Database, relations: SearchRelations, query: Query): Promise<Candidates> => {
  const rows = await db.rows<Row>(statementOf(relations, query))
  arena ??= new VectorArena()
  const bank = createBank(arena, query.vector?.length ?? 1)
  try {
    await inTurns(eachOf(rows, (row) => addMemory(bank, { ...row, spelt: '' })))
    settle(bank)
    const trust = new Map(rows.map((row) => [row.reader_group, row.trust]))
    const among = new Set(rows.flatMap(({ id, candidate }) => (candidate ? [id] : [])))
    const visible = visibleBank(bank, trust, among)
    // In how many of all memories a lexeme occurs is estimated by those that were read: to count them takes longer than to search.
    const standsFor = query.termStatistics.memories / Math.max(1, rows.length)
    return withOwnWords(visible, candidatesOf(query, new TermFrequencies(visible)), standsFor)
  } finally {
    releaseBank(bank)
  }
}

/** `in` as an expression of its own is looked up in a hash table, whatever the planner thinks of the number of rows. */
const isIn = (what: Sql, rows: Sql): Sql => sql`(${what} in (${rows})) is true`

const statementOf = (relations: SearchRelations, query: Query): Sql => {
  const permitted = relations.permitted ? isIn(sql`id`, sql`select id from ${relations.permitted} as p`) : sql`true`
  return sql`
  with ${placedAmong(relations)},
  resting as materialized (
    select n, unnest(${restsOnOf(sql`v`)})::uuid as on_id
    from visible as v
    where is_derived
      and ${relations.past ? sql`false` : permitted}
  ),
  said as materialized (
    select v.n, v.occurred_on, t.*
    from visible as v
    ${saidBy(relations, sql`named_days, ${rank(query.termStatistics)} as rank, ${cosine(query.vector)} as cosine`)}
    where ${permitted}
       or ${isIn(sql`id`, sql`select on_id from resting`)}
  ),
  found as (
    (select n from said where rank is not null order by rank desc, n limit ${whole(BY_WORDS)})
    union all
    (select n from said where cosine is not null order by cosine desc, n limit ${whole(BY_VECTOR)})
    union all
    (select n from said where ${isDated(query)} order by rank desc nulls last, occurred_on desc, n limit ${whole(BY_DATE)})
    union all
    (select n from visible where id = ${query.anyway ?? null}::uuid)
  ),
  ${surroundings}
  select v.id, v.reader_group, v.session, v.ordinal, v.subject, v.role, v.occurred_on, v.observed_at, v.observed_offset,
         ${saidInOf(sql`v`, sql`v.turn`)} as said_in, ${restsOnOf(sql`v`)} as rests_on,
         v.text_hash::text as text_hash, t.*, ${relations.trust} as trust,
         ${isIn(sql`n`, sql`select at from near`)} and ${permitted} as candidate
  from visible as v
  ${saidBy(relations, indexedColumns)}
  where ${isIn(sql`n`, sql`select at from beside`)}`
}

/** Rows that may match (`near`): around what was found or resting on it; and what these are measured with. */
const surroundings: Sql = sql`near as (
    select distinct at
    from visible
    cross join lateral ${around(REACH)} as at
    where ${isIn(sql`n`, sql`select n from found`)}
    union
    select n
    from resting
    where ${isIn(sql`on_id`, sql`select id from visible where ${isIn(sql`n`, sql`select n from found`)}`)}
  ),
  beside as (
    select distinct at
    from visible
    cross join lateral ${around(REACH)} as at
    where ${isIn(sql`n`, sql`select at from near`)}
    union
    select n
    from visible
    where ${isIn(sql`id`, sql`select on_id from resting where ${isIn(sql`n`, sql`select at from near`)}`)}
  )`

/** BM25 of the words that a memory holds itself; null where it holds none that tells memories apart. */
const rank = (termStatistics: TermStatistics): Sql => {
  const telling = selectiveTerms(termStatistics).flatMap(({ lexemes }) => lexemes)
  const related = termStatistics.relatedTerms.map(({ lexeme }) => lexeme)
  const average = Math.max(1, termStatistics.length / Math.max(1, termStatistics.memories))
  const norm = sql`${K1}::float8 * (1 - ${B}::float8 + ${B}::float8 * ${WITH_NEIGHBOURS}::float8 * (text_len + name_len) / ${average}::float8)`
  return sql`case when own_words @@ ${anyOf([...telling, ...related])}::tsquery then (
        select sum((${JSON.stringify(weightsOf(termStatistics))}::jsonb ->> lexeme)::float8
                   * cardinality(positions) / (cardinality(positions) + ${norm}))
        from unnest(own_words) as word (lexeme, positions, weights)
      ) end`
}

/** A memory with its neighbours is about so many times as long as itself, in tenths of a position. */
const WITH_NEIGHBOURS = 24

const weightsOf = (termStatistics: TermStatistics): Readonly<Record<string, number>> => {
  const weights: Record<string, number> = {}
  for (const { lexeme, memories, cosine } of termStatistics.relatedTerms)
    weights[lexeme] = Math.max(weights[lexeme] ?? 0, RELATED * cosine * idf(termStatistics, memories))
  for (const { lexemes, memories } of termStatistics.terms)
    for (const lexeme of lexemes) weights[lexeme] = idf(termStatistics, memories)
  return weights
}

const cosine = (vector: Float32Array | null): Sql =>
  vector === null
    ? sql`null::float8`
    : sql`case when vector_dims(embedding) = ${vector.length} then 1 - (embedding <=> ${vector}::vector) end`

const isDated = ({ analysis, today, timeZone }: Query): Sql => {
  if (analysis.dates.length === 0) return sql`false`
  // By a clock of the request's zone a time of no known place may have the day before or after.
  const around = timeZone === undefined ? 0 : 1
  const days = `{${rangesOf(analysis.dates, today)
    .map(({ from, to }) => `[${addDays(from, -around)},${addDays(to, around)}]`)
    .join()}}`
  return sql`(occurred_on <@ ${days}::datemultirange or named_days && ${days}::datemultirange)`
}

/** Answers from the read tables, which takes time in proportion to what the caller may see. */
export const inDatabase = (db: Database, relations: SearchRelations): SearchIndex => ({
  lookUp: (lookup) => lookUp(db, relations, lookup),
  vocabulary: async () => (relations.past ? new Map() : readVocabulary(db, relations)),
  candidates: (query) => readCandidates(db, relations, query),
})

/** What everything visible says, and its context, with the words only of what holds one of these lexemes. */
const said = (relations: SearchRelations, lexemes: readonly string[]): Sql => {
  const words = sql`case when own_words @@ ${anyOf(lexemes)}::tsquery then own_words end as own_words`
  return sql`${placedAmong(relations)},
  said as materialized (
    select v.n, v.place, v.line_length, v.subject, t.*
    from visible as v
    ${saidBy(relations, sql`language, text_len, name_len, ${words}`)}
  ),
  said_around as materialized (
    ${saidAround(relations, sql`text_len, ${words}`)}
  )`
}

/** In how many memories each lexeme occurs. Words of a text count for those around it and for what rests on it, words of a name do not. */
const frequencies = (lexemes: readonly string[]): Sql => sql`(
    select lexeme, count(distinct at) as memories
    from (
      select word.lexeme, at
      from said
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      cross join lateral ${around(REACH)} as at
      where 'D' = any(word.weights)
      union all
      select word.lexeme, n
      from said
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      where 'A' = any(word.weights)
      union all
      select word.lexeme, n
      from said_around
      cross join lateral unnest(own_words) as word (lexeme, positions, weights)
      where 'D' = any(word.weights)
    ) as held
    where lexeme = any(${lexemes})
    group by lexeme
  )`

type Found = Omit<LookupResult, 'terms' | 'lessons'> & { readonly terms: Readonly<Record<string, number>> }

const lookUp = async (db: Database, relations: SearchRelations, { lexemes, names }: Lookup): Promise<LookupResult> => {
  const [lessons, [row]] = await Promise.all([
    relations.lessons(db),
    db.rows<Found>(sql`
  with ${said(relations, lexemes)},
  named as (
    select distinct subject
    from said
    where string_to_array(translate(subject, '''’-.,_/', '       '), ' ') && ${names}::text[]
  )
  select count(*)::float8 as memories, (coalesce(sum(${lengthWithNeighbours}), 0) + ${lengthAround})::float8 as length,
         coalesce(json_agg(distinct language), '[]') as languages,
         (select coalesce(json_agg(subject order by subject), '[]') from named) as subjects,
         (select coalesce(json_object_agg(lexeme, memories), '{}') from ${frequencies(lexemes)} as f) as terms
  from said`),
  ])
  if (row === undefined) throw new Error('a sum without a row')
  return { ...row, lessons, terms: new Map(Object.entries(row.terms)) }
}

/** In tenths of a position; what a text adds to the lengths around it is counted with the text. */
const lengthWithNeighbours: Sql = sql`10 * (text_len + name_len) + text_len * (
           5 * (least(1, place - 1) + least(1, line_length - place))
           + 2 * ((place > 2)::int + (line_length - place > 1)::int))`

/** What texts add to the lengths of what rests on them. */
const lengthAround: Sql = sql`(select coalesce(sum(text_len * case when rank <= 2 then 5 else 2 end), 0) from said_around)`

const readVocabulary = async (db: Database, relations: SearchRelations): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.rows<{ readonly word: string; readonly memories: number }>(sql`
  select word, count(*)::float8 as memories
  from ${relations.visible} as v
  ${saidBy(relations, sql`spelt`)}
  cross join lateral unnest(string_to_array(spelt, ' ')) as word
  group by word`)
  return new Map(rows.map(({ word, memories }) => [word, memories]))
}
