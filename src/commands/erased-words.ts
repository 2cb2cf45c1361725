import type { KeyedHashes } from './store-secrets.js'

/** Words that are erased: the group of those who could read them, and their hash. */
export type ReadWords = { readonly group: string; readonly hash: string }

/** Names words that are erased, for those who could read them: 16 bytes in hex, under a key of the store. */
export const namedWords =
  ({ turn }: Pick<KeyedHashes, 'turn'>, userId: string) =>
  ({ group, hash }: ReadWords): string =>
    turn(['erased words', userId, group, hash])

export type ErasedWordsDependencies = {
  readonly keyedHashes: Pick<KeyedHashes, 'turn'>
  /** All that these memories ever said, whoever may read it. */
  readonly wordsOf: (userId: string, memoryIds: readonly string[]) => Promise<readonly ReadWords[]>
}

/** The names of all that these memories ever said. */
export const erasedWords = async (
  { keyedHashes, wordsOf }: ErasedWordsDependencies,
  userId: string,
  memoryIds: readonly string[],
): Promise<readonly string[]> => {
  const words = memoryIds.length === 0 ? [] : await wordsOf(userId, memoryIds)
  return [...new Set(words.map(namedWords(keyedHashes, userId)))]
}
