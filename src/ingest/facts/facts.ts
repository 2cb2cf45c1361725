import { embedBySecondary, type SecondaryModel } from '../../commands/secondary-model.js'
import { grouped } from '../../concurrency/slices.js'
import type { EmbeddingModel, SecondaryVectors } from '../../domain/embedding.js'
import type { ExtractedFact, KnownWindow } from '../../domain/extraction.js'
import type { TellingTime } from '../../domain/memory/admitting.js'
import { type Readers, readerGroup } from '../../domain/scope.js'
import type { EmbeddingProvider } from '../../providers/embedding.js'
import type { DerivableEpisode, MadeOfTurns, SaidTurn, TurnMemory } from '../../queries/derivable-episode.js'
import { textHash } from '../../text/text-hash.js'
import { findQuote, normalText } from '../by-model/quotes.js'
import { WINDOW_CHARACTERS, type Window, windowsOf } from '../by-model/windows.js'
import { isRepeat } from '../duplicates.js'
import { factIdOf } from './episode.js'

/** A turn as a model is shown it: as it was said, or what was made of it where that is not known. */
type Unit = Pick<SaidTurn, 'role' | 'name' | 'content'> & { readonly of: readonly MadeOfTurns[] }

/** A window that is still to be read: its number in the episode, and what its turns are. */
export type WindowLeft = {
  readonly number: number
  /** A turn's `number` is its place here. */
  readonly units: readonly Unit[]
  readonly window: Window
  /** Of all that is read as more than context. */
  readonly readers: Readers
}

type WindowsReading = {
  /** What was said in the same session before, as far as these readers may read it. */
  readonly before: (readers: Readers) => Promise<readonly MadeOfTurns[]>
  /** Whether windows that were read are read again. */
  readonly anew: boolean
}

/**
 * What is still to be read of an episode, in windows of one group of readers each. Only turns all of whose memories are
 * active and say what was said: nothing that was deleted, corrected or put out of force comes back in other words.
 */
export const windowsLeft = async (
  episode: EpisodeRead,
  { before, anew }: WindowsReading,
): Promise<readonly WindowLeft[]> => {
  const left = anew ? standing(episode.memories) : unread(episode)
  const first = Math.max(-1, ...episode.windows.map(({ window }) => window)) + 1
  const groups = await Promise.all(
    [...grouped(left, ({ readers }) => readerGroup(readers)).values()].map(async (of) => {
      const { readers } = of[0]
      const context = unitsOf(await before(readers))
      const units = [...context, ...unitsOf(of)]
      const turns = units.map(turnOf)
      const read = { maxChars: WINDOW_CHARACTERS, before: turns.slice(0, context.length) }
      const windows = windowsOf(turns.slice(context.length), read)
      return windows.map((window) => ({ units, window, readers }))
    }),
  )
  return groups.flat().map((each, i) => ({ number: first + i, ...each }))
}

type EpisodeRead = Pick<DerivableEpisode, 'episodeId' | 'memories' | 'windows' | 'elsewhere'>

const unread = (episode: EpisodeRead): readonly TurnMemory[] => {
  const read = new Set(windowsInForce(episode).flatMap((window) => window.memories.map(([id]) => id)))
  return standing(episode.memories).filter(({ memoryId }) => !read.has(memoryId))
}

/** Whether something is still to be read: what was shown with it may have changed meanwhile. */
export const isLeftToRead = (episode: EpisodeRead): boolean => unread(episode).length > 0

/**
 * The windows of which nothing has changed since they were read. In the others any fact may hold words of any turn, or of what
 * was shown with them: nothing is taken of them, and what is left of their turns is read again. Of turns that were read twice
 * the later reading counts.
 */
export const windowsInForce = ({ episodeId, memories, windows, elsewhere }: EpisodeRead): readonly KnownWindow[] => {
  const versions = new Map([...elsewhere, ...standing(memories)].map(({ memoryId, version }) => [memoryId, version]))
  const readLast = new Map(windows.flatMap(({ window, memories: own }) => own.map(([id]) => [id, window] as const)))
  return windows.filter(({ window, memories: own, context, known, facts }) => {
    if (own.some(([id]) => readLast.get(id) !== window)) return false
    const isInForce = [...own, ...context, ...known].every(([id, version]) => versions.get(id) === version)
    // Later windows were read with the facts of earlier ones.
    if (isInForce) for (const place of (facts ?? []).keys()) versions.set(factIdOf(episodeId, window, place), 1)
    return isInForce
  })
}

/** Whether the same windows are in force now as then: nothing that was read has been changed or erased meanwhile. */
export const isReadAs = (now: DerivableEpisode, then: DerivableEpisode): boolean => namesOf(now) === namesOf(then)

const namesOf = (episode: DerivableEpisode): string =>
  JSON.stringify(
    windowsInForce(episode).map(({ window, memories, context, known }) => [window, memories, context, known]),
  )

/** The memories of turns of which nothing has changed. */
const standing = (memories: readonly TurnMemory[]): readonly TurnMemory[] => {
  const changed = memories.filter((memory) => memory.status !== 'active' || !memory.asSaid)
  return memories.filter((memory) => !changed.some((other) => other === memory || share(memory.turns, other.turns)))
}

const share = (a: TurnMemory['turns'], b: TurnMemory['turns']): boolean =>
  a === null || b === null || (a[0] <= b[1] && b[0] <= a[1])

/** Each turn once, with all that was made of it. */
const unitsOf = (memories: readonly MadeOfTurns[]): readonly Unit[] => {
  const units = new Map<string, Omit<Unit, 'of'> & { readonly of: MadeOfTurns[] }>()
  for (const memory of memories) {
    if (memory.said.length === 0)
      units.set(memory.memoryId, { role: memory.role, name: memory.speaker, content: memory.text, of: [memory] })
    for (const { turn, ...said } of memory.said) {
      // Places count within an episode; context may be of several.
      const key = `${turn} ${said.content}`
      const unit = units.get(key)
      if (unit) unit.of.push(memory)
      else units.set(key, { ...said, of: [memory] })
    }
  }
  return [...units.values()]
}

const turnOf = ({ role, name, content, of: [first] }: Unit, number: number) => ({
  number,
  role,
  name,
  content,
  day: first?.occurredOn ?? null,
  language: first?.language ?? null,
})

/** The memories of a window in their versions: what was read, and what was read as context alone. */
export const memoriesIn = ({ units, window }: WindowLeft) => {
  const idsOf = (context: boolean) => [
    ...new Set(window.flatMap((turn) => (turn.context === context ? (units[turn.number]?.of ?? []) : []))),
  ]
  const own = idsOf(false)
  const pairs = (memories: readonly MadeOfTurns[]) =>
    memories.map(({ memoryId, version }): [string, number] => [memoryId, version])
  return { memories: pairs(own), context: pairs(idsOf(true).filter((memory) => !own.includes(memory))) }
}

/** Where words of a turn stand in the memories that were made of it; of those that hold none of them the first, as a whole. */
export const inMemories = (
  { content, of }: Unit,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly memoryId: string; readonly start: number; readonly end: number } | undefined => {
  const words = content.slice(start, end)
  for (const { memoryId, text } of of) {
    const [found] = text === content ? [{ start, end }] : findQuote(normalText(text), words)
    if (found) return { memoryId, ...found }
  }
  const [first] = of
  return first && { memoryId: first.memoryId, start: 0, end: first.text.length }
}

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

export type EmbeddingDependencies = {
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
export const toldOf = ({ basis }: Fact, recordedAt: string): TellingTime =>
  basis.reduce<TellingTime>(
    (last, { told: { instant: at, offset }, ordinal }) => {
      const instant = at < recordedAt ? at : recordedAt
      const isLater = instant > last.instant || (instant === last.instant && ordinal > last.ordinal)
      return isLater ? { instant, offset, ordinal } : last
    },
    { instant: '', offset: null, ordinal: 0 },
  )

/** All of its basis is in force, in the versions that were read. */
export const restsOnWhatItDid = ({ basis }: Fact, { memories }: DerivableEpisode): boolean =>
  basis.every(({ memoryId, version }) =>
    memories.some((now) => now.memoryId === memoryId && now.version === version && now.status === 'active'),
  )
