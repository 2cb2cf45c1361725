import { dayIn } from '../../domain/moment.js'
import type { OpenConflict } from '../../queries/visible-conflicts.js'
import type { SearchRequest } from '../answer.js'
import type { CurrentMemories } from '../holds-now/holds-now.js'
import type { FoundMemories } from '../read-found.js'
import { type AnsweredQuery, answeringAmong } from './answering.js'
import { headlineOf, lengthOf, oneLine, type Package, pack, tokensOf } from './pack.js'

/** Makes the text for a prompt out of the memories of the answer. */
export const packageMemories = (found: CurrentMemories, query: AnsweredQuery, request: SearchRequest): Package => {
  const { retrievalMode: mode = 'flat', tokenBudget: budget, timeZone } = request
  const { details } = found
  const matches = new Map(found.matches.map((match) => [match.id, match]))
  const answering = answeringAmong(found, query)
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
