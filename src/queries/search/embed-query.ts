import { isStopWord } from '../../indexing/stop-words.js'
import { withoutClitics, wordsOf } from '../../indexing/words.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { stage } from './context.js'
import { idf, type Lexicon } from './lexicon.js'
import { withoutNames } from './named-subjects.js'

const STOP_WORD = 0.2

/**
 * The query's vector. Where the provider weighs words each counts by its rarity among the visible memories, so that
 * names that stand everywhere fall out; any other encoder gets the query without the names of known subjects.
 * A caller who sees no memory needs no vector.
 */
export const embedQuery = (embedding: EmbeddingProvider) =>
  stage('embed', async (search) => {
    const { query } = search.request
    const { lexicon } = search
    if (lexicon.memories === 0 || wordsOf(query).length === 0) return search
    const [vector = null] = embedding.weighs
      ? await embedding.embed([withoutClitics(query)], weigher(query, lexicon))
      : await embedding.embed([withoutNames(query, lexicon.subjects)])
    return { ...search, vector }
  })

/**
 * The weight of a word: idf / ln N for a content word of the query, 0.2 for its stop words, 0 for anything else (signs,
 * and words beyond those that a search takes). The provider hands over words without accents.
 */
export const weigher = (query: string, lexicon: Lexicon): ((word: string) => number) => {
  const documents = new Map(lexicon.terms.map(({ lexeme, memories }) => [lexeme, memories]))
  const scale = Math.log(Math.max(lexicon.memories, 2))
  // A word that no memory holds, or that Postgres knows no term for, is as rare as can be.
  const rarity = (word: string) =>
    Math.max(...orNone(lexicon.termsOf.get(word) ?? []).map((lexeme) => idf(lexicon, documents.get(lexeme) ?? 0)))
  const weight = (word: string) => (lexicon.termsOf.has(word) ? rarity(word) / scale : isStopWord(word) ? STOP_WORD : 0)
  const weights = new Map(wordsOf(query).map((word) => [plain(word), weight(word)]))
  return (word) => weights.get(word) ?? 0
}

/** One empty term stands for none. */
const orNone = (terms: readonly string[]): readonly string[] => (terms.length > 0 ? terms : [''])

const plain = (word: string): string => word.normalize('NFD').replace(/\p{Mn}/gu, '')
