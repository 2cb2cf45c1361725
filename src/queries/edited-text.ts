import { diffArrays } from 'diff'
import { type Episode, ingestedIn } from './last-known-turn.js'

/** In lines: less is a note or a list, which may be told anew word for word. */
const LEAST = 8
/** Of the lines as they were, so many are still there; else it is another text. */
const KEPT = 2 / 3
/** In lines added and removed: more of them would keep others waiting. */
const MOST_EDITS = 500

/**
 * Which lines of a text are those of the text that was ingested last in its session, of which it is an edited version, by their
 * places: the longest sequence that both have in common (E. W. Myers, An O(ND) difference algorithm and its variations, 1986).
 * None where it is no edited version. A line that only reads like one of the earlier text is not among them.
 */
export const keptLines = (episodes: readonly Episode[], keys: readonly string[]): readonly number[] => {
  const before = textOf(episodes)
  if (before.length < LEAST) return []
  const least = Math.ceil(before.length * KEPT)
  const edits = Math.min(MOST_EDITS, before.length + keys.length - 2 * least)
  const parts = diffArrays([...before], [...keys], { maxEditLength: edits }) ?? []
  const kept: number[] = []
  let place = 0
  for (const { added, removed, count } of parts) {
    if (removed) continue
    if (!added) kept.push(...Array.from({ length: count }, (_, i) => place + i))
    place += count
  }
  return kept.length < least ? [] : kept
}

/** The lines of the text up to the end of the latest episode, as far as they are known. */
const textOf = (episodes: readonly Episode[]): readonly string[] => {
  const ingested = ingestedIn(episodes)
  const lines: string[] = []
  for (
    let line = ingested.get(episodes[0]?.prefixes.at(-1) ?? '');
    line !== undefined;
    line = ingested.get(line.before)
  )
    lines.push(line.key)
  return lines.reverse()
}
