import { dayIn } from '../../domain/moment.js'
import type { OpenConflict } from '../../queries/visible-conflicts.js'
import { withDays } from '../../text/dates/days-in-words.js'
import type { FoundMemory, SearchRequest } from '../answer.js'
import type { AnalysedQuery, CurrentMemories } from '../holds-now/holds-now.js'
import type { FoundMemories } from '../read-found.js'
import { answeringAmong } from './answering.js'
import { headlineOf, lengthOf, oneLine, type Package, pack, tokensOf } from './pack.js'
import { isMereCourtesy } from './stated.js'

/**
 * The least share of the best score that a line of the text has: what is weaker is mostly there for a common word. It saves 13 % of
 * the lines of our own set and a third of those of chats, and loses 0.9 % and 3.7 % of those that hold an answer; 0.5 would lose 6 % of chats.
 */
const FLOOR = 0.4

/**
 * Makes the text for a prompt out of the memories of the answer: of those that answer, and of others that are not far weaker than the
 * best; wishes, thanks and offers say nothing that belongs in it.
 */
export const packageMemories = (found: CurrentMemories, query: AnalysedQuery, request: SearchRequest): Package => {
  const { retrievalMode: mode = 'flat', tokenBudget: budget, timeZone } = request
  const { details } = found
  const matches = new Map(found.matches.map((match) => [match.id, match]))
  const answering = answeringAmong(found, query, matches)
  // An echo says nothing that what it says again does not, and its own words would set the floor for that.
  const ids = new Set(found.memories.map(({ id }) => id))
  const isTold = ({ echo_of }: FoundMemory) => echo_of !== null && ids.has(echo_of)
  const least = FLOOR * Math.max(0, ...found.memories.map((memory) => (isTold(memory) ? 0 : memory.score)))
  const isShown = (memory: FoundMemory) => {
    const { id, score, content, moved_by } = memory
    if (request.packed === 'all' || answering.has(id)) return true
    if (moved_by === 'past' || moved_by === 'last_time') return true
    return !isTold(memory) && score >= least && !isMereCourtesy({ content, role: matches.get(id)?.about.role ?? null })
  }
  const packable = found.memories.filter(isShown).map((memory) => ({
    ordinal: matches.get(memory.id)?.about.ordinal ?? 0n,
    headline: details.get(memory.id)?.headline ?? '',
    overview: details.get(memory.id)?.overview ?? '',
    answers: answering.has(memory.id),
    mark: outdatedMark(memory, details.get(memory.id)?.outdatedAt, timeZone),
    day: dayIn(timeZone, { instant: memory.observed_at, offset: memory.observed_offset }),
    ...memory,
    content: withDays(memory.content, memory.metadata.dates),
  }))
  const notes = notesOf(found, timeZone, budget)
  const packed = pack(packable, { mode, budget: besides(notes, budget) })
  const full = new Set(packed.citations.filter((id) => !packed.expand_ids.includes(id)))
  const expand_ids = found.memories.flatMap(({ id }) => (full.has(id) ? [] : [id]))
  return withNotes({ ...packed, expand_ids }, notes)
}

const outdatedMark = (
  { outdated_by }: FoundMemory,
  instant: string | null | undefined,
  timeZone: string | undefined,
): string => {
  if (outdated_by === null) return ''
  return instant ? `outdated by ${dayIn(timeZone, { instant, offset: null })}` : 'outdated'
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
