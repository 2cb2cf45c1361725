import type { Search } from '../context.js'
import { asksOfThen, byLinks } from '../holds-now/holds-now.js'
import type { Match } from '../score.js'

/** A memory answers when it holds at least this share of what the query's words weigh. */
const WORDS = 0.5
/** The best memory also answers when its score, 0 to 1, is at least this. */
const SCORE = 0.5

/**
 * The memories that directly answer the query. What no longer holds does not, unless the query is for the past: what took
 * its place answers instead, in whatever words it is told. `matches` are those of the search, by id.
 */
export const answeringAmong = (search: Search, matches: ReadonlyMap<string, Match>): ReadonlySet<string> => {
  const { memories } = search
  const answering = new Set(
    memories.flatMap(({ id, score }, place) =>
      (matches.get(id)?.lexical ?? 0) >= WORDS || (place === 0 && score >= SCORE) ? [id] : [],
    ),
  )
  if (asksOfThen(search)) return answering
  const shown = new Map(memories.map((memory) => [memory.id, memory]))
  // What is added is looked at in turn: it may be outdated itself.
  for (const id of answering) {
    const memory = shown.get(id)
    if (memory === undefined) continue
    const replacing = byLinks(search, memory)
    for (const later of replacing) answering.add(later)
    if (replacing.length > 0 || memory.outdated_by !== null) answering.delete(id)
  }
  return answering
}
