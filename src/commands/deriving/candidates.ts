import { cosineOf } from '../../domain/embedding.js'
import { type Readers, readerGroup, type Scope } from '../../domain/scope.js'
import type { StreamName } from '../../event-store/event-store.js'
import type { FindNeighbours, Neighbour } from '../ingest/find-neighbours.js'
import { DUPLICATE_COSINE, duplicatesOf } from '../ingest/same-claim.js'
import { LINK_COSINE } from '../ingest/stages.js'
import type { Known } from '../transact.js'
import type { Candidate, DerivableEpisode } from './episode.js'
import { dayOf, type Fact, toldOf } from './facts.js'

export type CandidateDependencies = {
  readonly neighbours: FindNeighbours
  /** The memories that the writer sees, of these subjects and attributes: the newest of each. */
  readonly claiming: (
    scope: Scope,
    request: { readonly asked: readonly About[]; readonly most: number },
  ) => Promise<readonly string[]>
  /** Of these memories, those that are in force and that the caller sees. */
  readonly candidates: (scope: Scope, ids: readonly string[]) => Promise<readonly Candidate[]>
}

/** Of one fact, what it is held against at most. */
const MOST_CANDIDATES = 6
/** Of one attribute of one subject, the newest. */
const MOST_CLAIMING = 4

type Wanted = {
  readonly scope: Scope
  readonly stream: StreamName
  readonly facts: readonly Fact[]
}

/** What is like the facts: for each what is near to it. All of one read. */
export const nearTo = async (
  { neighbours }: Pick<CandidateDependencies, 'neighbours'>,
  { scope, stream, facts }: Wanted,
): Promise<Known<{ readonly lastAt: string | null; readonly near: ReadonlyMap<string, readonly Neighbour[]> }>> => {
  const near = new Map<string, Neighbour[]>()
  // The facts of a window have the same readers, and most episodes have one group of them.
  const groups = [...new Map(facts.map(({ readers }) => [readerGroup(readers), readers])).entries()]
  let first: Known<{ readonly lastAt: string | null }> | undefined
  for (const [key, readers] of groups.length === 0 ? NO_GROUP : groups) {
    const samples = facts.filter((fact) => readerGroup(fact.readers) === key)
    const bounds = { cosine: LINK_COSINE, claimed: DUPLICATE_COSINE }
    const { revision, state } = await neighbours(scope, { stream, readers, samples, known: undefined, ...bounds })
    first ??= { revision, state }
    for (const each of state.neighbours) {
      const id = samples[each.sample]?.memoryId
      if (id !== undefined) near.set(id, [...(near.get(id) ?? []), each])
    }
  }
  return { revision: first?.revision ?? 'no-stream', state: { lastAt: first?.state.lastAt ?? null, near } }
}

const NO_GROUP: readonly (readonly [string, Readers])[] = [
  ['', { workspaceId: null, agentId: null, visibility: null, grantedTo: [] }],
]

/** The memories that say the same as a fact. */
export const sayingTheSame = (fact: Fact, near: ReadonlyMap<string, readonly Neighbour[]>): readonly string[] =>
  duplicatesOf(fact, fact.readers, near.get(fact.memoryId) ?? [])

type Holding = { readonly episode: DerivableEpisode; readonly facts: readonly Fact[]; readonly threshold: number }

/**
 * What each fact is to be held against: memories that it is near to (cosine of at least `threshold`), those that say
 * something of the same attribute of its subject, and such facts before it. Not what its own episode says as it was said.
 * Facts that are known already are held against nothing.
 */
export const candidatesFor = async (
  parts: CandidateDependencies,
  { episode, facts, threshold }: Holding,
  near: ReadonlyMap<string, readonly Neighbour[]>,
): Promise<ReadonlyMap<string, readonly Candidate[]>> => {
  const own = new Set(episode.memories.map(({ memoryId }) => memoryId))
  const fresh = facts.filter((fact) => sayingTheSame(fact, near).length === 0)
  const claiming = await parts.claiming(episode.scope, { asked: askedBy(fresh), most: MOST_CLAIMING })
  const nearIds = fresh.flatMap(({ memoryId }) =>
    (near.get(memoryId) ?? []).filter(({ cosine }) => cosine >= threshold).map(({ id }) => id),
  )
  const ids = [...new Set([...nearIds, ...claiming])].filter((id) => !own.has(id))
  const known = await parts.candidates(episode.scope, ids)
  return new Map(
    fresh.map((fact, i) => {
      const cosines = new Map((near.get(fact.memoryId) ?? []).map(({ id, cosine }) => [id, cosine]))
      const older = known.filter((each) => isSameProperty(fact, each) || (cosines.get(each.memoryId) ?? 0) >= threshold)
      const before = fresh
        .slice(0, i)
        .filter((other) => isSameProperty(fact, other) || cosineOf(fact.vector, other.vector) >= threshold)
        .map(asCandidate)
      const order = (each: Candidate) => (isSameProperty(fact, each) ? 1 : (cosines.get(each.memoryId) ?? 0))
      const all = [...older, ...before].toSorted((a, b) => order(b) - order(a))
      return [fact.memoryId, all.slice(0, MOST_CANDIDATES)]
    }),
  )
}

type About = { readonly subject: string; readonly attribute: string }

type Property = { readonly subject: string | null; readonly attribute: string | null }

/** Whether both say something of the same attribute of the same subject. */
const isSameProperty = (a: Property, b: Property): boolean =>
  a.subject !== null && a.attribute !== null && a.subject === b.subject && a.attribute === b.attribute

const askedBy = (facts: readonly Fact[]): readonly About[] => [
  ...new Map(
    facts.flatMap(({ subject, attribute }) =>
      subject === null || attribute === null ? [] : [[`${subject} ${attribute}`, { subject, attribute }] as const],
    ),
  ).values(),
]

/** A fact that is not stored yet, and so cannot be reworded, as later ones are held against it. */
export const asCandidate = (fact: Fact): Candidate => ({
  memoryId: fact.memoryId,
  version: 1,
  content: fact.content,
  network: fact.network,
  subject: fact.subject,
  attribute: fact.attribute,
  value: fact.value,
  validFrom: fact.valid.from,
  validTo: fact.valid.to,
  day: dayOf(fact),
  told: toldOf(fact),
  readers: fact.readers,
  derived: false,
})
