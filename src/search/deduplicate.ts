import type { IndexedMemory } from '../memory-index/memory-index.js'
import { type Match, newestFirst } from './score.js'

/**
 * Tells of one memory after the other, best first, whether an answer shows it. Of each turn its best memory is left: a long
 * answer in many pieces is one candidate, and takes one place. Of a fact and what it rests on the better one is left, and of
 * memories with the same words the best.
 */
export const shownOnce = (): ((about: Pick<IndexedMemory, 'id' | 'said_in' | 'rests_on' | 'text_hash'>) => boolean) => {
  const turns = new Set<string>()
  const texts = new Set<string>()
  /** What is left, by itself; and what facts that are left rest on, by these. */
  const told = new Map<string, string>()
  return ({ id, said_in, rests_on, text_hash }) => {
    // A turn is stood for by a fact that rests on it; a fact, by a turn that it rests on and that is shown itself.
    const isStoodFor = rests_on === null ? told.has(id) : rests_on.some((on) => told.get(on) === on)
    if (isStoodFor || turns.has(said_in) || (text_hash !== null && texts.has(text_hash))) return false
    if (text_hash !== null) texts.add(text_hash)
    if (rests_on === null) told.set(id, id)
    turns.add(said_in)
    for (const on of rests_on ?? []) if (!told.has(on)) told.set(on, id)
    return true
  }
}

/** Shows once what several memories say: of those with the same words the one said last, at the place and with the score of the best. */
export const deduplicated = (matches: readonly Match[]): readonly Match[] => {
  const isShown = shownOnce()
  const newest = new Map<string, Match>()
  for (const match of matches) {
    const { text_hash: words } = match.about
    const other = words === null ? undefined : newest.get(words)
    if (words !== null && (other === undefined || newestFirst(match, other) < 0)) newest.set(words, match)
  }
  return matches
    .filter(({ about }) => isShown(about))
    .map((match) => {
      const { id, about } = newest.get(match.about.text_hash ?? '') ?? match
      return { ...match, id, about }
    })
}
