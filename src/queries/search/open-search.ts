import { setImmediate as eventLoop } from 'node:timers/promises'
import { inTurns, ownRound } from '../../concurrency/steps.js'
import { detectLanguage } from '../../indexing/detect-language.js'
import { quoted } from '../../indexing/search-vector.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { isOpen } from '../bank-index/bank.js'
import { countAllWords } from '../bank-index/change-bank.js'
import { type PermittedReads, permittedReads } from '../bank-index/permitted-ids.js'
import { TermFrequencies } from '../bank-index/term-frequencies.js'
import { visibleWords } from '../bank-index/visible-bank.js'
import type { LessonsInScope } from '../visible-lessons.js'
import type { SearchRequest } from './answer.js'
import { candidatesOf, type OwnWordsOf, ownWordsOf, permittedCandidates } from './bank-candidates.js'
import { NO_LESSON } from './check-lessons.js'
import { type Search, type SearchDependencies, stage } from './context.js'
import { readCandidates } from './database-candidates.js'
import { emptyPackage } from './packaging/pack.js'
import { anyOf, around, placedAmong, saidAround, saidBy } from './placed-rows.js'
import { analyzeQuery, nothingAsked } from './query-analysis/query-analysis.js'
import { pastRelations, presentRelations, type SearchRelations } from './relations.js'
import type { DocumentFrequencies, Lookup, LookupResult, OwnWords, Query, SearchIndex } from './search-index.js'
import { nothingKnown } from './term-statistics.js'

type InMemory = {
  readonly frequencies: TermFrequencies
  readonly lessons: LessonsInScope
  /** Which memories pass the filters, where it is not known yet. */
  readonly filtered?: PermittedReads | undefined
}

/** Answers from a bank, and from the database once that was dropped for another user's. */
const inMemory = ({ frequencies, lessons, filtered }: InMemory, database: SearchIndex): SearchIndex => {
  const { visible } = frequencies
  /** Of the candidates; undefined where those were not found here. */
  let own: OwnWordsOf | undefined
  const answer =
    <Asked, Answer>(here: (asked: Asked) => Answer, there: (asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> =>
      isOpen(visible.bank) ? here(asked) : there(asked)
  return {
    lookUp: answer((lookup) => ({ lessons, ...lookUpIn(frequencies, lookup) }), database.lookUp),
    vocabulary: async () => {
      await inTurns(countAllWords(visible.bank))
      return isOpen(visible.bank) ? visibleWords(visible) : database.vocabulary()
    },
    candidates: async (search) => {
      const found = isOpen(visible.bank) ? await candidatesIn(search, { frequencies, filtered }) : undefined
      own = found && ownWordsOf(visible, found)
      return found ?? database.candidates(search)
    },
    ownWords: (ids) => own?.(ids) ?? database.ownWords(ids),
  }
}

/** Undefined where the bank is dropped before these are known. */
const candidatesIn = (query: Query, { frequencies, filtered }: Pick<InMemory, 'frequencies' | 'filtered'>) =>
  filtered ? permittedCandidates(query, frequencies, filtered) : candidatesOf(query, frequencies)

const lookUpIn = (frequencies: TermFrequencies, { lexemes, names }: Lookup): Omit<LookupResult, 'lessons'> => {
  const { visible } = frequencies
  const { groups } = visible
  const subjects = new Set(groups.flatMap(({ subjects }) => [...subjects.keys()]))
  const wanted = new Set(names)
  return {
    memories: sum(groups.map(({ memories }) => memories)),
    length: sum(groups.map(({ length }) => length)),
    terms: documentsIn(frequencies, lexemes),
    languages: [...new Set(groups.flatMap(({ languages }) => [...languages.keys()]))],
    subjects: [...subjects].filter((subject) => subject.split(/['’\-.,_/ ]/).some((word) => wanted.has(word))).sort(),
  }
}

const documentsIn = (frequencies: TermFrequencies, lexemes: readonly string[]): DocumentFrequencies => {
  const documents = new Map<string, number>()
  for (const lexeme of lexemes) {
    const { slots } = frequencies.ofLexeme(quoted(lexeme))
    if (slots.length > 0) documents.set(lexeme, slots.length)
  }
  return documents
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Answers from the read tables, which takes time in proportion to what the caller may see. */
const inDatabase = (db: Database, relations: SearchRelations): SearchIndex => {
  let own: OwnWordsOf | undefined
  return {
    lookUp: (lookup) => lookUp(db, relations, lookup),
    vocabulary: async () => (relations.past ? new Map() : readVocabulary(db, relations)),
    candidates: async (query) => {
      const found = await readCandidates(db, relations, query)
      own = found.own
      return found.candidates
    },
    ownWords: (ids) => own?.(ids) ?? NO_WORDS,
  }
}

const NO_WORDS: OwnWords = { places: new Map(), documents: new Map(), directions: new Map() }

/** Words count for the memories up to so many places away. */
const REACH = 2

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

type Terms = { readonly terms: Readonly<Record<string, number>> }

const lookUp = async (db: Database, relations: SearchRelations, { lexemes, names }: Lookup): Promise<LookupResult> => {
  const [row] = await db.rows<Omit<LookupResult, 'terms'> & Terms>(sql`
  with ${said(relations, lexemes)},
  named as (
    select distinct subject
    from said
    where string_to_array(translate(subject, '''’-.,_/', '       '), ' ') && ${names}::text[]
  )
  select count(*)::float8 as memories, (coalesce(sum(${lengthWithNeighbours}), 0) + ${lengthAround})::float8 as length,
         coalesce(json_agg(distinct language), '[]') as languages,
         (select coalesce(json_agg(subject order by subject), '[]') from named) as subjects,
         (select coalesce(json_object_agg(lexeme, memories), '{}') from ${frequencies(lexemes)} as f) as terms,
         ${relations.lessons} as lessons
  from said`)
  if (row === undefined) throw new Error('a sum without a row')
  return { ...row, terms: new Map(Object.entries(row.terms)) }
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

/** The day that is asked about, YYYY-MM-DD: relative dates of the query count from it. */
export const dayAsked = ({ request, now }: Pick<Search, 'request' | 'now'>): string =>
  (request.asOf ?? now()).slice(0, 10)

export const begin = async (
  db: Database,
  dependencies: SearchDependencies,
  request: SearchRequest,
): Promise<Search> => {
  const relations = await openRelations(db, request)
  return {
    ...dependencies,
    db,
    request,
    language: 'en',
    relations,
    mayAssume: false,
    assumed: undefined,
    index: inDatabase(db, relations),
    analysis: nothingAsked,
    termStatistics: nothingKnown,
    vector: null,
    candidates: [],
    matches: [],
    memories: [],
    details: new Map(),
    leftOut: new Map(),
    consensus: undefined,
    ranks: new Map(),
    lessons: { any: false, withheld: [] },
    withheld: [],
    lessonCheck: NO_LESSON,
    packed: emptyPackage,
    counts: [],
    degraded: [],
    skipped: new Map(),
  }
}

/** The relations of the past for an instant that has passed; for one to come, those of the present. */
const openRelations = async (db: Database, request: SearchRequest): Promise<SearchRelations> => {
  const { asOf, scope } = request
  if (asOf === undefined) return presentRelations(request)
  const [row] = await db.rows<{ ahead: boolean }>(sql`
    select ${asOf}::timestamptz > now()
       and not exists (select from bank where user_id = ${scope.userId} and at > ${asOf}::timestamptz) as ahead`)
  return row?.ahead ? presentRelations(request) : pastRelations(request, asOf)
}

/**
 * Opens the index, or assumes that it is as it was opened last; and reads the query while the database answers: the statement
 * is under way by the next turn of the event loop. A query of which no language can be told is taken for one of the language
 * before, English at first.
 */
export const openSearch = stage('open', async (search) => {
  const assumed = search.mayAssume && !search.relations.past ? search.banks?.assume(viewOf(search)) : undefined
  if (assumed) {
    const index = inMemory(assumed, inDatabase(search.db, search.relations))
    await ownRound()
    return { ...search, assumed: assumed.fingerprint, index, ...readQuery(search) }
  }
  const [index, read] = await Promise.all([openIndex(search), eventLoop().then(() => readQuery(search))])
  await ownRound()
  return { ...search, index, ...read }
})

const viewOf = ({ request }: Search) => ({ scope: request.scope, filters: request })

const readQuery = (search: Search): Pick<Search, 'language' | 'analysis'> => {
  const { query } = search.request
  const language = detectLanguage(query) ?? search.language
  return { language, analysis: analyzeQuery(query, dayAsked(search), language) }
}

/** The user's bank where it is in memory, up to date; otherwise, and for the past, the database. */
const openIndex = async (search: Search): Promise<SearchIndex> => {
  const { db, relations, banks } = search
  const database = inDatabase(db, relations)
  const bank = relations.past ? undefined : await banks?.open(db, viewOf(search))
  if (!bank) return database
  const filtered = bank.isWide ? permittedReads(db, search.request.scope, search.request) : undefined
  return inMemory({ ...bank, frequencies: new TermFrequencies(bank), filtered }, database)
}
