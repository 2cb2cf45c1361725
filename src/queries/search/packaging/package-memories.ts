import { type Search, stage } from '../context.js'
import { asksOfThen, byLinks } from '../holds-now/holds-now.js'
import { besides, notesOf, withNotes } from '../note-conflicts.js'
import type { Match } from '../score.js'
import { pack as packageText } from './pack.js'

/** A memory answers when it holds at least this share of what the query's words weigh. */
const WORDS = 0.5
/** The best memory also answers when its score, 0 to 1, is at least this. */
const SCORE = 0.5

/**
 * The memories that directly answer the query. What no longer holds does not, unless the query is for the past: what took
 * its place answers instead, in whatever words it is told. `matches` are those of the search, by id.
 */
const answeringAmong = (search: Search, matches: ReadonlyMap<string, Match>): ReadonlySet<string> => {
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

/** Makes the text for a prompt out of the memories of the answer. */
export const packageMemories = stage('package', (search) => {
  const matches = new Map(search.matches.map((match) => [match.id, match]))
  const { retrievalMode: mode = 'flat', tokenBudget: budget } = search.request
  const answering = answeringAmong(search, matches)
  const packable = search.memories.map((memory) => ({
    ordinal: matches.get(memory.id)?.about.ordinal ?? 0n,
    headline: search.details.get(memory.id)?.headline ?? '',
    overview: search.details.get(memory.id)?.overview ?? '',
    answers: answering.has(memory.id),
    ...memory,
  }))
  const notes = notesOf(search, budget)
  return { ...search, packed: withNotes(packageText(packable, { mode, budget: besides(notes, budget) }), notes) }
})
