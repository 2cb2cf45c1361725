import { type Network, ownText } from '../../../domain/memory/events.js'
import type { Readers } from '../../../domain/scope.js'
import type { BankKnown, Ingest, PreparedFact } from '../context.js'
import { clashOf } from './clash.js'
import { CONFIDENCE } from './compare-claims.js'
import { compareWords } from './compare-words.js'
import { ruleOnFacts } from './rule-on-facts.js'
import type { Judge, Ruled, Ruling } from './ruling.js'

/** From this cosine on the words of a memory may be those of a fact but for a value or a negation. */
export const CLASH_COSINE = 0.75

/** What full ingest does by rules, with what the words alone show of contradictions between agents. */
export const judgeAll: Judge = (ingest, fresh, known) =>
  joined(ruleOnFacts(ingest, fresh, known), clashesByWords(ingest, fresh, known))

/** What quick ingest does: it closes nothing, and only finds what clearly contradicts another agent. */
export const contestOnly: Judge = (ingest, fresh, known) => {
  if (ingest.request.scope.kind === 'user') return []
  const byRule = ruleOnFacts(ingest, fresh, known).map((ruled) => ({
    ...ruled,
    rulings: ruled.rulings.filter(({ clash }) => clash !== undefined),
    takesBack: false,
  }))
  return joined(byRule, clashesByWords(ingest, fresh, known)).filter(({ rulings }) => rulings.length > 0)
}

const clashesByWords = (
  { facts, readers, request }: Ingest,
  fresh: readonly PreparedFact[],
  { neighbours }: Pick<BankKnown, 'neighbours'>,
): readonly Ruled[] => {
  if (request.scope.kind === 'user') return []
  const placeOf = new Map(facts.map(({ memoryId }, place) => [memoryId, place]))
  return fresh.map((fact) => ({
    fact: { memoryId: fact.memoryId, version: 1 },
    rulings: neighbours.flatMap(({ sample, id: memoryId, claim }) =>
      sample === placeOf.get(fact.memoryId) && claim?.memory !== undefined
        ? (clashByWords({ ...fact, readers }, { ...claim, ...claim.memory, memoryId }) ?? [])
        : [],
    ),
    takesBack: false,
  }))
}

type Worded = {
  readonly content: string
  readonly speaker: string | null
  readonly network?: Network | undefined
  readonly readers: Readers
}

/** The ruling that a fact contradicts a memory of another agent, where their words alone show it. */
export const clashByWords = (
  fact: Worded,
  { memoryId, version, ...memory }: Worded & Ruling['target'],
): Ruling | undefined => {
  const reason = compareWords(wordsOf(fact), wordsOf(memory))
  const clash = reason === null ? undefined : clashOf(fact, memory, { reason, confidence: CONFIDENCE[reason] })
  if (clash === undefined) return undefined
  return {
    target: { memoryId, version },
    ...{ outcome: 'contradiction', applied: 'contradiction', reason: 'other_owner', clash },
    confidence: CONFIDENCE.other_owner,
  }
}

const wordsOf = ({ content, speaker }: Worded) => ({ text: ownText({ content, speaker }), speaker })

/** Rulings with what words show of a memory on which there is none. */
export const joined = (byRule: readonly Ruled[], byWords: readonly Ruled[]): readonly Ruled[] => {
  const ruled = new Map(byRule.map((each) => [each.fact.memoryId, each]))
  const rest = byWords.flatMap((each) => (ruled.has(each.fact.memoryId) || each.rulings.length === 0 ? [] : [each]))
  const more = new Map(byWords.map(({ fact, rulings }) => [fact.memoryId, rulings]))
  const both = byRule.map((each) => {
    const known = new Map(each.rulings.map(({ target, clash }) => [target.memoryId, clash]))
    const added = (more.get(each.fact.memoryId) ?? []).filter(({ target }) => known.get(target.memoryId) === undefined)
    const instead = new Set(added.map(({ target }) => target.memoryId))
    return { ...each, rulings: [...each.rulings.filter(({ target }) => !instead.has(target.memoryId)), ...added] }
  })
  return [...both, ...rest]
}
