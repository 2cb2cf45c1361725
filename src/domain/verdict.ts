import { z } from 'zod'

/** What becomes of a new fact, held against the memories it is like. */
export const verdictOutcome = z.enum([
  /** Stored beside the others. */
  'add',
  /** The same fact, more precise: it becomes the next version of the other memory. */
  'update',
  /** Another value: it takes the place of the other memory. */
  'supersede',
  /** The other value is the newer one: stored and superseded at once. */
  'late',
  /** Both stay, linked as contradicting each other. */
  'contradiction',
  /** It says nothing new. */
  'skip',
])
export type VerdictOutcome = z.infer<typeof verdictOutcome>

/** Why. A closed list of codes, so that no words of a person reach an answer or an audit entry. */
export const verdictReason = z.enum([
  /** The same subject and single-valued attribute, another value. */
  'new_value',
  'correction',
  /** The writer says that it replaces the other memory. */
  'replaced',
  /** The writer has given it the key of the other memory. */
  'same_key',
  /** One says what the other denies. */
  'negated',
  /** What was so no longer is. */
  'ended',
  /** A value of before is in force again. */
  'returned',
  /** A value of earlier times, told later. */
  'late_value',
  'same_fact',
  'more_precise',
  /** Not sure enough to replace anything. */
  'below_threshold',
  /** The other memory belongs to somebody else. */
  'other_owner',
  /** The other memory has readers that the new one lacks. */
  'fewer_readers',
  /** Both may hold: nothing says that one takes the place of the other. */
  'several_possible',
  /** Each holds at a time of its own. */
  'disjoint_validity',
  /** The other memory says more than what the new one replaces. */
  'says_more',
  'model_said_so',
  /** Its speaker asked that it be forgotten; it is not certain what they mean. */
  'forgotten',
  'forget_unclear',
  /** Nothing that is known is like it. */
  'nothing_alike',
  'steering_suspected',
  /** A block of its message says again what memories say: a program has put them there. */
  'came_back',
  /** One ingest has found more than its last append holds: the least important are left out. */
  'too_many',
])
export type VerdictReason = z.infer<typeof verdictReason>

/** A memory in a version. */
export type Target = { readonly memoryId: string; readonly version: number }

/** What makes a contradiction the beginning of a conflict: the memory is of this other agent. */
export type Clash = {
  readonly agentId: string
  readonly reason: VerdictReason
  /** 0 to 1; null where it was not said. */
  readonly confidence: number | null
  /** Whether the memory says something else, too. */
  readonly isOfPart?: boolean
}

/** What somebody says of a new statement and one known memory, in the version that it is about. */
export type Verdict = {
  readonly by: 'caller' | 'model' | 'wording'
  readonly target: Target
  /** Where it supersedes: what goes together with the target. */
  readonly together?: readonly Target[]
  /** What was said, and what is done about it after the rules that no verdict may break. */
  readonly outcome: VerdictOutcome
  readonly applied: VerdictOutcome
  /** 0 to 1; null where it was not said. */
  readonly confidence: number | null
  readonly reason: VerdictReason
  /** Only of a contradiction between two agents of a workspace. */
  readonly clash?: Clash | undefined
}
