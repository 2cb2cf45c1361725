import type { VerdictOutcome } from '../../../domain/verdict.js'
import { kindredOf } from '../../../indexing/claims/attributes.js'
import { isExchange } from '../../../indexing/claims/exchanged.js'
import type { Claim } from '../../../indexing/claims/statement.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'
import { judgeByRule } from './judge-by-rule.js'
import type { Ruled } from './ruling.js'
import type { StatedFact } from './statements.js'
import { type ToldBehind, toldAgain } from './told-again.js'

/** Of one attribute of one subject, the newest that a fact is held against: there are more where nothing is ever closed. */
export const MOST_HELD = 20

/** What is said of a subject as one key. */
const keyOf = ({ subject, attribute, value }: About): string =>
  JSON.stringify(attribute === undefined ? [subject, null, value] : [subject, attribute])

/** An attribute of a subject, or whatever of it has that value. */
export type About = { readonly subject: string } & (
  | { readonly attribute: string; readonly value?: undefined }
  | { readonly attribute?: undefined; readonly value: string }
)

const withKindred = ({ subject, attribute }: Claim): readonly About[] =>
  [attribute, ...kindredOf(attribute)].map((each) => ({ subject, attribute: each }))

/** What a claim is held against. */
const aboutOf = (claim: Claim): readonly About[] => {
  const { subject, former } = claim
  return isExchange(claim) && former !== null ? [...withKindred(claim), { subject, value: former }] : withKindred(claim)
}

/** What the facts say something about, each once. */
export const askedBy = (facts: readonly Pick<PreparedFact, 'statement'>[]): readonly About[] => [
  ...new Map(
    facts
      .flatMap(({ statement }) => statement?.claims ?? [])
      .flatMap(aboutOf)
      .map((about) => [keyOf(about), about]),
  ).values(),
]

type Telling = Pick<Ingest, 'now' | 'readers' | 'extraction'>

/** The rulings on the new facts of an ingest by rule, in the order in which they were said. */
export const ruleOnFacts = (
  ingest: Telling & Pick<Ingest, 'facts' | 'repeats'>,
  fresh: readonly PreparedFact[],
  { claiming, neighbours }: Pick<BankKnown, 'claiming' | 'neighbours'>,
): readonly Ruled[] => {
  const told = fresh.flatMap((fact) => (fact.statement === undefined ? [] : [statedFact(ingest, fact, fact.statement)]))
  const isFresh = new Set(fresh.map(({ memoryId }) => memoryId))
  return ruleOn(told, claiming, toldAgain(ingest, isFresh, neighbours))
}

/**
 * The rulings on facts by rule: each is held against the memories that say something about the same (`claiming`, the oldest
 * first), and against the facts before it, but for those that others have put out of force. Facts that say nothing of a
 * single-valued attribute have none. `isToldBehind`: whether the conversation says a memory again behind a fact, which is
 * then the older one of the two.
 */
export const ruleOn = (
  facts: readonly StatedFact[],
  claiming: readonly StatedFact[],
  isToldBehind: ToldBehind = () => false,
): readonly Ruled[] => {
  const held = new Held()
  for (const memory of claiming) held.add(memory)
  return facts.flatMap((told) => {
    const { statement } = told
    if (statement.claims.length === 0) return []
    const like = held.like(told)
    const behind = like.map(({ memoryId }) => memoryId).filter((memoryId) => isToldBehind(told.memoryId, memoryId))
    const rulings = judgeByRule(told, like, new Set(behind))
    const takesBack = statement.sole && statement.claims.every(({ how }) => how === 'retract')
    const closed = new Set(rulings.filter(({ applied }) => CLOSES.has(applied)).map(({ target }) => target.memoryId))
    for (const other of like) if (closed.has(other.memoryId)) held.remove(other)
    if (!takesBack && rulings.every(({ applied }) => applied !== 'late')) held.add(told)
    return [{ fact: told, rulings, takesBack }]
  })
}

const CLOSES: ReadonlySet<VerdictOutcome> = new Set(['supersede', 'retract'])

/** What is in force, by subject and attribute, the newest last. */
class Held {
  private readonly facts = new Map<string, readonly StatedFact[]>()

  add(fact: StatedFact): void {
    for (const key of keysOf(fact)) this.facts.set(key, [...this.under(key).slice(1 - MOST_HELD), fact])
  }

  remove(fact: StatedFact): void {
    for (const key of keysOf(fact))
      this.facts.set(
        key,
        this.under(key).filter((other) => other !== fact),
      )
  }

  like(fact: StatedFact): readonly StatedFact[] {
    const keys = fact.statement.claims.flatMap(aboutOf).map(keyOf)
    return [...new Set(keys.flatMap((key) => this.under(key)))]
  }

  private under(key: string): readonly StatedFact[] {
    return this.facts.get(key) ?? []
  }
}

/** A fact is found by each attribute, and by each value. */
const keysOf = ({ statement }: StatedFact): ReadonlySet<string> =>
  new Set(
    statement.claims.flatMap(({ subject, attribute, value }) => [
      keyOf({ subject, attribute }),
      keyOf({ subject, value }),
    ]),
  )

export const statedFact = (
  { now, readers, extraction }: Telling,
  { memoryId, observedAt, network }: PreparedFact,
  statement: StatedFact['statement'],
): StatedFact => ({
  memoryId,
  version: 1,
  statement,
  ...{ readers, network },
  observedOn: observedAt?.slice(0, 10) ?? extraction.observedOn,
  at: now,
})
