import type { Transact } from '../../commands/transact.js'
import type { DomainEvent } from '../../domain/all-events.js'
import { type FactOutcome, NO_COUNTS } from '../../domain/episode.js'
import { isErased } from '../../domain/event.js'
import type { ExtractionOf, Paid } from '../../domain/extraction.js'
import { isStored } from '../../domain/memory/settling.js'
import { asNew, type IngestOutcome } from '../context.js'
import type { DeriveDependencies } from './decide-facts.js'
import { createDerive } from './derive.js'
import type { DerivableEpisode } from './episode.js'
import { type Fact, factsFound } from './facts.js'

type Derived = ExtractionOf<'FactsDerived'>['data']

/** Turns that are not stored, as the memories that they would be. */
type Turns = Pick<DerivableEpisode, 'scope' | 'episodeId' | 'sourceSite' | 'sessionId' | 'recordedAt' | 'memories'>

/** A fact that would be derived, and what would become of it. */
export type FactPreview = { readonly fact: Fact; readonly outcome: IngestOutcome }

export type FactsPreview = Pick<Derived, 'counts' | 'usage' | 'none'> & {
  readonly facts: readonly FactPreview[]
  /** What would become of the turns that rules judge, by their ids. */
  readonly turns: ReadonlyMap<string, IngestOutcome>
}

/**
 * Derives facts of turns as it would be done after these were stored, by the same steps: what they would write is kept in
 * memory, and thrown away. The model is asked and paid for. Throws what deriving throws.
 */
export const createPreviewFacts =
  (parts: DeriveDependencies) =>
  async (turns: Turns): Promise<FactsPreview> => {
    let episode = unwritten(turns)
    let found = episode
    const transact: Transact = async ({ read, decide }) => {
      const { events, result } = decide(await read(false))
      found = episode
      episode = events.reduce(after, episode)
      return { result, position: 'start' }
    }
    const stubs = { transact, episode: async () => episode }
    const derive = createDerive({ ...parts, ...stubs, secondaryModels: [] })
    const { userId } = turns.scope
    const { result } = await derive({ userId, episodeId: turns.episodeId, answer: (derived) => derived })
    const { counts, usage, none, byRules, memoryIds, outcomes } = result
    const turnIds = byRules?.memoryIds ?? []
    const all = factsFound(found)
    const ofThese = new Set(all.map(({ memoryId }) => memoryId))
    const told = {
      stored: new Set([...memoryIds, ...turnIds]),
      ofThese,
      outcomes,
      targets: new Map(all.flatMap(({ memoryId, about: [first] }) => (first ? [[memoryId, first.memoryId]] : []))),
    }
    const facts = all.flatMap((fact) => {
      const outcome = outcomeOf(fact.memoryId, told)
      return outcome === undefined ? [] : [{ fact, outcome }]
    })
    const ofTurns = turnIds.map((id) => [id, outcomeOf(id, told) ?? asNew(id)] as const)
    return { counts, usage, none, facts, turns: new Map(ofTurns) }
  }

const unwritten = (turns: Turns): DerivableEpisode => ({
  ...turns,
  awaits: 'model',
  requestHash: '',
  counts: NO_COUNTS,
  derived: null,
  attempts: 0,
  windows: [],
  elsewhere: [],
  paid: [],
})

/** The episode after an event, as the read models would have it. */
const after = (episode: DerivableEpisode, event: DomainEvent): DerivableEpisode => {
  if (event.type === 'EpisodeExtracted') {
    const { said, by, ...window } = event.data
    const facts = isErased(said) ? null : said.facts
    const paid: readonly Paid[] = by === null ? [] : [{ stage: 'extract', ...by, ...window.usage }]
    const shown = [...window.context, ...window.known].map(([memoryId, version]) => ({ memoryId, version }))
    return {
      ...episode,
      windows: [...episode.windows, { ...window, by, facts }],
      paid: [...episode.paid, ...paid],
      elsewhere: [...episode.elsewhere, ...shown],
    }
  }
  return episode
}

type Told = Pick<Derived, 'outcomes'> & {
  readonly stored: ReadonlySet<string>
  /** The facts of this ingest, stored or not. */
  readonly ofThese: ReadonlySet<string>
  /** By fact: the memory that a model says something of. */
  readonly targets: ReadonlyMap<string, string>
}

/**
 * What is told of a fact or a turn itself or, where it becomes no memory, of the one that it is about, which may be another
 * of these facts with an outcome of its own. Nothing of a duplicate.
 */
const outcomeOf = (memoryId: string, { stored, ofThese, outcomes, targets }: Told): IngestOutcome | undefined => {
  if (stored.has(memoryId))
    return outcomes.find((each) => each.memoryId === memoryId && isStored(each)) ?? asNew(memoryId)
  const target = targets.get(memoryId) ?? memoryId
  const isOwn = (each: FactOutcome) => ofThese.has(target) && isStored(each)
  return outcomes.find(
    (each) => each.memoryId === memoryId || (each.memoryId === target && each.outcome !== 'stored' && !isOwn(each)),
  )
}
