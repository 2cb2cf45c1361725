import type { Scope } from '../../domain/scope.js'
import type { Provider } from '../../providers/errors.js'
import type { Filters } from '../filters.js'
import type { RecordWithoutEmbedding } from '../read-memories.js'
import type { RetrievalMode, TierAssignment } from './packaging/pack.js'
import type { Match } from './score.js'

/** A search as the edge hands it over: every value already checked. */
export type SearchRequest = Filters & {
  readonly scope: Scope
  /** The agent scope as the caller wrote it, to be echoed; absent when they gave none. */
  readonly agentScopeGiven?: string | readonly string[]
  readonly query: string
  /** How many memories at most, 1 to 100. */
  readonly limit: number
  /** ISO 8601: what was known then; absent for what is known now. */
  readonly asOf?: string
  /** The least cosine, 0 to 1, of a memory that matches no word. */
  readonly threshold: number
  /** How `injection_text` shows memories; flat where absent. */
  readonly retrievalMode?: RetrievalMode
  /** The most tokens that `injection_text` may hold. */
  readonly tokenBudget: number
  /** The least score, 0 to 1, of what is shown; what is absent leaves out nothing. */
  readonly minScore?: number
  /** The least that a memory holds of the words of the query, and its least cosine; what is below takes no place. */
  readonly minWords?: number
  readonly minSimilarity?: number
  /** Whether what holds no longer is left out, so that what comes next takes its place. */
  readonly currentOnly?: boolean
  /** The id of a memory that is scored whether it matches or not. */
  readonly anyway?: string
  /** Whether the answer explains how it came about. */
  readonly trace: boolean
}

export type ScopeEcho =
  | { readonly kind: 'user'; readonly userId: string }
  | {
      readonly kind: 'workspace'
      readonly userId: string
      readonly workspaceId: string
      readonly agentId: string
      readonly agentScope?: string | readonly string[]
    }

export type FoundMemory = Pick<
  RecordWithoutEmbedding,
  | 'id'
  | 'content'
  | 'importance'
  | 'source_site'
  | 'created_at'
  | 'observed_at'
  | 'namespace'
  | 'agent_id'
  | 'role'
  | 'turn'
  | 'version'
  | 'metadata'
  | 'memory_type'
  | 'claim_type'
  | 'evidence'
  | 'basis_changed'
  | 'outdated_by'
  | 'valid_from'
  | 'valid_to'
> & {
  /** Cosine of the query with the memory in its context; 0 where either has no vector. */
  readonly similarity: number
  /** Composite, 0 to 1; `memories` is in its order. */
  readonly score: number
  /** The other memories of the same turn, in the order they were said, and those with the same words. */
  readonly pieces: readonly string[]
}

/** What a memory's score was made of, in the terms of the formula in `score.ts`. */
export type ScoreParts = Omit<Match, 'id' | 'about'> & {
  readonly memory_id: string
  /** Its place among the matches, from 1, before and after what holds now came first; null where it has none, or was left out. */
  readonly rank_before: number | null
  readonly rank_after: number | null
  readonly returned: boolean
}

/** Of the memories that were looked at for an answer, how many it holds, and those that lost against what they contradict. */
export type Consensus = {
  readonly original_count: number
  readonly filtered_count: number
  readonly removed_count: number
  readonly removed_memory_ids: readonly string[]
}

/** `skipped`: why it left everything as it was. */
type TracedStage = {
  readonly name: string
  readonly count: number
  readonly duration_ms: number
  readonly skipped?: string
}

export type Observability = {
  readonly retrieval: {
    readonly stages: readonly TracedStage[]
    /** The query's terms, and in how many of the memories that the caller may see each stands. */
    readonly terms: readonly { readonly term: string; readonly memories: number }[]
    readonly scores: readonly ScoreParts[]
  }
  readonly packaging: { readonly tier_budget_tokens: number }
  readonly assembly: { readonly injection_tokens: number }
}

/** The body of the answer, in the names of the interface. */
export type SearchAnswer = {
  readonly count: number
  readonly retrieval_mode: RetrievalMode
  readonly scope: ScopeEcho
  readonly memories: readonly FoundMemory[]
  readonly injection_text: string
  readonly citations: readonly string[]
  /** In tiered mode only. */
  readonly tier_assignments?: readonly TierAssignment[]
  readonly expand_ids: readonly string[]
  readonly lesson_check: {
    readonly safe: boolean
    readonly warnings: readonly string[]
    readonly highest_severity: 'none' | 'low' | 'medium' | 'high' | 'critical'
    readonly matched_count: number
  }
  /** Where memories of the answer contradict one another, or would without `currentOnly`. */
  readonly consensus?: Consensus
  readonly estimated_context_tokens: number
  readonly budget_constrained: boolean
  /** The providers that the search had to do without; absent where there are none. */
  readonly degraded?: readonly Provider[]
  readonly observability?: Observability
}
