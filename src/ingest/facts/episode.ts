import { v5 } from 'uuid'
import type { Counts, EpisodeOf, FactOutcome } from '../../domain/episode.js'
import type { ExtractionOf, KnownWindow, Paid } from '../../domain/extraction.js'
import type { Network } from '../../domain/memory/events.js'
import type { Moment } from '../../domain/moment.js'
import type { Readers, Scope } from '../../domain/scope.js'
import { NO_USAGE, sumOf, type Usage } from '../../providers/language-model.js'
import { costOf, type Prices } from '../../providers/token-budget.js'
import type { Language } from '../../text/words.js'
import { extractionPrompt } from '../by-model/prompt.js'

const FACT_IDS = 'b0d6a0f4-7a3c-5d5e-8d0f-3f1b7c2e9a61'

/** The id of a fact, by its place. */
export const factIdOf = (episodeId: string, window: number, place: number): string =>
  v5(`${episodeId}:${window}:${place}`, FACT_IDS)

/** A turn as it was said, by its place in its episode. */
export type SaidTurn = {
  readonly turn: number
  readonly role: string | null
  readonly name: string | null
  readonly content: string
}

/** A memory that was made of turns, as it was said. */
export type MadeOfTurns = {
  readonly memoryId: string
  readonly version: number
  /** The own words, without the speaker's label. */
  readonly text: string
  readonly speaker: string | null
  readonly role: string | null
  readonly language: Language
  /** ISO day; null where it is unknown. */
  readonly occurredOn: string | null
  /** Its turns, where they came as messages and are all left. */
  readonly said: readonly SaidTurn[]
}

/** A memory that was made of turns of the episode. */
export type TurnMemory = MadeOfTurns & {
  readonly status: 'active' | 'needs_clarification' | 'superseded' | 'deleted'
  /** Whether it says what was said, and not what it was corrected to. */
  readonly asSaid: boolean
  /** Whether its writer says that it replaces something: then it stands for itself, whatever is derived of it. */
  readonly isReplacing: boolean
  /** The first and the last turn; null where they were not recorded. */
  readonly turns: readonly [number, number] | null
  readonly readers: Readers
  readonly told: Moment
  readonly session: string
  /** Its place in the log, among all memories of the user. */
  readonly ordinal: number
  readonly trust: number
  readonly network: Network
}

/** An episode whose turns are stored, and what was worked out about it so far. */
export type DerivableEpisode = {
  readonly episodeId: string
  /** Whoever it was ingested by. */
  readonly scope: Scope
  readonly sourceSite: string
  readonly sessionId: string | null
  readonly awaits: EpisodeOf<'EpisodeRecorded'>['data']['awaits']
  /** ISO instant at which its turns were written. */
  readonly recordedAt: string
  /** Of the ingest of its turns; of outcomes those that are not plainly stored. */
  readonly counts: Counts
  readonly outcomes: readonly FactOutcome[]
  /** Null until facts were derived. */
  readonly derived: ExtractionOf<'FactsDerived'>['data'] | null
  readonly attempts: number
  /** What earlier attempts at it took, and this one so far. */
  readonly paid: readonly Paid[]
  /** Those that the writer sees, in the order of the conversation. */
  readonly memories: readonly TurnMemory[]
  readonly windows: readonly KnownWindow[]
  /** Of the other memories that its windows were read with, those in force. */
  readonly elsewhere: readonly { readonly memoryId: string; readonly version: number }[]
}

type StageUsage = ExtractionOf<'FactsDerived'>['data']['usage'][number]

/** Name and version of what a model is asked. */
export const promptAsked = `${extractionPrompt.name}-${extractionPrompt.version}`

/** What calls of a model took, as events tell it: in whole milliseconds. */
export const rounded = ({ calls, inputTokens, outputTokens, ms }: Usage): Usage => ({
  calls,
  inputTokens,
  outputTokens,
  ms: Math.round(ms),
})

/** What the calls took by stage, model and prompt, each once. */
export const byStage = (all: readonly Paid[]): Paid[] => {
  const groups = new Map<string, Paid>()
  for (const paid of all) {
    const key = `${paid.stage} ${paid.model} ${paid.prompt}`
    groups.set(key, { ...paid, ...sumOf([groups.get(key) ?? NO_USAGE, paid]) })
  }
  return [...groups.values()]
}

/** The same with its cost. */
export const usageOfStages = (all: readonly Paid[], prices: Prices | null): StageUsage[] =>
  byStage(all).map((paid) => ({ ...paid, cost: costOf(paid, prices) }))
