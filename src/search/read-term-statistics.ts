import { distance } from 'fastest-levenshtein'
import { folded } from '../text/fold.js'
import { LANGUAGES, type Language, wordsOf } from '../text/words.js'
import { namedSubjects } from './embed-query.js'
import type { OpenedSearch } from './open-search.js'
import { attributeTerms } from './query-analysis/query-analysis.js'
import type { LookupResult } from './search-index.js'
import {
  commonWords,
  type DocumentFrequencies,
  lexemesOf,
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

/** A query, where its words are looked up, and which words stand near one another in meaning. */
type QueryWords = Pick<OpenedSearch, 'index' | 'asked' | 'named' | 'language' | 'analysis'> & {
  readonly relatedTerms: RelatedTerms
}

const plainWord = /^[\p{L}\p{M}]+$/u

/** How many letters may be wrong. */
const slips = (word: string): number => (word.length < 8 ? 1 : 2)

type Known = Pick<LookupResult, 'terms'> &
  Pick<TermStatistics, 'languages'> & {
    /** The words of the query that are no names. */
    readonly common: readonly string[]
  }

/**
 * The terms of a query once more, words that no visible memory holds, and that are none of the language, taken for those that they
 * are most like, letter by letter and accents aside, of the visible vocabulary: for the nearest (Levenshtein 1966; two letters that
 * changed places count as one slip), of equals the more frequent. Looks at the vocabulary only where there is such a word.
 */
const correctSpelling = async (
  query: QueryWords,
  termOf: ReadonlyMap<string, Term>,
  { common, terms, languages }: Known,
): Promise<ReadonlyMap<string, Term>> => {
  const isWord = isEnglish(query, common)
  const unknown = [...termOf].flatMap(([word, { memories }]) =>
    memories === 0 && [...word].length >= SHORTEST && plainWord.test(word) && !isWord(word) ? [word] : [],
  )
  if (unknown.length === 0) return termOf
  const vocabulary = await query.index.vocabulary()
  const meant = new Map(unknown.slice(0, RESPELT).flatMap((word) => nearest(word, vocabulary, languages)))
  if (meant.size === 0) return termOf
  const { terms: more } = await query.index.lookUp({ lexemes: [...new Set([...meant.values()].flat())], names: [] })
  const words = [...termOf].map(([word, { lexemes }]) => [word, meant.get(word) ?? lexemes] as const)
  return termsOf(words, new Map([...terms, ...more]))
}

/** Whether the list of English words has a word of an English query, no name: then it is no typing error. */
const isEnglish =
  ({ language, relatedTerms }: QueryWords, common: readonly string[]) =>
  (word: string): boolean =>
    language === 'en' &&
    common.includes(word) &&
    lexemesOf(word, ['en']).some((lexeme) => relatedTerms(lexeme).length > 0)

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

/** What is known of the words of a query; and of the lessons of the caller's scope, which are looked up with them. */
export type KnownWords = Pick<LookupResult, 'lessons'> & { readonly termStatistics: TermStatistics }

/** Looks up the query's words: document frequencies, averages, languages and known subjects. */
export const readTermStatistics = async (query: QueryWords): Promise<KnownWords> => {
  const { index, relatedTerms, asked, named, language, analysis } = query
  const words = queryWords(asked, language, named)
  const all = `${asked} ${named}`
  const common = commonWords(all, words)
  const near = [...relatedTo(common, relatedTerms), ...attributeTerms(analysis.attributes)]
  const { memories, length, terms, lessons, ...visible } = await index.lookUp({
    lexemes: [...new Set([...words.flatMap((word) => lexemesOf(word)), ...near.map(({ lexeme }) => lexeme)])],
    names: [...new Set(wordsOf(all))].slice(0, NAME_WORDS),
  })
  const known = LANGUAGES.filter((each) => visible.languages.includes(each))
  const languages: readonly Language[] = known.length > 0 ? known : ['en']
  const asWritten = termsOf(
    words.map((word) => [word, lexemesOf(word, languages)]),
    terms,
  )
  const termOf = memories === 0 ? asWritten : await correctSpelling(query, asWritten, { common, terms, languages })
  const own: TermStatistics = {
    memories,
    length,
    languages,
    terms: [...new Set(termOf.values())],
    termOf,
    relatedTerms: [],
    subjects: namedSubjects(all, visible.subjects),
  }
  return { termStatistics: { ...own, relatedTerms: relatedTermsOf(own, near, terms) }, lessons }
}

/** Words with the same lexemes are one term; a word without one has none. */
const termsOf = (
  words: readonly (readonly [word: string, lexemes: readonly string[]])[],
  counts: DocumentFrequencies,
): ReadonlyMap<string, Term> => {
  const terms = new Map<string, Term>()
  return new Map(
    words.flatMap(([word, lexemes]) => {
      if (lexemes.length === 0) return []
      const key = lexemes.join(' ')
      const memories = lexemes.reduce((sum, lexeme) => sum + (counts.get(lexeme) ?? 0), 0)
      const term = terms.get(key) ?? { lexemes, memories }
      terms.set(key, term)
      return [[word, term] as const]
    }),
  )
}
