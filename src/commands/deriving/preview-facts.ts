import type { DomainEvent } from '../../domain/all-events.js'
import { type FactOutcome, NO_COUNTS } from '../../domain/episode.js'
import { isErased } from '../../domain/event.js'
import type { ExtractionOf, KnownVerdict } from '../../domain/extraction.js'
import type { Scope } from '../../domain/scope.js'
import { asNew, type IngestOutcome } from '../ingest/context.js'
import { isStored } from '../ingest/judging/settle.js'
import type { Transact } from '../transact.js'
import type { DeriveDependencies } from './decide-facts.js'
import { createDerive } from './derive.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'
import { type Fact, factsFound } from './facts.js'

/** Turns that are not stored, as the memories that they would be. */
type Turns = {
  readonly scope: Scope
  readonly episodeId: string
  readonly sourceSite: string
  readonly memories: readonly TurnMemory[]
}

/** A fact that would be derived, and what would become of it. */
export type FactPreview = { readonly fact: Fact; readonly outcome: IngestOutcome }

export type FactsPreview = Pick<ExtractionOf<'FactsDerived'>['data'], 'counts' | 'usage' | 'none'> & {
  readonly facts: readonly FactPreview[]
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
      const { events, result } = decide(await read())
      found = episode
      episode = events.reduce(after, episode)
      return { result, position: 'start' }
    }
    const derive = createDerive({ ...parts, transact, secondaryModels: [], episode: async () => episode })
    const { userId } = turns.scope
    const { result } = await derive({ userId, episodeId: turns.episodeId, answer: (derived) => derived })
    const { counts, usage, none, memoryIds, outcomes } = result
    const all = factsFound(found)
    const facts = all.flatMap((fact) => {
      const outcome = memoryIds.includes(fact.memoryId)
        ? (outcomes.find((each) => each.memoryId === fact.memoryId && isStored(each)) ?? asNew(fact.memoryId))
        : asJudged(fact, { all, verdicts: found.verdicts, outcomes })
      return outcome === undefined ? [] : [{ fact, outcome }]
    })
    return { counts, usage, none, facts }
  }

const unwritten = ({ scope, episodeId, sourceSite, memories }: Turns): DerivableEpisode => ({
  ...{ episodeId, scope, sourceSite, memories },
  ...{ sessionId: null, awaits: 'model', requestHash: '', counts: NO_COUNTS, derived: null, attempts: 0 },
  ...{ windows: [], verdicts: [] },
})

/** The episode after an event, as the read models would have it. */
const after = (episode: DerivableEpisode, event: DomainEvent): DerivableEpisode => {
  if (event.type === 'EpisodeExtracted') {
    const { said, ...window } = event.data
    return { ...episode, windows: [...episode.windows, { ...window, facts: isErased(said) ? null : said.facts }] }
  }
  if (event.type === 'FactsJudged') return { ...episode, verdicts: [...episode.verdicts, ...event.data.verdicts] }
  return episode
}

type Judged = {
  readonly all: readonly Fact[]
  readonly verdicts: readonly KnownVerdict[]
  readonly outcomes: readonly FactOutcome[]
}

/**
 * What is told of a fact that becomes no memory: by its own id, or by that of the memory that it is about, which may be
 * another of these facts with an outcome of its own. Nothing of a duplicate.
 */
const asJudged = ({ memoryId }: Fact, { all, verdicts, outcomes }: Judged): FactOutcome | undefined => {
  const [target] = verdicts.find((verdict) => verdict.memoryId === memoryId)?.judged ?? []
  const isOfThese = all.some((fact) => fact.memoryId === target?.[0])
  return outcomes.find(
    (each) => each.memoryId === memoryId || (each.memoryId === target?.[0] && !(isOfThese && isStored(each))),
  )
}
