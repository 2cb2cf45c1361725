import type { DomainEvent } from '../../domain/all-events.js'
import { clashOf } from '../../domain/conflict/opening.js'
import type { ExtractionOf } from '../../domain/extraction.js'
import { admit, type KnownMemory, OUTCOMES } from '../../domain/memory/admitting.js'
import type { TurnBehind } from '../../domain/memory/cascade.js'
import { type DecidedStatements, decide, type RelatedMemories, type Statement } from '../../domain/memory/deciding.js'
import type { Memory } from '../../domain/memory/state.js'
import { isBefore } from '../../domain/moment.js'
import type { Verdict } from '../../domain/verdict.js'
import type { Neighbour } from '../../memory-index/similar-memories.js'
import type { DerivableEpisode, TurnMemory } from '../../queries/derivable-episode.js'
import { isAssistantRole } from '../../text/assistant.js'
import { isRoleWord } from '../../text/speaker-name.js'
import { statementsIn } from '../as-said/stated.js'
import { numbersIn, tellsOnly } from '../by-model/numbers.js'
import { isAboutSame } from '../by-model/support.js'
import { clashesByWords, contesting } from '../contest.js'
import { agreeingWith, tellingsIn } from '../duplicates.js'
import { type EpisodeMetadata, entitiesOf } from '../events.js'
import type { Link } from '../relate.js'
import { factStored, linksIn, reasonForNone, reworded, tellFacts } from './fact-events.js'
import { dayOf, type Fact, type Facts, restsOnWhatItDid, toldOf } from './facts.js'

/** What the facts of an episode are decided on, all of one moment. */
export type FactsKnown = {
  readonly episode: DerivableEpisode
  /** By fact: what is like it. */
  readonly near: ReadonlyMap<string, readonly Neighbour[]>
  /** Of the memories that the facts are about, those in force, by id. */
  readonly known: ReadonlyMap<string, KnownMemory>
  /** Of the memories that may be reworded. */
  readonly states: ReadonlyMap<string, Memory>
  /** What is known of these. */
  readonly around: RelatedMemories
  /** The ordinal of the first of the new memories. */
  readonly firstOrdinal: number
}

export type FactsDecision = Facts & {
  readonly usage: ExtractionOf<'FactsDerived'>['data']['usage']
  readonly by: EpisodeMetadata
  /** How long a conflict stays open, in milliseconds. */
  readonly expiryMs: number
  /** How sure a model has to be to replace something, 0 to 1. */
  readonly threshold: number
}

/**
 * What becomes of the facts of an episode. Pure. A fact whose basis has changed is void;
 * one that a memory says already is a duplicate; what a model says of a memory holds for the version that it was shown.
 */
export const planFacts = (deciding: FactsDecision, known: FactsKnown) => {
  const { repeated, beyond, usage, by, expiryMs } = deciding
  const standing = deciding.facts.filter((fact) => restsOnWhatItDid(fact, known.episode))
  const duplicates = new Map(standing.map((fact) => [fact.memoryId, sayingTheSame(fact, known)]))
  const unknown = standing.filter(({ memoryId }) => duplicates.get(memoryId) === undefined)
  const facts = standing.map((fact): Statement => {
    const knownAs = [duplicates.get(fact.memoryId) ?? []].flat()
    const verdicts = knownAs.length > 0 ? [] : verdictsOn(fact, { deciding, known, news: unknown })
    const agreesWith = agreeingWith(fact, fact.readers, known.near.get(fact.memoryId) ?? [])
    return { ...fact, version: 1, isNew: true, knownAs, agreesWith, verdicts }
  })
  const turnsOf = (stored: ReadonlySet<string>, behind: readonly TurnBehind[]) =>
    behindOf(
      standing.filter(({ memoryId }) => stored.has(memoryId)),
      behind,
      known.episode,
    )
  const decided = decide({ ...contesting, by, expiryMs, statements: facts, turnsOf }, known.around)
  const news = standing.filter(({ memoryId }) => decided.news.has(memoryId))
  const stored = standing.filter(({ memoryId }) => decided.stored.has(memoryId))
  const { settled } = decided
  const links = linksIn(stored, { ...known, found: news }, settled)
  const counted = { links: links.length, duplicates: repeated + standing.length - news.length }
  const derived = {
    ...tellFacts({ news, stored, settled, beyond }, counted),
    usage: [...usage],
    none: news.length > 0 ? null : reasonForNone(known.episode, standing.length + repeated),
  }
  return {
    events: eventsOf({ stored, news, links, derived, decided }, { deciding, known }),
    derived,
    conflicts: decided.conflicts,
  }
}

/** The memory of its owner that says the same as a fact. */
const sayingTheSame = (fact: Fact, { near }: Pick<FactsKnown, 'near'>): string | undefined =>
  tellingsIn([fact], fact.readers, new Map([[0, near.get(fact.memoryId) ?? []]])).get(fact.memoryId)?.id

type FactContext = { readonly deciding: FactsDecision; readonly known: FactsKnown; readonly news: readonly Fact[] }

/** What a model says of a fact and what it was shown, as far as it may do it, and what words alone show of other agents. */
const verdictsOn = (fact: Fact, beside: FactContext): readonly Verdict[] => {
  const { known } = beside
  const byModel = fact.about.flatMap((said) => withTogether(fact, said, beside) ?? [])
  const seen = new Set(byModel.map(({ target }) => target.memoryId))
  const near = (known.near.get(fact.memoryId) ?? []).filter(({ id }) => !seen.has(id))
  return [...byModel, ...clashesByWords(known.episode.scope, fact, near)]
}

/** What supersedes a memory supersedes what goes together with it, unless that was said later. */
const withTogether = (fact: Fact, said: Fact['about'][number], beside: FactContext): Verdict | undefined => {
  const verdict = verdictByModel(fact, said, beside)
  const { known } = beside.known
  const sameness = known.get(said.memoryId)?.sameness
  if (verdict?.applied !== 'supersede' || !sameness) return verdict
  const others = [...known.values()].filter((each) => each.sameness === sameness && each.memoryId !== said.memoryId)
  const isOutdated = ({ memoryId, version }: KnownMemory) =>
    verdictByModel(fact, { ...said, memoryId, version }, beside)?.applied === 'supersede'
  return { ...verdict, together: others.filter(isOutdated) }
}

/** What a model says of a fact and one of the memories that it was shown; undefined where that has changed since. */
const verdictByModel = (
  fact: Fact,
  { memoryId: id, version, relation, confidence }: Fact['about'][number],
  { deciding: { threshold }, known, news }: FactContext,
): Verdict | undefined => {
  const { recordedAt, memories } = known.episode
  const own = news.find((other) => other.memoryId === id)
  const turn = memories.find((memory) => memory.memoryId === id)
  const target = own ? asKnown(own, recordedAt) : turn ? asSaid(turn) : known.known.get(id)
  if (target === undefined || target.version !== version || id === fact.memoryId) return undefined
  const isPersons = fact.basis.some(({ role, speaker }) => !isAssistantRole(role ?? speaker))
  const isMore = statementsIn(target.content).length > 1
  const admitted = admit({
    said: { relation, confidence },
    fact: { ...fact, isPersons, told: toldOf(fact, recordedAt) },
    target: { ...target, statesMore: !target.isFact && isMore },
    tellsOther: !tellsOnly(fact.content, numbersIn(target.content, 'en'), 'en'),
    threshold,
    isAboutSame: isAboutSame(fact.content, target.content, fact),
    isOfOtherSpeaker: areOtherSpeakers(fact.speaker, target.speaker),
  })
  const { reason } = admitted
  // What is not stored yet cannot be reworded: the more precise words stand beside it.
  const applied = own && admitted.applied === 'update' ? 'add' : admitted.applied
  return {
    by: 'model',
    target: { memoryId: id, version },
    outcome: OUTCOMES[relation],
    applied,
    confidence,
    reason,
    clash: applied === 'contradiction' ? clashOf(fact, target, { reason, confidence, isOfPart: isMore }) : undefined,
  }
}

const areOtherSpeakers = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && ![one, other].some(isRoleWord) && one.toLowerCase() !== other.toLowerCase()

/** A fact that is not stored yet, as later ones may be about it. */
const asKnown = (fact: Fact, recordedAt: string): KnownMemory => ({
  ...fact,
  version: 1,
  sameness: null,
  day: dayOf(fact),
  told: toldOf(fact, recordedAt),
  isFact: true,
  place: 0,
})

/** A turn of the episode itself, which a later one may correct. */
const asSaid = (turn: TurnMemory): KnownMemory => ({
  ...turn,
  content: turn.text,
  sameness: null,
  subject: null,
  day: null,
  told: { ...turn.told, ordinal: turn.ordinal },
  isFact: false,
  place: turn.ordinal,
})

/** The turns behind facts that are known, and behind those that are stored now. */
const behindOf = (
  stored: readonly Fact[],
  behind: readonly TurnBehind[],
  { recordedAt }: DerivableEpisode,
): readonly TurnBehind[] => {
  // What was said again after all that is stored now is not outdated by it.
  const isOutdated = ({ repeatedAt }: TurnBehind) =>
    repeatedAt === undefined || stored.some((fact) => !isBefore(toldOf(fact, recordedAt), repeatedAt))
  const turns = new Map(behind.filter(isOutdated).map((turn) => [turn.memoryId, turn]))
  for (const { memoryId: factId, basis, evidence } of stored)
    for (const { memoryId, version, isReplacing, text } of basis) {
      const turn = turns.get(memoryId) ?? { memoryId, version, isReplacing, statements: statementsIn(text), facts: [] }
      const own = evidence.filter((stretch) => stretch.memoryId === memoryId)
      const facts = own.map(({ start, end }) => ({ factId, start, end, isInForce: true }))
      turns.set(memoryId, { ...turn, facts: [...turn.facts, ...facts] })
    }
  return [...turns.values()]
}

type PlannedFacts = {
  readonly derived: ExtractionOf<'FactsDerived'>['data']
  readonly stored: readonly Fact[]
  readonly news: readonly Fact[]
  readonly links: Link[]
  readonly decided: DecidedStatements
}

const eventsOf = (
  { stored, news, links, derived, decided: { settled, waiting, events } }: PlannedFacts,
  { deciding, known }: { readonly deciding: FactsDecision; readonly known: FactsKnown },
): readonly DomainEvent[] => {
  const { by, embedding } = deciding
  const rewordings = settled.rewordings.flatMap(({ target, factId }) => {
    const fact = news.find(({ memoryId }) => memoryId === factId)
    const memory = known.states.get(target.memoryId)
    return fact === undefined ? [] : reworded(fact, memory, deciding)
  })
  return [
    ...stored.flatMap((fact, i) =>
      factStored({
        fact,
        by,
        embedding,
        episode: known.episode,
        ordinal: known.firstOrdinal + i,
        waits: waiting.has(fact.memoryId),
      }),
    ),
    ...rewordings,
    ...entitiesOf(stored, by),
    ...(settled.verdicts.length === 0
      ? []
      : [{ type: 'FactsJudged', metadata: by, data: { by: 'model', verdicts: settled.verdicts } } as const]),
    ...(links.length === 0 ? [] : [{ type: 'MemoriesLinked', metadata: by, data: { links } } as const]),
    { type: 'FactsDerived', metadata: by, data: derived },
    ...events,
  ]
}
