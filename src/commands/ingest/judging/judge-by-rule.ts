import { readByAllOf } from '../../../domain/scope.js'
import type { VerdictOutcome } from '../../../domain/verdict.js'
import { isMutual, kindredOf } from '../../../indexing/claims/attributes.js'
import { isExchange, takesPlaceOf } from '../../../indexing/claims/exchanged.js'
import type { Claim, Statement } from '../../../indexing/claims/statement.js'
import { type Clash, clashOf } from './clash.js'
import { CONFIDENCE, type Effect, effectOf, type Reason } from './compare-claims.js'
import type { Ruling } from './ruling.js'
import type { StatedFact } from './statements.js'

/** What a statement does to another one as a whole. */
type Judgement = { readonly outcome: 'closes' | 'differs' | 'none'; readonly reason: Reason }

const NONE: ReadonlySet<string> = new Set()

/**
 * What a new fact does to memories that it shares an attribute with, by rule and in doubt nothing: one verdict for each that
 * is touched. Facts of the same ingest that come earlier are held facts of version 1. `toldAgain`: those that are told again
 * behind the fact.
 */
export const judgeByRule = (
  fact: StatedFact,
  held: readonly StatedFact[],
  toldAgain: ReadonlySet<string> = NONE,
): readonly Ruling[] =>
  held.flatMap((target) => {
    const { memoryId, version } = target
    const late = isBefore(fact, target) || toldAgain.has(memoryId)
    const found = memoryId === fact.memoryId ? null : verdictOn(fact, target, late)
    if (found === null) return []
    const { outcome, reason, clash } = found
    return [{ target: { memoryId, version }, outcome, applied: outcome, confidence: CONFIDENCE[reason], reason, clash }]
  })

type Verdict = { readonly outcome: VerdictOutcome; readonly reason: Reason; readonly clash?: Clash | undefined }

/** Between agents, where both may hold, and of what was so at an earlier time, there is nothing to decide. */
const BOTH_MAY_HOLD: ReadonlySet<Reason> = new Set(['several_possible', 'other_level'])

/** `late`: the fact was told before the target. */
const verdictOn = (fact: StatedFact, target: StatedFact, late: boolean): Verdict | null => {
  const judgement = late ? judged(target, fact) : judged(fact, target)
  if (judgement === null) return null
  const { outcome, reason } = judgement
  if (outcome === 'none') return { outcome: 'add', reason }
  const { readers } = fact
  const own = readers.agentId === target.readers.agentId && readers.workspaceId === target.readers.workspaceId
  const closes = outcome === 'closes' && own
  if (closes && late && readByAllOf(target.readers, readers)) return { outcome: 'late', reason: 'late_value' }
  // Whoever reads the target must be able to read what is said about it.
  if (!readByAllOf(readers, target.readers)) return { outcome: 'add', reason: 'fewer_readers' }
  if (closes && !late) return { outcome: reason === 'retraction' ? 'retract' : 'supersede', reason }
  if (own) return { outcome: 'contradiction', reason }
  const clash = clashOf(fact, target, { reason, confidence: CONFIDENCE[reason] })
  return {
    outcome: 'contradiction',
    reason: 'other_owner',
    clash: late || BOTH_MAY_HOLD.has(reason) ? undefined : clash,
  }
}

type Told = Pick<StatedFact, 'statement' | 'observedOn' | 'at'>

/** What the newer of two statements does to the older one; null if they have nothing in common. */
const judged = (told: Told, { statement: older }: Told): Judgement | null => {
  const newer = inForce(told)
  const effects = older.claims.map((claim) => strongest(newer, claim, older))
  const done = effects.flatMap((each) => each ?? [])
  const closing = done.find(({ does }) => does === 'closes')
  const differing = done.find(({ does }) => does === 'differs')
  if (closing === undefined) {
    const [first] = done
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
      isOneOfSeveral(older, claim) ||
      (isMutual(claim.attribute) && isMutualClosed(older, effects))
    )
  })
  return older.sole && covered
    ? { outcome: 'closes', reason: closing.reason }
    : { outcome: 'differs', reason: 'says_more' }
}

const isMutualClosed = (older: Statement, effects: readonly (Effect | null)[]): boolean =>
  older.claims.some((claim, i) => isMutual(claim.attribute) && effects[i]?.does === 'closes')

/**
 * "She changed from A to B" does not say what has changed: such a text makes a claim of each attribute that it may be, and
 * only what was A before is meant.
 */
const isOneOfSeveral = ({ claims }: Statement, { needs, attribute }: Claim): boolean =>
  needs === 'former' && (isExchange({ attribute }) || claims.filter((claim) => claim.needs === 'former').length > 1)

const EXCHANGES: Effect = { does: 'closes', reason: 'explicit_change' }

/** What a claim does to an older one; null where they are not about the same of the same subject. */
const effectOn = (newer: Claim, older: Claim): Effect | null => {
  if (takesPlaceOf(newer, older)) return EXCHANGES
  const isSame = newer.attribute === older.attribute || kindredOf(older.attribute).includes(newer.attribute)
  return newer.subject === older.subject && isSame ? effectOf(newer, older) : null
}

const ORDER = ['closes', 'differs', 'agrees', 'apart'] as const

/** The strongest effect that a claim of the newer statement has on a claim. */
const strongest = (newer: Statement, claim: Claim, older: Statement): Effect | null => {
  const effects = newer.claims
    .flatMap((each) => {
      const effect = effectOn(each, claim)
      return effect === null ? [] : [{ each, effect }]
    })
    // Of what may be meant, only that of which the former value is known.
    .filter(({ each, effect }) => effect.does === 'closes' || !isOneOfSeveral(newer, each))
    .filter(({ each }) => !isOneOfSeveral(older, claim) || each.former === claim.value)
    .map(({ effect }) => effect)
  return effects.toSorted((a, b) => ORDER.indexOf(a.does) - ORDER.indexOf(b.does))[0] ?? null
}

/** What people say about themselves is put out of force by nobody else. */
const isHearsay = (newer: Statement, older: Statement): boolean =>
  newer.teller !== older.teller && older.claims.some(({ subject }) => subject === older.teller)

/** Whether the new fact holds from an earlier day than the held one; on the same day what is said later is newer. */
const isBefore = (fact: StatedFact, target: StatedFact): boolean => dayOf(fact) < dayOf(target)

/** A state holds when it is told; a change holds from the day on which it came. */
const dayOf = ({ statement: { claims }, ...told }: StatedFact): string =>
  claims.find(({ how, from }) => how === 'change' && from !== null)?.from ?? dayTold(told)

const dayTold = ({ observedOn, at }: Pick<Told, 'observedOn' | 'at'>): string => observedOn ?? at.slice(0, 10)

/** The statement without what is over on the day on which it is told ("until 2018"), or has not begun by then ("from 2032"). */
const inForce = ({ statement, ...told }: Told): Statement => {
  const day = dayTold(told)
  const holds = ({ how, from, to }: Claim): boolean =>
    how === 'correct' || ((from === null || from <= day) && (to === null || day <= to))
  return { ...statement, claims: statement.claims.filter(holds) }
}
