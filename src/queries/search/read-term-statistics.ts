import { LANGUAGES, type Language } from '../../indexing/stop-words.js'
import { wordsOf } from '../../indexing/words.js'
import { attributeTerms } from './attributes/asked-attributes.js'
import { type Search, stage } from './context.js'
import { namedSubjects } from './embed-query.js'
import { commonWords, type RelatedTerms, type RelatedTermsTable, relatedTermsOf, relatedTo } from './related-terms.js'
import type { Lookup, LookupResult } from './search-index.js'
import { correctSpelling } from './spelling-correction.js'
import { lexemesOf, nothingKnown, queryWords, type Term, type TermStatistics } from './term-statistics.js'

/** Names may be stop words, so more words are compared with the known subjects than are looked up. */
const NAME_WORDS = 256

/** Looks up the query's words: document frequencies, averages, languages and known subjects. */
export const readTermStatistics = stage('words', async (search) => {
  const {
    index,
    relatedTerms,
    request: { query },
  } = search
  const words = queryWords(query, search.language)
  const near = [...relatedTo(commonWords(query, words), relatedTerms), ...attributeTerms(search.analysis.attributes)]
  const result = await index.lookUp(lookupOf(search, words, near))
  const count = (lexeme: string) => result.terms.get(lexeme) ?? 0
  const own = termStatisticsFrom({ result, query, words, count })
  const known = { ...own, relatedTerms: relatedTermsOf(own, near, count) }
  const isWord = isEnglish(search, words, relatedTerms)
  const termStatistics = await correctSpelling(index, { termStatistics: known, isWord })
  return { ...search, termStatistics, lessons: result.lessons }
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
  readonly result: LookupResult
  readonly query: string
  readonly words: readonly string[]
  readonly count: (lexeme: string) => number
}

const termStatisticsFrom = ({ result, query, words, count }: Looked): TermStatistics => {
  const visible = LANGUAGES.filter((language) => result.languages.includes(language))
  const languages: readonly Language[] = visible.length > 0 ? visible : ['en']
  const termOf = termsOf(words, languages, count)
  return {
    ...nothingKnown,
    memories: result.memories,
    length: result.length,
    languages,
    terms: [...new Set(termOf.values())],
    termOf,
    subjects: namedSubjects(query, result.subjects),
    days: result.days,
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

const namesIn = (query: string): readonly string[] => [...new Set(wordsOf(query))].slice(0, NAME_WORDS)
