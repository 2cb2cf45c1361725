import type { MemoryIndexes } from '../memory-index/memory-indexes.js'
import type { EmbeddingProvider } from '../providers/embedding.js'
import type { Guard } from '../providers/guard.js'
import type { LanguageModel } from '../providers/language-model.js'
import type { Reranker } from '../providers/reranker.js'
import type { RelatedTerms } from './term-statistics.js'

/** What a search needs in addition to the read models. */
export type SearchDependencies = {
  readonly embedding: EmbeddingProvider
  readonly relatedTerms: RelatedTerms
  /** ISO 8601: now. */
  readonly now: () => string
  /** The memories of each user in memory; without it a search reads candidates from the database. */
  readonly banks?: Pick<MemoryIndexes, 'open' | 'assume'> | undefined
  /** With it a search does without an embedding that fails; without it, it fails with it. */
  readonly embeddingGuard?: Guard | undefined
} & FullSearchProviders

/** What only a full search asks, each where it is configured. */
export type FullSearchProviders = {
  /** Scores the best `candidates` of the matches anew. */
  readonly reranker?: GuardedReranker | undefined
  /** Gives other words for those of the query. */
  readonly expander?: SearchModel | undefined
  /** Words a query anew whose best hit is weak. */
  readonly rephraser?: SearchModel | undefined
}

export type GuardedReranker = Reranker & { readonly guard: Guard; readonly candidates: number }

export type SearchModel = Pick<LanguageModel, 'complete'> & {
  readonly guard: Guard
  /** The same text without secrets: a model is told none. */
  readonly redacted: (text: string) => string
}
