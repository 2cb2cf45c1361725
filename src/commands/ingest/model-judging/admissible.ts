import { type Readers, readByAllOf } from '../../../domain/scope.js'
import type { VerdictOutcome } from '../../../domain/verdict.js'
import { folded } from '../../../indexing/fold.js'
import { isIdle } from '../extraction/short-answer.js'
import { hasContent } from '../extraction/words.js'
import type { ClaimType } from '../model-extraction/answer.js'
import { numbersIn, tellsOnly } from '../model-extraction/numbers.js'
import type { JudgedFact, ModelVerdict } from './verdicts.js'

/** A memory that a verdict is about; its subject and attribute are null where no model named them. */
export type JudgedMemory = JudgedFact & { readonly readers: Readers }
/** The new fact, which whoever writes it has been found to mean. */
export type NewFact = JudgedMemory & {
  readonly claimType: ClaimType
  /** 1, or less for a text that steers */
  readonly trust: number
}

/** Why a verdict does what it may do, or less. */
export type RuleReason =
  | 'as_judged'
  | 'no_candidate'
  | 'steering'
  | 'not_stated'
  | 'other_subject'
  | 'other_time'
  | 'other_attribute'
  | 'other_value'
  | 'says_more'
  | 'other_owner'
  | 'other_readers'
  | 'below_threshold'
  | 'told_earlier'
  | 'planned'
  | 'times_cross'
  | 'time_unknown'
export type Admissible = { readonly outcome: VerdictOutcome; readonly reason: RuleReason }

type Case = {
  readonly fact: NewFact
  /** undefined: the verdict names none */
  readonly candidate: JudgedMemory | undefined
  /** CLARIFICATION_CONFLICT_THRESHOLD, 0 to 1 */
  readonly threshold: number
}
type Pair = Case & { readonly candidate: JudgedMemory; readonly confidence: number }

/**
 * The verdict, held to the rules that nobody may break: only facts of the same owner, at overlapping times, told and valid
 * later, take the place of others, and only with confidence. Subjects and properties are compared where a model named both.
 * A memory that states something else, too, is not replaced. What breaks a rule replaces nothing.
 */
export const admissible = (verdict: Pick<ModelVerdict, 'outcome' | 'confidence'>, given: Case): Admissible => {
  const { fact, candidate } = given
  if (verdict.outcome === 'add') return { outcome: 'add', reason: 'as_judged' }
  if (candidate === undefined) return { outcome: 'add', reason: 'no_candidate' }
  const pair = { ...given, candidate, confidence: verdict.confidence }
  if (verdict.outcome === 'skip') return skipped(pair)
  if (fact.trust < 1) return { outcome: 'add', reason: 'steering' }
  if (fact.claimType === 'proposed' || fact.claimType === 'inferred') return { outcome: 'add', reason: 'not_stated' }
  if (isOtherSubject(fact, candidate)) return { outcome: 'add', reason: 'other_subject' }
  switch (verdict.outcome) {
    case 'update':
      return updated(pair)
    case 'supersede':
      return superseded(pair)
    case 'retract':
      return retracted(pair)
    case 'contradiction':
      return contested(pair, 'as_judged')
  }
}

const subjectOf = (subject: string | null): string =>
  folded((subject ?? '').toLowerCase())
    .replace(/\s+/g, ' ')
    .trim()

/** An unknown subject may be the same. */
const isOtherSubject = (a: JudgedFact, b: JudgedFact): boolean =>
  a.subject !== null && b.subject !== null && subjectOf(a.subject) !== subjectOf(b.subject)

const isOtherAttribute = (a: JudgedFact, b: JudgedFact): boolean =>
  a.attribute !== null && b.attribute !== null && a.attribute !== b.attribute

/** Both personal, or told by the same agent: nobody's words get under the name of another. */
const isSameOwner = ({ fact, candidate }: Pair): boolean =>
  fact.readers.workspaceId === candidate.readers.workspaceId && fact.readers.agentId === candidate.readers.agentId

/** Whoever may read the candidate may read the fact: nobody loses a memory to words that they cannot see. */
const isSeenByItsReaders = ({ fact, candidate }: Pair): boolean => readByAllOf(fact.readers, candidate.readers)

type Time = Pick<JudgedFact, 'validFrom' | 'validTo' | 'day'>

/** The first day that is known: that on which it was said, unless it was over by then. Null: none. */
const startOf = ({ validFrom, validTo, day }: Time): string | null =>
  validFrom ?? (validTo !== null && (day === null || validTo < day) ? validTo : day)

/** Whether one is over before the other begins: then they are two facts. */
const isApart = (a: Time, b: Time): boolean => {
  const before = (one: Time, other: Time): boolean => {
    const start = startOf(other)
    return one.validTo !== null && start !== null && one.validTo < start
  }
  return before(a, b) || before(b, a)
}

/** Only what all of its readers see is contested, and only what is true at the same time. */
const contested = (pair: Pair, reason: RuleReason): Admissible => {
  if (isApart(pair.fact, pair.candidate)) return { outcome: 'add', reason: 'other_time' }
  return isSeenByItsReaders(pair) ? { outcome: 'contradiction', reason } : { outcome: 'add', reason: 'other_readers' }
}

const isOfAnother = (pair: Pair): RuleReason | undefined => {
  if (!isSameOwner(pair)) return 'other_owner'
  return isSeenByItsReaders(pair) ? undefined : 'other_readers'
}

const superseded = (pair: Pair): Admissible => {
  const { fact, candidate, confidence, threshold } = pair
  if (isApart(fact, candidate)) return { outcome: 'add', reason: 'other_time' }
  if (fact.validFrom !== null && fact.day !== null && fact.validFrom > fact.day)
    return { outcome: 'add', reason: 'planned' }
  if (isOtherAttribute(fact, candidate)) return contested(pair, 'other_attribute')
  const foreign = isOfAnother(pair)
  if (foreign) return contested(pair, foreign)
  if (confidence < threshold) return contested(pair, 'below_threshold')
  if (statesMore(candidate.content)) return contested(pair, 'says_more')
  return byTime(pair)
}

const SENTENCE_END = /(?<=[.!?…;。！？؟।])\s*|\n/u

/** Whether a text holds a second statement. */
const statesMore = (text: string): boolean =>
  text.split(SENTENCE_END).filter((sentence) => hasContent(sentence) && !isIdle(sentence)).length > 1

/** What is valid from later on and was told later takes the place of the other; where the two differ, neither does. */
const byTime = (pair: Pair): Admissible => {
  const { fact, candidate } = pair
  const [start, other] = [startOf(fact), startOf(candidate)]
  if (start === null || other === null || fact.day === null || candidate.day === null)
    return contested(pair, 'time_unknown')
  const told = tellingOrder(pair)
  if (start >= other && told >= 0) return { outcome: 'supersede', reason: 'as_judged' }
  if (start <= other && told <= 0) return { outcome: 'late', reason: 'told_earlier' }
  return contested(pair, 'times_cross')
}

/** Less than 0: the fact was told earlier than the candidate. Conversations may be read in another order than they were held. */
const tellingOrder = ({ fact, candidate }: Pair): number => {
  const keys = (of: JudgedFact) => [of.day ?? '', of.told?.at ?? '', of.told?.ordinal ?? 0] as const
  const [[day, at, ordinal], [otherDay, otherAt, otherOrdinal]] = [keys(fact), keys(candidate)]
  if (day !== otherDay) return day < otherDay ? -1 : 1
  if (fact.told === undefined || candidate.told === undefined) return 0
  if (at !== otherAt) return at < otherAt ? -1 : 1
  return ordinal - otherOrdinal
}

const isToldEarlier = (pair: Pair): boolean =>
  pair.fact.day === null || pair.candidate.day === null || tellingOrder(pair) < 0

/** A more precise wording that may not take the place of the other stands beside it: they do not contradict each other. */
const updated = (pair: Pair): Admissible => {
  const { fact, candidate, confidence, threshold } = pair
  const apart = isApart(fact, candidate)
  const reason =
    (apart ? 'other_time' : undefined) ??
    (isOtherAttribute(fact, candidate) ? 'other_attribute' : undefined) ??
    isOfAnother(pair) ??
    (confidence < threshold ? 'below_threshold' : undefined) ??
    (isToldEarlier(pair) ? 'told_earlier' : undefined)
  return reason ? { outcome: 'add', reason } : { outcome: 'update', reason: 'as_judged' }
}

const retracted = (pair: Pair): Admissible => {
  const foreign = isOfAnother(pair)
  if (foreign) return contested(pair, foreign)
  if (pair.confidence < pair.threshold) return contested(pair, 'below_threshold')
  return isToldEarlier(pair) ? { outcome: 'add', reason: 'told_earlier' } : { outcome: 'retract', reason: 'as_judged' }
}

/** Skipped is only what a memory says already that all readers of the fact may read: better twice than lost. */
const skipped = ({ fact, candidate, confidence, threshold }: Pair): Admissible => {
  const numbers = numbersIn(`${candidate.content} ${candidate.value ?? ''}`, 'en')
  const values = [fact.value, candidate.value].map((value) => (value === null ? null : subjectOf(value)))
  const reason =
    (isOtherSubject(fact, candidate) ? 'other_subject' : undefined) ??
    (isApart(fact, candidate) ? 'other_time' : undefined) ??
    (values[0] !== null && values[1] !== null && values[0] !== values[1] ? 'other_value' : undefined) ??
    (tellsOnly(fact.content, numbers, 'en') ? undefined : 'other_value') ??
    (readByAllOf(candidate.readers, fact.readers) ? undefined : 'other_readers') ??
    (confidence < threshold ? 'below_threshold' : undefined)
  return reason ? { outcome: 'add', reason } : { outcome: 'skip', reason: 'as_judged' }
}
