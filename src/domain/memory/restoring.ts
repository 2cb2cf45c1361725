import { isDeepStrictEqual } from 'node:util'
import { type EmbeddingModel, embeddedByEach, type SecondaryVectors } from '../embedding.js'
import type { EpisodeOf } from '../episode.js'
import { EqualMemoryExists, MemoryNotFound, NewMemoryHasFewerReaders, NotRestorable } from '../errors.js'
import { ownText } from '../own-text.js'
import { type Readers, readByAllOf } from '../scope.js'
import { type MemoryChange, mentioned, next, requireKnown } from './decisions.js'
import type { MemoryOf } from './events.js'
import type { Character, Memory, Stated } from './state.js'

/** The words of an earlier version. */
export type Restorable = {
  /** The version that first set them. */
  readonly of: number
  readonly character: Character
  readonly vector: string | null
  /** Whether another active memory with the same readers says the same. */
  readonly isSaidAlready: boolean
  /** What is in force in the slot that these words take. */
  readonly holders: readonly Holder[]
}

type Holder = { readonly memoryId: string; readonly version: number; readonly readers: Readers }

export type Restoring = MemoryChange & {
  /** Undefined: the version set no words that the caller may read. */
  readonly words: Restorable | undefined
  /** Whom and what the words name. */
  readonly namesOf: (character: Character) => Stated['names']
  readonly embedding: EmbeddingModel
  readonly secondaryVectors: readonly SecondaryVectors[]
}

type Restored = MemoryOf<'MemoryRestored' | 'MemoryEmbedded' | 'MemorySuperseded'> | EpisodeOf<'EntitiesMentioned'>

/**
 * A new version in the words of an earlier one, active again, with the vector of then. Nothing where the memory is active
 * with these words. They take their slot back, if they have a key. A composite is not restored, nor are the words of one that
 * was reworded by hand: what it was made of may have gone, and a later ingest makes it anew.
 */
export const restore = (state: Memory, { words, namesOf, ...wish }: Restoring): readonly Restored[] => {
  const before = requireKnown(state, wish)
  if (words === undefined) throw new MemoryNotFound(wish.memoryId)
  const { of, character, vector } = words
  const isSame = isDeepStrictEqual(character, before.character)
  if (before.status === 'active' && isSame) return []
  const isComposed = [before.character, character].some(({ memoryType }) => memoryType === 'composite')
  if (isComposed || before.status === 'needs_clarification') throw new NotRestorable()
  if (words.isSaidAlready) throw new EqualMemoryExists()
  if (words.holders.some(({ readers }) => !readByAllOf(before.readers, readers))) throw new NewMemoryHasFewerReaders()
  const metadata = { ...next(before, wish), reason: 'restored' } as const
  const { memoryId, version } = metadata
  const by = { ...wish.by, reason: 'restored' } as const
  return [
    { type: 'MemoryRestored', metadata, data: { of, ...character } },
    ...embeddedByEach(
      { model: wish.embedding, secondary: wish.secondaryVectors },
      { ...by, memoryId },
      { of: version, key: ownText(character.said), vector },
    ),
    ...mentioned(isSame ? before.names : namesOf(character), memoryId, { ...by, episodeId: before.episodeId }),
    ...words.holders.map(
      (holder): MemoryOf<'MemorySuperseded'> => ({
        type: 'MemorySuperseded',
        metadata: { ...next(holder, { memoryId: holder.memoryId, by }), reason: 'same_key' },
        data: { by: memoryId },
      }),
    ),
  ]
}
