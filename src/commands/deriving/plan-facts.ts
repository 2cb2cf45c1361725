import type { DomainEvent } from '../../domain/all-events.js'
import type { Metadata } from '../../domain/event.js'
import type { ExtractionOf, KnownVerdict } from '../../domain/extraction.js'
import { withdraw } from '../../domain/memory/restoring.js'
import type { Memory } from '../../domain/memory/state.js'
import { entitiesOf } from '../ingest/events.js'
import type { Neighbour } from '../ingest/find-neighbours.js'
import type { OpenedConflict, TrustOf } from '../ingest/judging/clash.js'
import type { EarlierContradictions } from '../ingest/judging/earlier-contradictions.js'
import { type Contradictions, contested, toldOf } from '../ingest/judging/open-conflicts.js'
import type { Ruled, Ruling } from '../ingest/judging/ruling.js'
import { type Closing, closed, isStored, type Settlement, settle } from '../ingest/judging/settle.js'
import { type MadeOf, restingOn } from '../ingest/relating/composite.js'
import type { Link } from '../ingest/relating/links.js'
import { sayingTheSame } from './candidates.js'
import type { Candidate, DerivableEpisode } from './episode.js'
import { clashWith, contradictionsOf, lessonsIn, turnsOfWaiting } from './fact-contradictions.js'
import { factStored, judgedByRule, linksIn, reworded } from './fact-events.js'
import { type Fact, type Facts, restsOnWhatItDid } from './facts.js'
import { reasonForNone, tellFacts } from './tell-facts.js'
import { ruleOnTurns, type TurnsRead } from './turns-by-rules.js'
import { contestedBy, targetOf, unseenBy } from './unseen.js'

/** What the facts of an episode are decided on, all of one moment. */
export type FactsKnown = {
  readonly episode: DerivableEpisode
  readonly near: ReadonlyMap<string, readonly Neighbour[]>
  /** What each fact is to be held against now; empty where nothing was written since the facts were judged. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>
  /** Of the memories that were judged, those in force, by id. */
  readonly judged: ReadonlyMap<string, Candidate>
  /** Of the memories that are to be reworded. */
  readonly states: ReadonlyMap<string, Memory>
  readonly turns: TurnsRead
  /** How far the agents of all these are trusted. */
  readonly trust?: TrustOf
  readonly earlier?: EarlierContradictions | undefined
  /** What is composed of memories that may be closed or reworded. */
  readonly composites: readonly MadeOf[]
  /** How many more memories the user may have. */
  readonly room: number
  /** The ordinal of the first of the new memories. */
  readonly firstOrdinal: number
}

export type FactsPlan = {
  readonly events: readonly DomainEvent[]
  readonly derived: ExtractionOf<'FactsDerived'>['data']
  readonly conflicts: readonly OpenedConflict[]
  /** Facts whose verdicts are about what has changed since, or to which more is alike by now. */
  readonly outdated: readonly string[]
}

export type Deciding = Facts & {
  readonly verdicts: readonly KnownVerdict[]
  readonly unjudged: boolean
  readonly usage: ExtractionOf<'FactsDerived'>['data']['usage']
  readonly by: Metadata & { readonly episodeId: string }
  /** How long a conflict stays open, in milliseconds. */
  readonly expiryMs: number
}

/**
 * What becomes of the facts of an episode, and of its turns that went by rules. Pure. A fact whose basis has changed is void;
 * one that a memory says already is a duplicate; without a verdict that holds a fact is added beside what it contradicts.
 */
export const planFacts = (deciding: Deciding, known: FactsKnown): FactsPlan => {
  const standing = deciding.facts.filter((fact) => restsOnWhatItDid(fact, known.episode))
  const told = standing.map((fact) => ({ fact, with: sayingTheSame(fact, known.near) }))
  const news = told.flatMap((each) => (each.with.length === 0 ? [each.fact] : []))
  const held = news.map((fact) => heldAgainst(fact, { deciding, known, news }))
  const turns = ruleOnTurns(known.turns)
  const settled = settle([...held.map(({ ruled }) => ruled), ...turns])
  const stored = news.filter(({ memoryId }) => isNewMemory(memoryId, settled))
  const contradictions = contradictionsOf(settled, { stored, ...known, ...deciding, known: told })
  const closings = [...settled.closings, ...turnsOfWaiting(stored, contradictions)]
  const links = linksIn(stored, known, settled)
  const { repeated, beyond, usage, unjudged } = deciding
  const duplicates = repeated + standing.length - news.length
  const byRules = known.turns.turns.map(({ memoryId }) => memoryId)
  const derived = {
    ...tellFacts({ news, stored, settled, beyond, turns: known.turns.turns }, { links: links.length, duplicates }),
    ...{ usage: [...usage], unjudged, ...(byRules.length === 0 ? {} : { byRules: { memoryIds: byRules } }) },
    none: news.length > 0 ? null : reasonForNone(known.episode, standing.length + repeated),
  }
  const events = eventsOf({ stored, news, links, derived, settled, closings, contradictions }, { deciding, known })
  return {
    events,
    derived,
    conflicts: contradictions.conflicts.map(toldOf),
    outdated: held.flatMap(({ ruled, outdated }) => (outdated ? [ruled.fact.memoryId] : [])),
  }
}

type Held = { readonly ruled: Ruled; readonly outdated: boolean }

/** What was decided about a fact, as far as it still holds, and whether there is more to decide by now. */
const heldAgainst = (
  fact: Fact,
  {
    deciding,
    known,
    news,
  }: { readonly deciding: Deciding; readonly known: FactsKnown; readonly news: readonly Fact[] },
): Held => {
  const { memoryId } = fact
  const verdict = deciding.verdicts.find((each) => each.memoryId === memoryId)
  const target = verdict && targetOf(verdict)
  const isNew = target !== undefined && news.some((other) => other.memoryId === target[0])
  const holds = target === undefined || (isNew ? 1 : known.judged.get(target[0])?.version) === target[1]
  const candidates = known.candidates.get(memoryId) ?? []
  const unseen = unseenBy(holds ? verdict : undefined, candidates)
  const clash =
    verdict?.applied === 'contradiction' && target ? clashWith(fact, known.judged.get(target[0]), verdict) : undefined
  const ruling = verdict && target && holds ? [{ ...rulingOf(verdict, { target, isNew }), clash }] : []
  const rulings = [...ruling, ...contestedBy(fact, unseen)]
  const takesBack = ruling.some(({ applied }) => applied === 'retract')
  return { ruled: { fact: { memoryId, version: 1 }, rulings, takesBack }, outdated: !holds || unseen.length > 0 }
}

/** What is not stored yet cannot be reworded: the more precise words stand beside it. */
const rulingOf = (
  { outcome, applied, confidence, reason }: KnownVerdict,
  { target: [memoryId, version], isNew }: { readonly target: readonly [string, number]; readonly isNew: boolean },
): Ruling => ({
  target: { memoryId, version },
  ...{ outcome, confidence, reason, applied: isNew && applied === 'update' ? 'add' : applied },
})

type Planned = Pick<FactsPlan, 'derived'> & {
  readonly stored: readonly Fact[]
  readonly news: readonly Fact[]
  readonly links: Link[]
  readonly settled: Settlement
  readonly closings: readonly Closing[]
  readonly contradictions: Contradictions
}

const eventsOf = (
  { stored, news, links, derived, settled, closings, contradictions }: Planned,
  { deciding, known }: { readonly deciding: Deciding; readonly known: FactsKnown },
): readonly DomainEvent[] => {
  const { by } = deciding
  const rewordings = settled.rewordings.flatMap(({ target, factId }) => {
    const fact = news.find(({ memoryId }) => memoryId === factId)
    const memory = known.states.get(target.memoryId)
    return fact === undefined ? [] : reworded({ fact, memory, by, embedding: deciding })
  })
  const turns = contested(known.turns.turns, contradictions, by)
  const changed = [
    ...closings,
    ...settled.rewordings.map(({ target }) => target),
    ...turns.map(({ metadata }) => metadata),
  ]
  const storing = { by, embedding: deciding, episode: known.episode }
  return [
    ...stored.flatMap((fact, i) =>
      factStored({
        fact,
        ...storing,
        ordinal: known.firstOrdinal + i,
        waits: contradictions.waiting.has(fact.memoryId),
      }),
    ),
    ...rewordings,
    ...entitiesOf(stored, by),
    ...judgedByRule(settled, deciding),
    ...(links.length === 0 ? [] : [{ type: 'MemoriesLinked', metadata: by, data: { links } } as const]),
    { type: 'FactsDerived', metadata: by, data: derived },
    ...closed({ closings }, by),
    ...withdraw(restingOn(known.composites, changed), by),
    ...turns,
    ...contradictions.events,
    ...lessonsIn(contradictions, { ...known, stored, by }),
  ]
}

const isNewMemory = (memoryId: string, { outcomes, rewordings }: Settlement): boolean =>
  isStored(outcomes.get(memoryId)) && !rewordings.some(({ factId }) => factId === memoryId)
