import { type Readers, readByAllOf } from '../../../domain/scope.js'
import { isMutual } from '../../../indexing/claims/attributes.js'
import type { Claim, Statement } from '../../../indexing/claims/statement.js'
import { type Effect, effectOf, type Reason } from './compare-claims.js'

/** A fact that is about to be stored. */
export type NewFact = {
  readonly memoryId: string
  readonly statement: Statement
  /** ISO day on which it was said; null if the conversation has no date. */
  readonly observedOn: string | null
  /** ISO instant of the write. */
  readonly at: string
  readonly readers: Readers
  /** The agent that writes it; null: the user's own. */
  readonly owner: string | null
}

/** A memory that the writer may see and that shares subject and attribute with a claim of the new fact. */
export type HeldFact = {
  readonly memoryId: string
  readonly version: number
  readonly statement: Statement
  readonly readers: Readers
  readonly agentId: string | null
  readonly observedOn: string | null
  readonly createdAt: string
  readonly status: string
}

/**
 * `supersede`: the new fact takes the target's place. `late`: it is older than the target, which takes its place at once.
 * `contradiction`: both stay, linked. `retract`: the target closes without a successor. `none`: nothing.
 */
type Outcome = 'supersede' | 'late' | 'contradiction' | 'retract' | 'none'

export type Verdict = {
  /** With the version that was judged: of another version it is void. */
  readonly target: { readonly memoryId: string; readonly version: number }
  readonly outcome: Outcome
  /** 0 to 1. */
  readonly confidence: number
  readonly reason: Reason
}

/** What a statement does to another one as a whole. */
type Judgement = { readonly outcome: 'closes' | 'differs' | 'none'; readonly reason: Reason }

/** How sure each reason is. */
const CONFIDENCE: Readonly<Record<Reason, number>> = {
  retraction: 0.97,
  correction: 0.97,
  explicit_change: 0.95,
  ended: 0.95,
  new_value: 0.9,
  late_value: 0.9,
  same_fact: 0.9,
  disjoint_validity: 0.8,
  several_possible: 0.5,
  says_more: 0.6,
  other_owner: 0.6,
  fewer_readers: 0.6,
  hearsay: 0.5,
  other_level: 0.5,
}

/**
 * What a new fact does to memories that it shares an attribute with, by rule and in doubt nothing: one verdict for each that
 * is touched. Facts of the same ingest that come earlier are held facts of version 1.
 */
export const judgeByRule = (fact: NewFact, held: readonly HeldFact[]): readonly Verdict[] =>
  held.flatMap((target) => {
    const { memoryId, version, status } = target
    if (status !== 'active' || memoryId === fact.memoryId) return []
    const found = verdictOn(fact, target)
    if (found === null) return []
    return [{ target: { memoryId, version }, ...found, confidence: CONFIDENCE[found.reason] }]
  })

const verdictOn = (fact: NewFact, target: HeldFact): { outcome: Outcome; reason: Reason } | null => {
  const late = isBefore(fact, target)
  const judgement = late ? judged(target, fact) : judged(fact, target)
  if (judgement === null) return null
  const { outcome, reason } = judgement
  if (outcome === 'none') return { outcome: 'none', reason }
  const own = fact.owner === target.agentId && fact.readers.workspaceId === target.readers.workspaceId
  const closes = outcome === 'closes' && own
  if (closes && late && readByAllOf(target.readers, fact.readers)) return { outcome: 'late', reason: 'late_value' }
  // Whoever reads the target must be able to read what is said about it.
  if (!readByAllOf(fact.readers, target.readers)) return { outcome: 'none', reason: 'fewer_readers' }
  if (closes && !late) return { outcome: reason === 'retraction' ? 'retract' : 'supersede', reason }
  return { outcome: 'contradiction', reason: own ? reason : 'other_owner' }
}

type Told = { readonly statement: Statement }

/** What the newer of two statements does to the older one; null if they have nothing in common. */
const judged = ({ statement: newer }: Told, { statement: older }: Told): Judgement | null => {
  const effects = older.claims.map((claim) => strongest(newer, claim))
  const told = effects.flatMap((each) => each ?? [])
  const closing = told.find(({ does }) => does === 'closes')
  const differing = told.find(({ does }) => does === 'differs')
  if (closing === undefined) {
    const [first] = told
    if (first === undefined) return null
    return differing === undefined
      ? { outcome: 'none', reason: first.reason }
      : { outcome: 'differs', reason: differing.reason }
  }
  if (isHearsay(newer, older)) return { outcome: 'differs', reason: 'hearsay' }
  const covered = older.claims.every((claim, i) => {
    const does = effects[i]?.does
    // That something has ended is no reason to keep what else was said.
    return (
      does === 'closes' ||
      does === 'agrees' ||
      claim.how === 'end' ||
      (isMutual(claim.attribute) && isMutualClosed(older, effects))
    )
  })
  return older.sole && covered
    ? { outcome: 'closes', reason: closing.reason }
    : { outcome: 'differs', reason: 'says_more' }
}

const isMutualClosed = (older: Statement, effects: readonly (Effect | null)[]): boolean =>
  older.claims.some((claim, i) => isMutual(claim.attribute) && effects[i]?.does === 'closes')

const ORDER = ['closes', 'differs', 'agrees', 'apart'] as const

/** The strongest effect that a claim of the newer statement has on a claim. */
const strongest = (newer: Statement, claim: Claim): Effect | null => {
  const effects = newer.claims
    .filter(({ subject, attribute }) => subject === claim.subject && attribute === claim.attribute)
    .map((each) => effectOf(each, claim))
  return effects.toSorted((a, b) => ORDER.indexOf(a.does) - ORDER.indexOf(b.does))[0] ?? null
}

/** What people say about themselves is put out of force by nobody else. */
const isHearsay = (newer: Statement, older: Statement): boolean =>
  newer.teller !== older.teller && older.claims.some(({ subject }) => subject === older.teller)

/** Whether the new fact holds from an earlier day than the held one; on the same day what is said later is newer. */
const isBefore = (fact: NewFact, target: HeldFact): boolean =>
  dayOf(fact.statement, fact.observedOn ?? fact.at.slice(0, 10)) <
  dayOf(target.statement, target.observedOn ?? target.createdAt.slice(0, 10))

/** A state holds when it is told; a change holds from the day on which it came. */
const dayOf = ({ claims }: Statement, told: string): string => {
  const changed = claims.find(({ how, from }) => how === 'change' && from !== null)
  return changed?.from ?? told
}
