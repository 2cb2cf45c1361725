import { headlineOf, lengthOf, overviewOf } from './shorten.js'

/** What goes into the text: a memory of the answer, in its order. */
export type Packable = {
  readonly id: string
  readonly content: string
  /** A fact in few words; empty where it has none. */
  readonly headline: string
  readonly overview: string
  readonly source_site: string
  readonly observed_at: string
  /** Its place in the log: of what was said on one day, the order it was said in. */
  readonly ordinal: bigint
  /** Whether it directly answers the query. */
  readonly answers: boolean
}

/**
 * `flat`: every memory in full or not at all. `tiered`: as many memories as fit, the best ones in full, others as an
 * overview or a headline. `abstract-aware`: what answers the query in full, what surrounds that as an overview.
 */
export type RetrievalMode = 'flat' | 'tiered' | 'abstract-aware'

/** L0 the headline, L1 the overview, L2 the full text. */
export type Tier = 'L0' | 'L1' | 'L2'
/** The forms in which a memory may be shown, the fullest first. */
export type Tiers = readonly (readonly [Tier, string])[]

/**
 * The forms of a memory in this mode. Where a model wrote no headline or overview they are made by rule, never empty. A
 * form that is as long as a fuller one is left out: what is short is always shown in full.
 */
export const tiersOf = (memory: Packable, mode: RetrievalMode): Tiers => {
  if (mode === 'flat') return [['L2', memory.content]]
  const all: Tiers = [
    ['L2', memory.content],
    ['L1', memory.overview || overviewOf(memory.content)],
    ['L0', memory.headline || headlineOf(memory.content)],
  ]
  const lengths = all.map(([, text]) => lengthOf(text))
  const shorter = all.filter((_, i) => lengths.slice(0, i).every((fuller) => (lengths[i] ?? 0) < fuller))
  // A text no longer than an overview is one itself.
  const isAbstract = mode === 'abstract-aware' && !memory.answers && shorter.some(([tier]) => tier === 'L1')
  return isAbstract ? shorter.slice(1) : shorter
}
