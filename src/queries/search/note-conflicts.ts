import { type Sql, sql } from '../../postgres/sql.js'
import { type OpenConflict, seesBoth } from '../visible-conflicts.js'
import type { SearchRequest } from './answer.js'
import type { Search } from './context.js'
import { headlineOf, lengthOf, oneLine, type Package, tokensOf } from './packaging/pack.js'

/** Conflicts that are named at most; of the others only how many there are. */
const MOST_NAMED = 3

/**
 * The open conflicts about a memory `m` of which the caller sees both sides, as JSON. A user's own memories, and those of the
 * past, have none.
 */
export const openConflictsOf = ({ scope, asOf }: Pick<SearchRequest, 'scope' | 'asOf'>): Sql =>
  scope.kind === 'user' || asOf !== undefined
    ? sql`'[]'::jsonb`
    : sql`(
                 select coalesce(jsonb_agg(jsonb_build_object(
                          'id', c.id, 'agent_a', c.agent_a, 'agent_b', c.agent_b, 'created_at', c.created_at)
                          order by c.created_at desc, c.id), '[]')
                 from conflict c
                 where c.user_id = m.user_id
                   and c.status = 'open'
                   and c.existing_id = m.id
                   and ${seesBoth(scope, sql`c`)})`

/** The share of the budget that conflicts may take. */
const OF_THE_BUDGET = 0.25

/**
 * The conflicts as lines for the end of the text, within their share of the budget (in tokens); empty where there are none.
 * Names and quotes are on one line each, so that none of them can forge another.
 */
export const notesOf = ({ memories, details }: Pick<Search, 'memories' | 'details'>, budget: number): string => {
  const all = memories
    .flatMap(({ id, content }) => (details.get(id)?.conflicts ?? []).map((each) => ({ ...each, content })))
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

const noteOf = ({ id, agent_a, agent_b, created_at, content }: OpenConflict & { readonly content: string }): string => {
  const quote = headlineOf(oneLine(content))
  return `- [${created_at.slice(0, 10)}] [conflict] ${oneLine(agent_b)} contradicts what ${oneLine(agent_a)} says, "${quote}": ${id}`
}

/** The text with the notes at its end; a text without a memory stays empty. */
export const withNotes = (packed: Package, notes: string): Package =>
  notes === '' || packed.injection_text === ''
    ? packed
    : {
        ...packed,
        injection_text: `${packed.injection_text}${PARTING}${notes}`,
        tokens: tokensOf(lengthOf(`${packed.injection_text}${PARTING}${notes}`)),
      }

/** What is left of the budget for memories. */
export const besides = (notes: string, budget: number): number =>
  notes === '' ? budget : budget - tokensOf(lengthOf(notes) + PARTING.length)
