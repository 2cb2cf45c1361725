import type { VerdictOutcome } from '../../../domain/verdict.js'
import type { Claim } from '../../../indexing/claims/statement.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'
import { heldFact } from './held-fact.js'
import { type HeldFact, judgeByRule, type NewFact } from './judge-by-rule.js'
import type { Ruled, Ruling } from './ruling.js'

/** Subject and attribute as one key. */
const keyOf = ({ subject, attribute }: Pick<Claim, 'subject' | 'attribute'>): string =>
  JSON.stringify([subject, attribute])

/** What the facts say something about, each once. */
export const askedBy = (facts: readonly PreparedFact[]): readonly Pick<Claim, 'subject' | 'attribute'>[] => [
  ...new Map(
    facts
      .flatMap(({ statement }) => statement?.claims ?? [])
      .map(({ subject, attribute }) => [keyOf({ subject, attribute }), { subject, attribute }]),
  ).values(),
]

/**
 * The rulings on the new facts by rule: each is held against the memories that say something about the same, and against
 * the facts of its own ingest that come before it. Facts that say nothing of a single-valued attribute have none.
 */
export const ruleOnFacts = (
  ingest: Ingest,
  fresh: readonly PreparedFact[],
  { claiming }: BankKnown,
): readonly Ruled[] => {
  const held = new Map<string, HeldFact[]>()
  const add = (fact: HeldFact) => {
    for (const key of new Set(fact.statement.claims.map(keyOf))) held.set(key, [...(held.get(key) ?? []), fact])
  }
  for (const memory of claiming) add(heldFact(memory))
  return fresh.flatMap((fact) => {
    const { statement } = fact
    if (statement === undefined || statement.claims.length === 0) return []
    const told = newFact(ingest, fact, statement)
    const same = new Set(statement.claims.flatMap((claim) => held.get(keyOf(claim)) ?? []))
    const rulings = judgeByRule(told, [...same]).map(rulingOf)
    add({ ...told, version: 1, agentId: told.owner, createdAt: told.at, status: 'active' })
    return [{ fact, rulings, takesBack: statement.sole && statement.claims.every(({ how }) => how === 'retract') }]
  })
}

const newFact = (
  { now, readers, extraction }: Ingest,
  { memoryId, observedAt }: PreparedFact,
  statement: NewFact['statement'],
): NewFact => ({
  memoryId,
  statement,
  observedOn: observedAt?.slice(0, 10) ?? extraction.observedOn,
  at: now,
  readers,
  owner: readers.agentId,
})

const rulingOf = ({ target, outcome, confidence, reason }: ReturnType<typeof judgeByRule>[number]): Ruling => {
  const found: VerdictOutcome = outcome === 'none' ? 'add' : outcome
  return { target, outcome: found, applied: found, confidence, reason }
}
