import type { Scope } from '../domain/scope.js'
import type { Filters } from '../queries/filters.js'
import type { RetrievalMode } from './packaging/pack.js'

/** The rules that put a memory elsewhere than its score says. */
export const MOVES = ['newest', 'variety', 'outdated', 'echo', 'past', 'last_time'] as const
export type Move = (typeof MOVES)[number]

/** A search as the edge hands it over: every value already checked. */
export type SearchRequest = Filters & {
  readonly scope: Scope
  /** The agent scope as the caller wrote it, to be echoed; absent when they gave none. */
  readonly agentScopeGiven?: string | readonly string[]
  readonly query: string
  /** How many characters the query had that was too long, of which `query` is the rest. */
  readonly queryCharacters?: number
  /** How many memories at most, 1 to 100. */
  readonly limit: number
  /** ISO 8601: what was known then; absent for what is known now. */
  readonly asOf?: string
  /** Of the clock that this was told by. */
  readonly asOfOffset?: string
  /** The least cosine, 0 to 1, of a memory that matches no word. */
  readonly threshold: number
  /** Whether the nearest are shown where nothing reaches that, marked as below it. */
  readonly nearestBelow?: boolean
  /** How `injection_text` shows memories; flat where absent. */
  readonly retrievalMode?: RetrievalMode
  /** The most tokens that `injection_text` may hold. */
  readonly tokenBudget: number
  /** What the text for a prompt is made of: what is not far weaker than the best, or all; the former where absent. */
  readonly packed?: 'best' | 'all'
  /** The least score, 0 to 1, of what is shown; what is absent leaves out nothing. */
  readonly minScore?: number
  /** Whether what holds no longer is left out, so that what comes next takes its place. */
  readonly currentOnly?: boolean
  /** Whether what memories of the answer took the place of is shown after them, also where the query does not ask for the past. */
  readonly includeSuperseded?: boolean
  /** The id of a memory that is scored whether it matches or not. */
  readonly anyway?: string
  /** Whether the answer explains how it came about. */
  readonly trace: boolean
}

/** A memory that was found, by what a search looks at itself: it is answered with all that `readFound` selects. */
export type FoundMemory = {
  readonly id: string
  readonly content: string
  readonly source_site: string
  readonly namespace: string
  readonly observed_at: string
  readonly observed_offset: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly version: number
  readonly outdated_by: string | null
  /** The memory that it only says again: an assistant's turn, which answers nothing by itself. */
  readonly echo_of: string | null
  /** The other memories of the same turn, in the order they were said, and those with the same words. */
  readonly pieces: readonly string[]
  /** Cosine of the query with the memory in its context; 0 where either has no vector. */
  readonly similarity: number
  /** Composite, 0 to 1; an answer is in its order, but for what was moved. */
  readonly score: number
  /** Why it stands elsewhere than its score says; absent where it does not. */
  readonly moved_by?: Move
  /** It is among the nearest where nothing clears the bar: no evidence, and no part of the text for a prompt. */
  readonly below_threshold?: true
}
