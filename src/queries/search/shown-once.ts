import type { About } from './score.js'

/**
 * Tells of one memory after the other, best first, whether an answer shows it. Of each turn its best memory is left: a long
 * answer in many pieces is one candidate, and takes one place. Of a fact and what it rests on the better one is left.
 */
export const shownOnce = (): ((about: Pick<About, 'id' | 'said_in' | 'rests_on'>) => boolean) => {
  const turns = new Set<string>()
  /** What is left, by itself; and what facts that are left rest on, by these. */
  const told = new Map<string, string>()
  return ({ id, said_in, rests_on }) => {
    // A turn is stood for by a fact that rests on it; a fact, by a turn that it rests on and that is shown itself.
    const isStoodFor = rests_on === null ? told.has(id) : rests_on.some((on) => told.get(on) === on)
    if (isStoodFor || turns.has(said_in)) return false
    if (rests_on === null) told.set(id, id)
    turns.add(said_in)
    for (const on of rests_on ?? []) if (!told.has(on)) told.set(on, id)
    return true
  }
}
