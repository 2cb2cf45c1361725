import type { KnownVerdict } from '../../domain/extraction.js'
import type { VerdictOutcome, VerdictReason } from '../../domain/verdict.js'
import { isAssistantRole } from '../../indexing/assistant-role.js'
import type { LanguageModel } from '../../providers/language-model.js'
import { type Admissible, admissible, type RuleReason } from '../ingest/model-judging/admissible.js'
import { judgeByModel } from '../ingest/model-judging/judge-by-model.js'
import type { VerdictReason as ModelReason, ModelVerdict } from '../ingest/model-judging/verdicts.js'
import { asCandidate } from './candidates.js'
import type { Candidate } from './episode.js'
import type { Fact } from './facts.js'

type Judging = {
  readonly model: LanguageModel
  /** What a verdict needs to replace something: 0 to 1. */
  readonly threshold: number
  readonly signal: AbortSignal
}

/**
 * The verdicts of a model on the facts that have candidates, held to the rules that no verdict may break; in one call, or
 * in several where they are too long for one. Without candidates no call. Throws what the model throws.
 */
export const judgeFacts = async (
  facts: readonly Fact[],
  candidates: ReadonlyMap<string, readonly Candidate[]>,
  { model, threshold, signal }: Judging,
): Promise<readonly KnownVerdict[]> => {
  const items = facts.flatMap((fact) => {
    const held = candidates.get(fact.memoryId) ?? []
    return held.length === 0 ? [] : [{ fact, held }]
  })
  const { verdicts } = await judgeByModel(
    model,
    items.map(({ fact, held }) => ({ fact: asCandidate(fact), candidates: held })),
    { signal },
  )
  return items.map(({ fact, held }, i) => verdictOn(fact, { held, verdict: verdicts[i], threshold }))
}

type On = {
  readonly held: readonly Candidate[]
  readonly verdict: ModelVerdict | undefined
  readonly threshold: number
}

const verdictOn = (fact: Fact, { held, verdict, threshold }: On): KnownVerdict => {
  const candidate = verdict?.candidate == null ? undefined : held[verdict.candidate]
  const nothing = { outcome: 'add', applied: 'add', confidence: verdict?.confidence ?? null } as const
  const others = held.filter((each) => each !== candidate).map(versionOf)
  if (verdict === undefined || candidate === undefined)
    return { memoryId: fact.memoryId, judged: others, ...nothing, reason: 'nothing_alike' }
  const ruled = admissible(verdict, {
    fact: { ...asCandidate(fact), claimType: fact.claimType, trust: fact.trust },
    candidate,
    threshold,
  })
  const { outcome, reason } = withinReach(ruled, fact, candidate)
  return {
    memoryId: fact.memoryId,
    judged: [versionOf(candidate), ...others],
    outcome: verdict.outcome,
    applied: outcome,
    confidence: verdict.confidence,
    reason: reason === 'as_judged' ? AS_JUDGED[verdict.reason] : AS_RULED[reason],
  }
}

const versionOf = ({ memoryId, version }: Candidate): [string, number] => [memoryId, version]

/**
 * What somebody said keeps its words: only derived facts are reworded. And only a person's own words take something back,
 * never what a model makes of other words.
 */
const withinReach = (
  ruled: Admissible,
  fact: Fact,
  { derived }: Candidate,
): { readonly outcome: VerdictOutcome; readonly reason: RuleReason } => {
  if (ruled.outcome === 'update' && !derived) return { outcome: 'add', reason: 'other_value' }
  if (ruled.outcome === 'retract' && !isTakenBackIn(fact)) return { outcome: 'add', reason: 'below_threshold' }
  return ruled
}

/** How people take back what they said, in the languages that the prompts are tried in. */
const TAKES_BACK =
  /(?<!\p{L})(?:forget|never ?mind|scratch that|disregard|take (?:it|that|this) back|not true|untrue|no longer|any ?more|(?:was|were|is) (?:wrong|a mistake|a lie|a joke|false|incorrect)|made (?:it|that) up|vergiss|vergessen sie|stimmt nicht|war (?:falsch|ein irrtum|gelogen)|nehme .{0,20}zurück|nicht mehr|olvida|ya no|era mentira|oublie|n['’]est plus|c['’]était faux|dimentica|non è (?:più|vero)|esquece|não é (?:mais|verdade)|vergeet|klopt niet|niet meer|забудь|неправда|больше не)(?!\p{L})/iu
/** Characters around the quoted words that belong to them. */
const AROUND = 80

const isTakenBackIn = ({ basis, evidence }: Fact): boolean =>
  evidence.some(({ memoryId, start, end }) => {
    const turn = basis.find((memory) => memory.memoryId === memoryId)
    if (turn === undefined || isAssistantRole(turn.role ?? turn.speaker)) return false
    return TAKES_BACK.test(turn.text.slice(Math.max(0, start - AROUND), end + AROUND))
  })

const AS_JUDGED: Readonly<Record<ModelReason, VerdictReason>> = {
  unrelated: 'nothing_alike',
  other_subject: 'nothing_alike',
  other_time: 'disjoint_validity',
  several_values: 'several_possible',
  not_certain: 'below_threshold',
  same_fact: 'same_fact',
  more_precise: 'more_precise',
  new_value: 'new_value',
  correction: 'correction',
  conflict: 'several_possible',
  retraction: 'retraction',
  no_candidates: 'nothing_alike',
  not_judged: 'model_said_so',
  invalid_verdict: 'model_said_so',
}

const AS_RULED: Readonly<Record<Exclude<RuleReason, 'as_judged'>, VerdictReason>> = {
  no_candidate: 'nothing_alike',
  steering: 'steering_suspected',
  not_stated: 'below_threshold',
  other_subject: 'nothing_alike',
  other_time: 'disjoint_validity',
  other_attribute: 'several_possible',
  other_value: 'says_more',
  says_more: 'says_more',
  other_owner: 'other_owner',
  other_readers: 'fewer_readers',
  below_threshold: 'below_threshold',
  told_earlier: 'late_value',
  planned: 'several_possible',
  times_cross: 'several_possible',
  time_unknown: 'several_possible',
}
