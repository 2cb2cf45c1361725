import type { ExtractedFact, Relation } from '../extraction.js'
import { isBefore, type Moment } from '../moment.js'
import { type Readers, readByAllOf } from '../scope.js'
import type { VerdictOutcome, VerdictReason } from '../verdict.js'
import type { Network } from './events.js'

/** When something was said, and its place in the log. */
export type TellingTime = Moment & { readonly ordinal: number }

/** A memory in force that a fact may touch. */
export type KnownMemory = {
  readonly memoryId: string
  readonly version: number
  readonly content: string
  /** Names its words, its key and its readers: memories that have it in common go together. Null: it is not stored yet. */
  readonly sameness: string | null
  readonly speaker: string | null
  readonly network: Network
  readonly subject: string | null
  /** ISO day on which it was said. */
  readonly day: string | null
  /** When it, or the last of what it rests on, was said. */
  readonly told: TellingTime
  readonly readers: Readers
  /** Whether it was derived, and so says one thing, and may be reworded. */
  readonly isFact: boolean
  /** Its own place in the log. */
  readonly place: number
}

type Side = { readonly readers: Readers; readonly told: TellingTime }

/** What a model says of a new fact and a memory. */
type Case = {
  readonly said: Pick<ExtractedFact['about'][number], 'relation' | 'confidence'>
  readonly fact: Side &
    Pick<ExtractedFact, 'claimType' | 'trust'> & {
      /** Whether a person has said it, and not an assistant alone. */
      readonly isPersons: boolean
    }
  readonly target: Side & {
    /** Derived by a model: it says one thing. */
    readonly isFact: boolean
    /** Of a turn, whether it states something else, too. */
    readonly statesMore: boolean
  }
  /** Whether both have a telling word in common. */
  readonly isAboutSame: boolean
  /** Whether two speakers are named, each as having said one of the two. */
  readonly isOfOtherSpeaker: boolean
  /** Whether the fact tells a number that the target does not. */
  readonly tellsOther: boolean
  /** What replacing something takes, 0 to 1. */
  readonly threshold: number
}

type Admitted = { readonly applied: VerdictOutcome; readonly reason: VerdictReason }

/** What a relation asks for. */
export const OUTCOMES: Readonly<Record<Relation, VerdictOutcome>> = {
  same: 'skip',
  more_precise: 'update',
  changed: 'supersede',
  corrected: 'supersede',
  ended: 'supersede',
  returned: 'supersede',
  contradicts: 'contradiction',
}

const REASONS: Readonly<Record<Relation, VerdictReason>> = {
  same: 'same_fact',
  more_precise: 'more_precise',
  changed: 'new_value',
  corrected: 'correction',
  ended: 'ended',
  returned: 'returned',
  contradicts: 'model_said_so',
}

/**
 * What comes of what a model says: only what a person stated, told later to the same readers by the same owner, takes the place
 * of a memory, and only with confidence. A turn that states something else, too, stays. What may not replace a memory that it
 * cannot be true beside is linked with it. What another named speaker said stays, in the same words, too.
 */
export const admit = (given: Case): Admitted => {
  const { said, fact, isAboutSame, isOfOtherSpeaker } = given
  if (fact.trust < 1) return add('steering_suspected')
  if (!isAboutSame) return add('nothing_alike')
  if (isOfOtherSpeaker && said.relation !== 'contradicts') return add('other_owner')
  if (said.relation === 'same') return admitSame(given)
  if (!fact.isPersons || fact.claimType === 'proposed' || fact.claimType === 'inferred') return add('below_threshold')
  if (!readByAllOf(fact.readers, given.target.readers)) return add('fewer_readers')
  return said.relation === 'more_precise' ? admitMorePrecise(given) : admitOther(given, said.relation)
}

const add = (reason: VerdictReason): Admitted => ({ applied: 'add', reason })

const asSaid = (relation: Relation): Admitted => ({ applied: OUTCOMES[relation], reason: REASONS[relation] })

const isSure = ({ said, threshold }: Case): boolean => said.confidence >= threshold

/** Better twice than lost: skipped is only what all readers of the fact may read already. */
const admitSame = (given: Case): Admitted => {
  if (!readByAllOf(given.target.readers, given.fact.readers)) return add('fewer_readers')
  return isSure(given) && !given.tellsOther ? asSaid('same') : add('below_threshold')
}

const admitMorePrecise = (given: Case): Admitted => {
  const { fact, target } = given
  if (!isSameOwner(fact, target)) return add('other_owner')
  if (isToldBefore(fact.told, target.told)) return add('late_value')
  if (!isSure(given)) return add('below_threshold')
  return target.isFact ? asSaid('more_precise') : add('says_more')
}

const admitOther = (given: Case, relation: Relation): Admitted => {
  const { fact, target } = given
  const asked = asSaid(relation)
  const beside = (reason: VerdictReason): Admitted => ({ applied: 'contradiction', reason })
  const replaces = asked.applied === 'supersede'
  if (!isSameOwner(fact, target)) return beside('other_owner')
  if (isToldBefore(fact.told, target.told))
    return replaces ? { applied: 'late', reason: 'late_value' } : beside('late_value')
  if (!isSure(given)) return beside('below_threshold')
  return replaces && !target.isFact && target.statesMore ? beside('says_more') : asked
}

/** Both personal, or told by the same agent: nobody's words get under the name of another. */
const isSameOwner = (a: Side, b: Side): boolean =>
  a.readers.workspaceId === b.readers.workspaceId && a.readers.agentId === b.readers.agentId

const isToldBefore = (a: TellingTime, b: TellingTime): boolean =>
  isBefore(a, b) || (!isBefore(b, a) && a.ordinal < b.ordinal)
