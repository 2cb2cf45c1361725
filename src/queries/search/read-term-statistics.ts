import { distance } from 'fastest-levenshtein'
import { folded } from '../../text/fold.js'
import { LANGUAGES, type Language, wordsOf } from '../../text/words.js'
import { type DocumentFrequencies, type LookupResult, type Search, type SearchIndex, stage } from './context.js'
import { namedSubjects } from './embed-query.js'
import { attributeTerms } from './query-analysis/query-analysis.js'
import {
  commonWords,
  lexemesOf,
  nothingKnown,
  queryWords,
  type RelatedTerms,
  relatedTermsOf,
  relatedTo,
  type Term,
  type TermStatistics,
} from './term-statistics.js'

/** Shorter words are not looked for in other spellings: too many are alike. */
const SHORTEST = 4
/** Words of a query that are respelt, at most. */
const RESPELT = 4

const plainWord = /^[\p{L}\p{M}]+$/u

/** How many letters may be wrong. */
const slips = (word: string): number => (word.length < 8 ? 1 : 2)

/**
 * Words that no visible memory holds, and that are none of the language, are taken for those that they are most like, letter
 * by letter and accents aside, of the visible vocabulary: for the nearest (Levenshtein 1966; two letters that changed places
 * count as one slip), of equals the more frequent. Looks at the vocabulary only where there is such a word.
 */
const correctSpelling = async (
  index: Pick<SearchIndex, 'vocabulary' | 'lookUp'>,
  { termStatistics, isWord }: { readonly termStatistics: TermStatistics; readonly isWord: (word: string) => boolean },
): Promise<TermStatistics> => {
  const unknown = [...termStatistics.termOf]
    .filter(([word, { memories }]) => memories === 0 && [...word].length >= SHORTEST && plainWord.test(word))
    .map(([word]) => word)
    .filter((word) => !isWord(word))
    .slice(0, RESPELT)
  if (unknown.length === 0 || termStatistics.memories === 0) return termStatistics
  const vocabulary = await index.vocabulary()
  const meant = new Map(unknown.flatMap((word) => nearest(word, vocabulary, termStatistics.languages)))
  if (meant.size === 0) return termStatistics
  const lexemes = [...new Set([...meant.values()].flat())]
  return withSpellings(termStatistics, meant, (await index.lookUp({ lexemes, names: [] })).terms)
}

/** The query may hold the word that is meant, too. */
const withSpellings = (
  termStatistics: TermStatistics,
  meant: ReadonlyMap<string, readonly string[]>,
  memories: DocumentFrequencies,
): TermStatistics => {
  const known = [...termStatistics.terms]
  const termFor = (lexemes: readonly string[]): Term => {
    const held = known.find((term) => lexemes.every((lexeme) => term.lexemes.includes(lexeme)))
    if (held) return held
    const term = termFrom(lexemes, memories)
    known.push(term)
    return term
  }
  const termOf = new Map([
    ...termStatistics.termOf,
    ...[...meant].map(([word, lexemes]) => [word, termFor(lexemes)] as const),
  ])
  return { ...termStatistics, termOf, terms: [...new Set(termOf.values())] }
}

/** The lexemes that the nearest word of the vocabulary may have. */
const nearest = (
  word: string,
  vocabulary: ReadonlyMap<string, number>,
  languages: readonly Language[],
): readonly (readonly [string, readonly string[]])[] => {
  const asked = folded(word)
  const most = slips(word)
  let best: Found | undefined
  for (const [known, memories] of vocabulary) {
    if (Math.abs(known.length - asked.length) > most) continue
    const found = { known, slips: slipsBetween(asked, known), memories }
    if (found.slips <= most && (best === undefined || isBetter(found, best))) best = found
  }
  return best === undefined ? [] : [[word, lexemesOf(best.known, languages)]]
}

type Found = { readonly known: string; readonly slips: number; readonly memories: number }

const isBetter = (a: Found, b: Found): boolean =>
  (a.slips - b.slips || b.memories - a.memories || (a.known < b.known ? -1 : 1)) < 0

/** Two letters that changed places are one slip. */
const slipsBetween = (a: string, b: string): number => {
  const plain = distance(a, b)
  return plain === 2 && a.length === b.length && isSwapped(a, b) ? 1 : plain
}

const isSwapped = (a: string, b: string): boolean => {
  let i = 0
  while (a[i] === b[i]) i++
  return a[i] === b[i + 1] && a[i + 1] === b[i]
}

/** Names may be stop words, so more words are compared with the known subjects than are looked up. */
const NAME_WORDS = 256

/** Looks up the query's words: document frequencies, averages, languages and known subjects. */
export const readTermStatistics = stage('words', async (search) => {
  const { index, relatedTerms, request, language, analysis } = search
  const words = queryWords(request.query, language)
  const near = [...relatedTo(commonWords(request.query, words), relatedTerms), ...attributeTerms(analysis.attributes)]
  const result = await index.lookUp({
    lexemes: [...new Set([...words.flatMap((word) => lexemesOf(word)), ...near.map(({ lexeme }) => lexeme)])],
    names: [...new Set(wordsOf(request.query))].slice(0, NAME_WORDS),
  })
  const own = termStatisticsFrom(result, request.query, words)
  const known = { ...own, relatedTerms: relatedTermsOf(own, near, (lexeme) => result.terms.get(lexeme) ?? 0) }
  const isWord = isEnglish(search, words, relatedTerms)
  const termStatistics = await correctSpelling(index, { termStatistics: known, isWord })
  return { ...search, termStatistics, lessons: result.lessons }
})

/** Whether the list of English words has a word of an English query, no name: then it is no typing error. */
const isEnglish = ({ request, language }: Search, words: readonly string[], relatedTerms: RelatedTerms) => {
  const common = new Set(language === 'en' ? commonWords(request.query, words) : [])
  return (word: string): boolean =>
    common.has(word) && lexemesOf(word, ['en']).some((lexeme) => relatedTerms(lexeme).length > 0)
}

const termStatisticsFrom = (result: LookupResult, query: string, words: readonly string[]): TermStatistics => {
  const visible = LANGUAGES.filter((language) => result.languages.includes(language))
  const languages: readonly Language[] = visible.length > 0 ? visible : ['en']
  const termOf = termsOf(words, languages, result.terms)
  return {
    ...nothingKnown,
    memories: result.memories,
    length: result.length,
    languages,
    terms: [...new Set(termOf.values())],
    termOf,
    subjects: namedSubjects(query, result.subjects),
  }
}

/** Words with the same stems are one term; a word without one, in all of these languages, has none. */
const termsOf = (
  words: readonly string[],
  languages: readonly Language[],
  counts: DocumentFrequencies,
): ReadonlyMap<string, Term> => {
  const terms = new Map<string, Term>()
  return new Map(
    words.flatMap((word) => {
      const lexemes = lexemesOf(word, languages)
      if (lexemes.length === 0) return []
      const key = lexemes.join(' ')
      const term = terms.get(key) ?? termFrom(lexemes, counts)
      terms.set(key, term)
      return [[word, term] as const]
    }),
  )
}

const termFrom = (lexemes: readonly string[], counts: DocumentFrequencies): Term => ({
  lexemes,
  memories: lexemes.reduce((sum, lexeme) => sum + (counts.get(lexeme) ?? 0), 0),
})
