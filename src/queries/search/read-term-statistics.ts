import { LANGUAGES, type Language } from '../../indexing/stop-words.js'
import { wordsOf } from '../../indexing/words.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql } from '../../postgres/sql.js'
import { type Lookup, statisticsOf, type TermStatisticsRow } from './bank-statistics.js'
import { type Search, stage } from './context.js'
import { namedSubjects } from './embed-query.js'
import { commonWords, type RelatedTerms, type RelatedTermsTable, relatedTermsOf, relatedTo } from './related-terms.js'
import type { SearchRelations } from './relations.js'
import { correctSpelling } from './spelling-correction.js'
import { lexemesOf, nothingKnown, queryWords, type Term, type TermStatistics } from './term-statistics.js'

/** Names may be stop words, so more words are compared with the known subjects than are looked up. */
const NAME_WORDS = 256

/** Looks up the query's words: document frequencies, averages, languages and known subjects, in one statement. */
export const readTermStatistics = stage('words', async (search) => {
  const {
    db,
    relatedTerms,
    request: { query },
  } = search
  const words = queryWords(query, search.language)
  const near = relatedTo(commonWords(query, words), relatedTerms)
  const lookup = lookupOf(search, words, near)
  const bank = search.relations.past ? undefined : await search.banks?.open(db, search.request.scope, search.request)
  const row = bank ? statisticsOf(bank, lookup) : await readStatistics(db, search.relations.all, lookup)
  const counted = new Map(Object.entries(row.terms))
  const count = (lexeme: string) => counted.get(lexeme) ?? 0
  const own = termStatisticsFrom({ row, query, words, count })
  const known = { ...own, relatedTerms: relatedTermsOf(own, near, count) }
  return {
    ...search,
    bank,
    termStatistics: await correctSpelling(db, search.relations, {
      termStatistics: known,
      isWord: isEnglish(search, words, relatedTerms),
    }),
  }
})

/**
 * Whether a word of an English query is one that the list of English words knows, and no name: then it is no typing error,
 * even where a memory holds one that looks like it.
 */
const isEnglish = ({ request, language }: Search, words: readonly string[], relatedTerms: RelatedTerms) => {
  const common = new Set(language === 'en' ? commonWords(request.query, words) : [])
  return (word: string): boolean =>
    common.has(word) && lexemesOf(word, ['en']).some((lexeme) => relatedTerms(lexeme).length > 0)
}

type Looked = {
  readonly row: TermStatisticsRow
  readonly query: string
  readonly words: readonly string[]
  readonly count: (lexeme: string) => number
}

const termStatisticsFrom = ({ row, query, words, count }: Looked): TermStatistics => {
  const visible = LANGUAGES.filter((language) => row.languages.includes(language))
  const languages: readonly Language[] = visible.length > 0 ? visible : ['en']
  const termOf = termsOf(words, languages, count)
  return {
    ...nothingKnown,
    memories: row.memories,
    length: row.length,
    languages,
    terms: [...new Set(termOf.values())],
    termOf,
    subjects: namedSubjects(query, row.subjects),
    days: row.days,
  }
}

/** Words with the same stems are one term; a word without one, in all of these languages, has none. */
const termsOf = (
  words: readonly string[],
  languages: readonly Language[],
  count: (lexeme: string) => number,
): ReadonlyMap<string, Term> => {
  const terms = new Map<string, Term>()
  return new Map(
    words.flatMap((word) => {
      const lexemes = lexemesOf(word, languages)
      if (lexemes.length === 0) return []
      const key = lexemes.join(' ')
      const term = terms.get(key) ?? { lexemes, memories: lexemes.reduce((sum, lexeme) => sum + count(lexeme), 0) }
      terms.set(key, term)
      return [[word, term] as const]
    }),
  )
}

const lookupOf = (
  { analysis, request }: Search,
  words: readonly string[],
  near: readonly RelatedTermsTable[],
): Lookup => ({
  lexemes: [...new Set([...words.flatMap((word) => lexemesOf(word)), ...near.map(({ lexeme }) => lexeme)])],
  names: namesIn(request.query),
  dated: analysis.dates.length > 0,
})

const readStatistics = async (
  db: Database,
  all: SearchRelations['all'],
  { lexemes, names, dated }: Lookup,
): Promise<TermStatisticsRow> => {
  const [row] = await db.rows<TermStatisticsRow>(sql`
  with ${all.given} visible as (
    select coalesce(sum(memories), 0)::float8 as memories, coalesce(sum(lex_len), 0)::float8 as length
    from ${all.groups} as g
  ),
  named as (
    select distinct subject
    from ${all.subjects} as s
    where string_to_array(translate(subject, '''’-.,_/', '       '), ' ') && ${names}::text[]
  )
  select memories, length,
         (select coalesce(json_object_agg(lexeme, memories), '{}') from ${all.terms(lexemes)} as t) as terms,
         (select coalesce(json_agg(distinct language), '[]') from ${all.languages} as l) as languages,
         (select coalesce(json_agg(subject order by subject), '[]') from named) as subjects,
         ${dated ? daysOf(all) : sql`null::json`} as days
  from visible`)
  if (row === undefined) throw new Error('a sum without a row')
  return row
}

const namesIn = (query: string): readonly string[] => [...new Set(wordsOf(query))].slice(0, NAME_WORDS)

const daysOf = (all: SearchRelations['all']): Sql => sql`(
           select json_build_object('from', min(occurred_on), 'to', max(occurred_on))
           from ${all.indexed} as m
           having min(occurred_on) is not null
         )`
