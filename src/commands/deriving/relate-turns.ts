import { inTurns } from '../../concurrency/steps.js'
import type { DomainEvent } from '../../domain/all-events.js'
import type { Metadata } from '../../domain/event.js'
import { type Readers, readerGroup, type Scope } from '../../domain/scope.js'
import type { Fact } from '../ingest/extraction/fact.js'
import { isStored, type Settlement } from '../ingest/judging/settle.js'
import type { ReadDependencies } from '../ingest/read-bank.js'
import { type Composite, compositeOf, evidenceLinks, type Part, storedComposite } from '../ingest/relating/composite.js'
import { LINKS_OF_A_MEMORY, LINKS_OF_AN_INGEST, type Link, sameEntityLinks } from '../ingest/relating/links.js'
import { MOST_NAMING, type Name, type Naming, namesAsked, namesOf } from '../ingest/relating/names.js'
import { standing } from '../ingest/relating/relate.js'
import { GROUPS, relatedFacts } from '../ingest/relating/related-facts.js'
import type { DerivableEpisode, TurnMemory } from './episode.js'

/** What is known of a turn besides its words: by it turns are related. */
export type RelatableTurn = Pick<Fact, 'subject' | 'keywords' | 'importance' | 'entities' | 'dates'> & {
  readonly memoryId: string
  /** Whether it tries to steer the memory. */
  readonly steering: boolean
  readonly vector: Float32Array | null
  /** Those that lead from it already. */
  readonly links: readonly Link[]
}

export type RelatingDependencies = {
  /** Of these memories, those that the caller sees. */
  readonly relatable: (scope: Scope, ids: readonly string[]) => Promise<readonly RelatableTurn[]>
  readonly naming: ReadDependencies['naming']
}

/** Turns with the same readers: what they name, what of it is known, and what some of them say together. */
export type TurnsRelated = {
  readonly readers: Readers
  readonly named: readonly { readonly memoryId: string; readonly names: readonly Name[] }[]
  readonly naming: readonly Naming[]
  readonly composites: readonly (Composite & { readonly trust: number })[]
  readonly links: readonly Link[]
}

type Related = {
  readonly turns: readonly { readonly memoryId: string; readonly content: string }[]
  /** What was told at or behind this place in the log is left alone. */
  readonly before: number
}

/** Reads what turns that went by rules have to do with one another and with what was told before them. */
export const readRelated = async (
  parts: RelatingDependencies,
  { scope, episodeId, memories }: Pick<DerivableEpisode, 'scope' | 'episodeId' | 'memories'>,
  { turns, before }: Related,
): Promise<readonly TurnsRelated[]> => {
  if (turns.length === 0) return []
  const memoryOf = new Map(memories.map((memory) => [memory.memoryId, memory]))
  const ids = turns.map(({ memoryId }) => memoryId)
  const known = new Map((await parts.relatable(scope, ids)).map((turn) => [turn.memoryId, turn]))
  const groups = new Map<string, (PartOf & Pick<RelatableTurn, 'links'>)[]>()
  for (const { memoryId, content } of turns) {
    const [memory, turn] = [memoryOf.get(memoryId), known.get(memoryId)]
    if (memory === undefined || turn === undefined) continue
    const key = readerGroup(memory.readers)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push({ links: turn.links, ...partOf(memory, turn, content) })
  }
  return Promise.all(
    [...groups.values()].map(async (all): Promise<TurnsRelated> => {
      const readers = all[0]?.memory.readers ?? NOBODY
      const named = all.map((part) => ({ memoryId: part.memoryId, names: namesOf(part) }))
      const wanted = { names: namesAsked(named), readers, most: MOST_NAMING, before }
      const [naming, related] = [await parts.naming(scope, wanted), await inTurns(relatedFacts(all))]
      const composites = related.flatMap((some) => {
        const made = compositeOf(episodeId, some)
        // Nobody is trusted more with what they say twice.
        const trust = Math.min(...some.parts.map(({ memory }) => memory.trust))
        return made === undefined ? [] : [{ ...made, trust }]
      })
      return { readers, named, naming, composites, links: all.flatMap(({ links }) => links) }
    }),
  )
}

const NOBODY: Readers = { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }

type PartOf = Part & { readonly memory: TurnMemory }

const partOf = (memory: TurnMemory, turn: RelatableTurn, content: string): PartOf => ({
  ...{ memory, memoryId: memory.memoryId, content, vector: turn.vector, trust: turn.steering ? 0 : 1 },
  ...{ speaker: memory.speaker, role: memory.role, language: memory.language, network: memory.network },
  ...{ subject: turn.subject, keywords: turn.keywords, importance: turn.importance },
  ...{ entities: turn.entities, dates: turn.dates },
  ...{ observedAt: memory.observedAt, observedOn: memory.occurredOn ?? memory.observedAt.slice(0, 10) },
})

type Decided = {
  readonly settled: Settlement
  readonly closings: readonly { readonly memoryId: string }[]
  readonly waiting: ReadonlySet<string>
  readonly by: Metadata & { readonly episodeId: string }
  readonly episode: Pick<DerivableEpisode, 'sourceSite' | 'sessionId'>
  /** The first free place. */
  readonly ordinal: number
  /** How many more memories the user may have: the turns are stored, so that composites are what is left out. */
  readonly room: number
}

/** The composites of turns that went by rules, and the links of these and of what names the same, as an ingest makes them. */
export const relateTurns = (
  related: readonly TurnsRelated[],
  { settled, closings, waiting, by, episode, ordinal, room }: Decided,
): { readonly stored: readonly DomainEvent[]; readonly links: readonly Link[] } => {
  const { contests, outcomes } = settled
  const groups = related.map(({ named, ...group }) => ({
    ...group,
    fresh: named.filter(({ memoryId }) => isStored(outcomes.get(memoryId))),
  }))
  const composites = groups.flatMap(({ composites, fresh, readers }) => {
    const able = fresh.filter(({ memoryId }) => !waiting.has(memoryId))
    return standing(composites, able, { closings, contests }).map((composite) => ({ ...composite, readers }))
  })
  const made = composites.slice(0, Math.max(0, Math.min(GROUPS, room)))
  const { sourceSite, sessionId } = episode
  const links = groups.flatMap((group) => entityLinks(group, contests))
  return {
    stored: made.map((composite, i) =>
      storedComposite(composite, { ...composite, by, sourceSite, sessionId, ordinal: ordinal + i }),
    ),
    links: [...links.slice(0, LINKS_OF_AN_INGEST), ...made.flatMap(evidenceLinks)],
  }
}

/** As many as there is room for beside those that lead from a turn already, and from now on. */
const entityLinks = (
  { fresh, naming, links }: Pick<TurnsRelated, 'naming' | 'links'> & { readonly fresh: TurnsRelated['named'] },
  contests: Settlement['contests'],
): readonly Link[] => {
  const used = new Map<string, number>()
  for (const { from } of [...links, ...contests]) used.set(from, (used.get(from) ?? 0) + 1)
  const similar = links.filter(({ kind }) => kind === 'similar')
  return sameEntityLinks(fresh, naming, similar).filter(({ from }) => {
    const before = used.get(from) ?? 0
    used.set(from, before + 1)
    return before < LINKS_OF_A_MEMORY
  })
}
