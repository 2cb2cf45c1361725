import { z } from 'zod'
import type { Review } from '../../../providers/language-model.js'
import { lineOf, shareOf, shortened } from '../model-extraction/answer.js'
import { asData } from '../prompts/as-data.js'

/** A fact, or a memory that it may say something about. Days are YYYY-MM-DD; null: unknown. */
export type JudgedFact = {
  readonly content: string
  readonly subject: string | null
  readonly attribute: string | null
  readonly value: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  /** on which it was said */
  readonly day: string | null
  /** its place among what was said on one day; unknown: as if at the same moment */
  readonly told?: Told
}
/** The instant at which something was said, ISO 8601 in UTC, and its place in the log, for what has the same instant. */
export type Told = { readonly at: string; readonly ordinal: number }
export type JudgingItem = { readonly fact: JudgedFact; readonly candidates: readonly JudgedFact[] }

const verdictOutcome = z.enum(['add', 'update', 'supersede', 'contradiction', 'skip', 'retract'])
export type VerdictOutcome = z.infer<typeof verdictOutcome>

const modelReason = z.enum([
  'unrelated',
  'other_subject',
  'other_time',
  'several_values',
  'not_certain',
  'same_fact',
  'more_precise',
  'new_value',
  'correction',
  'conflict',
  'retraction',
])
/** What the model gives as its reason, or why there is no verdict of it. */
export type VerdictReason = z.infer<typeof modelReason> | 'no_candidates' | 'not_judged' | 'invalid_verdict'

export type ModelVerdict = {
  readonly outcome: VerdictOutcome
  /** index among the candidates of the item; null with `add` only */
  readonly candidate: number | null
  /** 0 to 1, two decimals */
  readonly confidence: number
  readonly reason: VerdictReason
}

const rawVerdict = z.object({
  fact: z.number(),
  outcome: verdictOutcome,
  candidate: z.number().nullish().catch(null),
  confidence: z.number().min(0).max(1),
  reason: modelReason.catch('not_certain'),
})
type RawVerdict = z.infer<typeof rawVerdict>

/** Known by identity: one verdict that cannot be read does not spoil the others. */
export const UNREADABLE: RawVerdict = { fact: 0, outcome: 'add', confidence: 0, reason: 'not_certain' }
export const judgingAnswer = z.object({ verdicts: z.array(rawVerdict.catch(UNREADABLE)) })
export type JudgingAnswer = z.infer<typeof judgingAnswer>

/** Items with the numbers that a model knows their facts and candidates by. */
export type Labelled = readonly {
  readonly item: JudgingItem
  readonly fact: number
  readonly candidates: readonly number[]
}[]

/** No candidate has the number of another, so that a verdict cannot be taken for that of another fact. */
export const labelled = (items: readonly JudgingItem[]): Labelled => {
  let last = 0
  return items.map((item, i) => ({ item, fact: i + 1, candidates: item.candidates.map(() => ++last) }))
}

const LONGEST = 1000

const shown = ({ content, subject, attribute, value, validFrom, validTo, day }: JudgedFact) => ({
  content: shortened(lineOf(content, 4 * LONGEST), LONGEST),
  subject,
  attribute,
  value,
  valid_from: validFrom,
  valid_to: validTo,
  day,
})

export const inputOf = (items: Labelled): string =>
  asData({
    task: 'judge',
    items: items.map(({ item, fact, candidates }) => ({
      fact: { fact, ...shown(item.fact) },
      candidates: item.candidates.map((candidate, i) => ({ candidate: candidates[i], ...shown(candidate) })),
    })),
  })

export const added = (reason: VerdictReason): ModelVerdict => ({
  outcome: 'add',
  candidate: null,
  confidence: 0,
  reason,
})

const isSame = (a: RawVerdict, b: RawVerdict): boolean => a.outcome === b.outcome && a.candidate === b.candidate

/** The verdict on one fact: without one that is clear, it is added. */
const verdictOn = ({ fact, candidates }: Labelled[number], verdicts: readonly RawVerdict[]): ModelVerdict => {
  const [first, ...others] = verdicts.filter((verdict) => verdict.fact === fact)
  if (!first) return added('not_judged')
  if (others.some((other) => !isSame(other, first))) return added('invalid_verdict')
  const { outcome, reason, confidence } = first
  if (outcome === 'add') return { outcome, candidate: null, confidence: shareOf(confidence), reason }
  const candidate = candidates.indexOf(first.candidate ?? Number.NaN)
  return candidate < 0 ? added('invalid_verdict') : { outcome, candidate, confidence: shareOf(confidence), reason }
}

export const verdictsOn = (items: Labelled, { verdicts }: JudgingAnswer): readonly ModelVerdict[] =>
  items.map((item) => verdictOn(item, verdicts))

const FAULTS: Readonly<Partial<Record<VerdictReason, string>>> = {
  not_judged: 'there is no verdict.',
  invalid_verdict: 'there are several verdicts, or the candidate is none of this fact.',
}

export const reviewOf = (verdicts: readonly ModelVerdict[]): Review => {
  const faults = verdicts.flatMap(({ reason }, i) => (FAULTS[reason] ? [`fact ${i + 1}: ${FAULTS[reason]}`] : []))
  return { faults: faults.slice(0, 20), good: verdicts.length - faults.length }
}
