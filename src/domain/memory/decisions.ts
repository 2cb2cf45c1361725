import { isDeepStrictEqual } from 'node:util'
import { type EmbeddingModel, embeddedByEach, type SecondaryVectors } from '../embedding.js'
import type { EpisodeOf } from '../episode.js'
import { MemoryNotFound } from '../errors.js'
import type { MemoryMetadata, Metadata } from '../event.js'
import { asTold } from '../moment.js'
import { ownText } from '../own-text.js'
import type { Readers } from '../scope.js'
import type { Deletion } from './cascade.js'
import { type Erased, type Erasing, eraseAll, named, type PendingMemory } from './erasure.js'
import type { MemoryOf } from './events.js'
import type { Character, KnownMemory, Memory, Stated } from './state.js'

export type MemoryChange = { readonly memoryId: string; readonly by: Metadata }

/** A memory that is already deleted is not found. `onlyThis`: its words may still be said of other days. */
export const remove = (
  state: Memory,
  { onlyThis = false, ...wish }: MemoryChange & { readonly onlyThis?: boolean },
): readonly MemoryOf<'MemoryDeleted'>[] => {
  const memory = requireExisting(state, wish)
  return [{ type: 'MemoryDeleted', metadata: next(memory, wish), data: onlyThis ? { onlyThis } : {} }]
}

/** The turns of episodes, and pending memories, with the same words. */
export type SaidIn = {
  readonly turns: readonly (readonly [string, number])[]
  readonly pending: readonly PendingMemory[]
}

/**
 * Also applies to deleted memories. Erases the same words in the episodes' conversations, in pending memories and in the others
 * that go together with it, too.
 */
export const erase = (
  state: Memory,
  { saidIn: { turns, pending }, words = [], ...wish }: MemoryChange & Erased & { readonly saidIn: SaidIn },
  others: Pick<Erasing, 'memories' | 'said' | 'pending'> = { memories: [], said: [], pending: [] },
): readonly MemoryOf<'MemoryErased' | 'MemoriesErased'>[] => {
  const memory = requireKnown(state, wish)
  const metadata = { ...next(memory, wish), episodeId: memory.episodeId }
  return [
    { type: 'MemoryErased', metadata, data: { turns: turns.map(([id, turn]) => [id, turn]), ...named(words) } },
    ...eraseAll({ ...others, pending: [...pending, ...others.pending], conversations: [] }, wish.by),
  ]
}

export type Sharing = MemoryChange & {
  readonly readers: Readers
  /** Those of the same owner and readers that go together with it. */
  readonly others?: MemoryVersions
}

/** Only the owner may change the readers; for others, and in another workspace, the memory does not exist. */
export const share = (state: Memory, { others = [], ...wish }: Sharing): readonly MemoryOf<'MemoryShared'>[] => {
  const memory = requireExisting(state, wish)
  const { workspaceId, agentId, visibility, grantedTo } = wish.readers
  const { readers } = memory
  if (workspaceId === null || agentId === null || visibility === null) throw new MemoryNotFound(wish.memoryId)
  if (readers.workspaceId !== workspaceId || readers.agentId !== agentId) throw new MemoryNotFound(wish.memoryId)
  const before = { visibility: readers.visibility ?? 'workspace', grantedTo: [...readers.grantedTo].sort() }
  if (isDeepStrictEqual(before, { visibility, grantedTo: [...grantedTo].sort() })) return []
  const data = { workspaceId, agentId, visibility, grantedTo }
  return [
    { type: 'MemoryShared', metadata: next(memory, wish), data },
    ...others.map(
      ({ memoryId, version }): MemoryOf<'MemoryShared'> => ({
        type: 'MemoryShared',
        metadata: next({ version }, { memoryId, by: wish.by }),
        data,
      }),
    ),
  ]
}

/** The fields of a manual correction; omitted fields stay unchanged. */
export type MemoryCorrection = MemoryChange & {
  readonly importance?: number
  /** Replaces the memory's own metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly words?: Words
  /** Takes this slot; other words stay in theirs. */
  readonly key?: string | undefined
  /** The embedding model of the vectors in `words`. */
  readonly embedding: EmbeddingModel
  /** By text. */
  readonly secondaryVectors?: readonly SecondaryVectors[]
}
export type Words = {
  readonly content: string
  readonly vector: string | null
  /** Derives the fields that depend on the words; relative dates are resolved against this day. `speaker`: whose words they were. */
  readonly describe: (observedOn: string, speaker: string | null) => Described
}
type Described = { readonly character: Character; readonly names: Stated['names'] }

type Corrected = MemoryOf<'MemoryUpdated' | 'MemoryEmbedded'> | EpisodeOf<'EntitiesMentioned'>

/** A new version with the complete memory: words, vector, names. */
export const correct = (state: Memory, wish: MemoryCorrection): readonly Corrected[] => {
  const before = requireExisting(state, wish)
  const { character, vector, names } = stated(before, wish)
  if (isDeepStrictEqual(character, before.character)) return []
  const metadata = next(before, wish)
  const { memoryId, version } = metadata
  return [
    { type: 'MemoryUpdated', metadata, data: character },
    ...embeddedByEach(
      { model: wish.embedding, secondary: wish.secondaryVectors ?? [] },
      { ...wish.by, memoryId },
      { of: version, key: wish.words?.content ?? ownText(character.said), vector },
    ),
    ...mentioned(names, memoryId, { ...wish.by, episodeId: before.episodeId }),
  ]
}

export const mentioned = (
  names: Stated['names'],
  memoryId: string,
  metadata: EpisodeOf<'EntitiesMentioned'>['metadata'],
): readonly EpisodeOf<'EntitiesMentioned'>[] => {
  const mentions = names.map(({ name, type }) => ({ memoryId, said: { name, type } }))
  return mentions.length === 0 ? [] : [{ type: 'EntitiesMentioned', metadata, data: { mentions } }]
}

/** Unchanged words are not described again; the importance changes only if it is given. */
const stated = (
  before: KnownMemory,
  { importance, metadata, words, key = before.character.said.key }: MemoryCorrection,
): Stated => {
  const reworded = words !== undefined && words.content !== before.character.said.content
  const { character, names } = reworded ? words.describe(before.observedOn, before.character.said.speaker) : before
  const own = metadata ?? (reworded ? withDatesOf(before.character, character) : character.said.metadata)
  return {
    character: {
      ...character,
      importance: importance ?? before.character.importance,
      // New words by hand rest on nobody else's: whoever writes them states the fact.
      ...(reworded && before.character.claimType !== null ? { claimType: 'stated' } : {}),
      said: { ...character.said, ...(key === undefined ? {} : { key }), metadata: { ...own } },
    },
    names,
    vector: reworded ? words.vector : before.vector,
  }
}

/** The dates in the metadata are derived from the words. */
const withDatesOf = (before: Character, { said }: Character): Character['said']['metadata'] => {
  const { dates: _, ...kept } = before.said.metadata
  return { ...kept, ...said.metadata }
}

export type MemoryVersions = readonly { readonly memoryId: string; readonly version: number }[]

/** Deletes all of them in one event for each time at which that was asked for; an empty list gives no event. */
export const removeAll = (found: readonly Deletion[], by: Metadata): readonly MemoryOf<'MemoriesDeleted'>[] => {
  const times = new Map(found.map(({ askedAt }) => [askedAt && asTold(askedAt), askedAt]))
  return [...times].map(([time, askedAt]) => {
    const asked = found.filter((each) => (each.askedAt && asTold(each.askedAt)) === time)
    const memories = asked.map(({ memoryId, version }): [string, number] => [memoryId, version + 1])
    const at = askedAt && { askedAt: askedAt.instant, ...(askedAt.offset !== null && { askedOffset: askedAt.offset }) }
    return { type: 'MemoriesDeleted', metadata: by, data: { memories, ...at } }
  })
}

/** The memory's version after these events; 0 if it does not exist. */
export const versionAfter = (
  state: Memory,
  events: readonly { readonly metadata: Partial<MemoryMetadata> }[],
): number =>
  events.reduce((version, { metadata }) => metadata.version ?? version, state.status === 'unknown' ? 0 : state.version)

/** Deleted and superseded memories are known. Throws MemoryNotFound. */
export const requireKnown = (state: Memory, { memoryId }: Pick<MemoryChange, 'memoryId'>): KnownMemory => {
  if (state.status === 'unknown') throw new MemoryNotFound(memoryId)
  return state
}

const requireExisting = (state: Memory, wish: MemoryChange): KnownMemory => {
  const memory = requireKnown(state, wish)
  if (memory.status === 'inactive') throw new MemoryNotFound(wish.memoryId, memory.became)
  return memory
}

export const next = ({ version }: Pick<KnownMemory, 'version'>, { memoryId, by }: MemoryChange): MemoryMetadata => ({
  ...by,
  memoryId,
  version: version + 1,
})
