import { embedBySecondary, type SecondaryModel } from '../../commands/secondary-model.js'
import type { EmbeddingModel, SecondaryVectors } from '../../domain/embedding.js'
import type { ExtractedFact, KnownWindow } from '../../domain/extraction.js'
import type { Told } from '../../domain/memory/admitting.js'
import type { Readers } from '../../domain/scope.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import { textHash } from '../../text/text-hash.js'
import { isRepeat } from '../neighbours.js'
import { type DerivableEpisode, factIdOf, type TurnMemory } from './episode.js'
import { windowsInForce } from './windows-left.js'

/** A fact that was found, with what it rests on. */
export type Fact = ExtractedFact & {
  readonly memoryId: string
  readonly textHash: string
  readonly vector: Float32Array | null
  /** At least one; all of the same readers. */
  readonly basis: readonly TurnMemory[]
  readonly readers: Readers
}

/** The models that have embedded facts, and the vectors of those that answer no requests. */
export type Embedding = { readonly model: EmbeddingModel; readonly secondary: readonly SecondaryVectors[] }

/** The facts of an episode with their vectors, and how many repeated an earlier one. */
export type Facts = {
  readonly facts: readonly Fact[]
  readonly repeated: number
  /** Those that do not fit one append with the others. */
  readonly beyond: readonly Fact[]
  readonly embedding: Embedding
}

/** What was found in the windows in force of an episode, in their order. */
export const factsFound = (episode: DerivableEpisode): readonly Fact[] =>
  windowsInForce(episode).flatMap((window) => factsIn(episode, window))

/** What was found in one window. */
export const factsIn = ({ episodeId, memories }: DerivableEpisode, { window, facts }: KnownWindow): readonly Fact[] => {
  const known = new Map(memories.map((memory) => [memory.memoryId, memory]))
  return (facts ?? []).flatMap((fact, place) => {
    const basis = [...new Set(fact.evidence.map(({ memoryId }) => memoryId))].flatMap((id) => known.get(id) ?? [])
    const [first] = basis
    if (first === undefined) return []
    const memoryId = factIdOf(episodeId, window, place)
    return [{ ...fact, memoryId, textHash: textHash(fact.content), vector: null, basis, readers: first.readers }]
  })
}

type EmbeddingDependencies = {
  readonly provider: EmbeddingProvider
  readonly maxAppendBytes: number
  readonly secondaryModels: readonly SecondaryModel[]
}

/** The facts with their vectors, in one batch; one that says the same as an earlier one is left out. */
export const embedFacts = async (
  { provider, secondaryModels, maxAppendBytes }: EmbeddingDependencies,
  found: readonly Fact[],
): Promise<Facts> => {
  const { model, dimensions } = provider
  const texts = new Map(found.map(({ memoryId, content }) => [memoryId, content]))
  if (texts.size === 0)
    return { facts: [], repeated: 0, beyond: [], embedding: { model: { model, dimensions }, secondary: [] } }
  const [vectors, secondary] = await Promise.all([
    provider.embed([...texts.values()]),
    embedBySecondary(secondaryModels, texts),
  ])
  const facts: Fact[] = []
  for (const [i, fact] of found.entries()) {
    const embedded = { ...fact, vector: vectors[i] ?? null }
    if (!facts.some((earlier) => isRepeat(earlier, embedded))) facts.push(embedded)
  }
  const vectorBytes = (4 / 3) * 4 * [{ dimensions }, ...secondary].reduce((sum, each) => sum + each.dimensions, 0)
  const beyond = notFitting(facts, { vectorBytes, room: maxAppendBytes * MARGIN })
  return {
    facts: facts.filter((fact) => !beyond.has(fact)),
    repeated: found.length - facts.length,
    beyond: [...beyond],
    embedding: { model: { model, dimensions }, secondary },
  }
}

/** Room left in the append for links, verdicts and the result. */
const MARGIN = 0.6
/** The envelopes of a fact's events. */
const FRAME_BYTES = 1500

/** The most important facts are kept while they fit. */
const notFitting = (
  facts: readonly Fact[],
  { vectorBytes, room }: { readonly vectorBytes: number; readonly room: number },
): ReadonlySet<Fact> => {
  let left = room
  const beyond = new Set<Fact>()
  for (const fact of facts.toSorted((a, b) => b.importance - a.importance)) {
    const { basis: _, vector: __, ...said } = fact
    left -= Buffer.byteLength(JSON.stringify(said)) + vectorBytes + FRAME_BYTES
    if (left < 0) beyond.add(fact)
  }
  return beyond
}

/** The last day on which what it rests on was said; null where that is unknown. */
export const dayOf = ({ basis }: Fact): string | null =>
  basis.reduce<string | null>((last, { occurredOn }) => {
    if (occurredOn === null) return last
    return last === null || occurredOn > last ? occurredOn : last
  }, null)

/** When the last of what it rests on was said; a time that lies ahead of the writing is that. */
export const toldOf = ({ basis }: Fact, recordedAt: string): Told =>
  basis.reduce<Told>(
    (last, { observedAt, ordinal }) => {
      const at = observedAt < recordedAt ? observedAt : recordedAt
      return at > last.at || (at === last.at && ordinal > last.ordinal) ? { at, ordinal } : last
    },
    { at: '', ordinal: 0 },
  )

/** All of its basis is in force, in the versions that were read. */
export const restsOnWhatItDid = ({ basis }: Fact, { memories }: DerivableEpisode): boolean =>
  basis.every(({ memoryId, version }) =>
    memories.some((now) => now.memoryId === memoryId && now.version === version && now.status === 'active'),
  )
