import { dayIn } from '../../domain/moment.js'
import type { OpenConflict } from '../../queries/visible-conflicts.js'
import type { SearchRequest } from '../answer.js'
import { asksOfThen, byLinks } from '../holds-now/holds-now.js'
import type { QueryAnalysis } from '../query-analysis/query-analysis.js'
import type { FoundMemories } from '../read-found.js'
import type { Match } from '../score.js'
import { headlineOf, lengthOf, oneLine, type Package, pack, tokensOf } from './pack.js'

/** A memory answers when it holds at least this share of what the query's words weigh. */
const WORDS = 0.5
/** The best memory also answers when its score, 0 to 1, is at least this. */
const SCORE = 0.5

/**
 * The memories that directly answer the query. What no longer holds does not, unless the query is for the past: what took
 * its place answers instead, in whatever words it is told. `matches` are those of the search, by id.
 */
const answeringAmong = (
  found: FoundMemories,
  analysis: QueryAnalysis,
  matches: ReadonlyMap<string, Match>,
): ReadonlySet<string> => {
  const { memories } = found
  const answering = new Set(
    memories.flatMap(({ id, score }, place) =>
      (matches.get(id)?.lexical ?? 0) >= WORDS || (place === 0 && score >= SCORE) ? [id] : [],
    ),
  )
  if (asksOfThen(analysis)) return answering
  const shown = new Map(memories.map((memory) => [memory.id, memory]))
  const seen = new Set<string>()
  // What is added is looked at in turn: it may be outdated itself.
  for (const id of answering) {
    const memory = shown.get(id)
    if (memory === undefined || seen.has(id)) continue
    seen.add(id)
    const replacing = byLinks(found, memory)
    for (const later of replacing) answering.add(later)
    if (replacing.length > 0 || memory.outdated_by !== null) answering.delete(id)
  }
  return answering
}

/** Makes the text for a prompt out of the memories of the answer. */
export const packageMemories = (found: FoundMemories, analysis: QueryAnalysis, request: SearchRequest): Package => {
  const { retrievalMode: mode = 'flat', tokenBudget: budget, timeZone } = request
  const { details } = found
  const matches = new Map(found.matches.map((match) => [match.id, match]))
  const answering = answeringAmong(found, analysis, matches)
  const packable = found.memories.map((memory) => ({
    ordinal: matches.get(memory.id)?.about.ordinal ?? 0n,
    headline: details.get(memory.id)?.headline ?? '',
    overview: details.get(memory.id)?.overview ?? '',
    answers: answering.has(memory.id),
    day: dayIn(timeZone, { instant: memory.observed_at, offset: memory.observed_offset }),
    ...memory,
  }))
  const notes = notesOf(found, timeZone, budget)
  return withNotes(pack(packable, { mode, budget: besides(notes, budget) }), notes)
}

/** Conflicts that are named at most; of the others only how many there are. */
const MOST_NAMED = 3
/** The share of the budget that conflicts may take. */
const OF_THE_BUDGET = 0.25

/**
 * The conflicts as lines for the end of the text, within their share of the budget (in tokens); empty where there are none.
 * Names and quotes are on one line each, so that none of them can forge another.
 */
const notesOf = ({ memories, details }: FoundMemories, timeZone: string | undefined, budget: number): string => {
  const all = memories
    .flatMap(({ id, content }) =>
      (details.get(id)?.conflicts ?? []).map((each) => ({
        ...each,
        content,
        day: dayIn(timeZone, { instant: each.created_at, offset: null }),
      })),
    )
    .toSorted((a, b) => (a.created_at > b.created_at ? -1 : 1))
  for (let named = Math.min(MOST_NAMED, all.length); named > 0; named--) {
    const rest = all.length - named
    const lines = all.slice(0, named).map(noteOf)
    const text = [HEADING, ...lines, ...(rest > 0 ? [`- [conflict] +${rest} more`] : [])].join('\n')
    if (tokensOf(lengthOf(text) + PARTING.length) <= budget * OF_THE_BUDGET) return text
  }
  return ''
}

const HEADING = '### Open conflicts'
const PARTING = '\n\n'

type Note = OpenConflict & { readonly content: string; readonly day: string }

const noteOf = ({ id, agent_a, agent_b, day, content }: Note): string => {
  const quote = headlineOf(oneLine(content))
  return `- [${day}] [conflict] ${oneLine(agent_b)} contradicts what ${oneLine(agent_a)} says, "${quote}": ${id}`
}

/** The text with the notes at its end; a text without a memory stays empty. */
const withNotes = (packed: Package, notes: string): Package =>
  notes === '' || packed.injection_text === ''
    ? packed
    : {
        ...packed,
        injection_text: `${packed.injection_text}${PARTING}${notes}`,
        tokens: tokensOf(lengthOf(`${packed.injection_text}${PARTING}${notes}`)),
      }

/** What is left of the budget for memories. */
const besides = (notes: string, budget: number): number =>
  notes === '' ? budget : budget - tokensOf(lengthOf(notes) + PARTING.length)
