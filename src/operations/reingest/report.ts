import { extractionPrompt } from '../../ingest/by-model/prompt.js'
import { NO_USAGE } from '../../providers/language-model.js'
import { costOf, estimatedTokens, type Prices } from '../../providers/token-budget.js'
import type { Underived } from '../../queries/visible-extraction.js'

export type ReingestOptions = {
  /** Undefined: of all users. */
  readonly user?: string
  /** Only reports what would be done. */
  readonly dryRun: boolean
  /** Limit of episodes per minute; undefined: as fast as the language model answers. */
  readonly rate?: number
}

/** What a language model would read, and the estimated cost. */
export type ReingestEstimate = {
  readonly users: number
  readonly episodes: number
  readonly characters: number
  /** Read and written; an estimate. */
  readonly tokens: number
  /** US dollars; null where the prices are not known. */
  readonly cost: number | null
}

/** Why an episode failed: a code, never words of it. */
export type Failed = { readonly userId: string; readonly episodeId: string; readonly code: string }

/** What was done so far. */
export type ReingestCounts = {
  /** Episodes of which facts were derived, in so far as they hold any. */
  readonly episodes: number
  readonly memoriesStored: number
  /** Reworded or put out of force. */
  readonly memoriesChanged: number
  /** Episodes that went by rules, because the model had failed too often or the budget of an ingest was spent. */
  readonly byRules: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; null where the prices are not known. */
  readonly cost: number | null
}

export type ReingestResult = {
  /** Given up: the language model failed too often in a row. */
  readonly state: 'planned' | 'done' | 'given_up'
  readonly estimate: ReingestEstimate
  readonly done: ReingestCounts
  readonly failed: readonly Failed[]
  readonly seconds: number
}

/** What the JSON around a turn takes, in characters. */
const FRAME = 80

/** Rough: facts are taken to be as long as the turns, and what is shown with them, too. The prompt is read with each window. */
export const estimateOf = (users: readonly Underived[], prices: Prices | null): ReingestEstimate => {
  const sum = (of: 'episodes' | 'turns' | 'characters' | 'windows') => users.reduce((all, user) => all + user[of], 0)
  const [episodes, characters] = [sum('episodes'), sum('characters')]
  const prompts = sum('windows') * extractionPrompt.system.length
  const outputTokens = estimatedTokens(characters)
  const inputTokens = estimatedTokens(prompts + characters + sum('turns') * FRAME) + outputTokens
  return {
    users: users.length,
    episodes,
    characters,
    tokens: inputTokens + outputTokens,
    cost: costOf({ ...NO_USAGE, inputTokens, outputTokens }, prices),
  }
}
