import type { Scope } from '../../domain/scope.js'
import type { Database } from '../../postgres/database.js'
import { sql, whole } from '../../postgres/sql.js'
import { seesBoth, sidesVisibleTo } from '../visible-conflicts.js'
import type { SearchRequest } from './answer.js'
import { oneLine, type Package, tokensOf } from './packaging/pack.js'
import { headlineOf, lengthOf } from './packaging/shorten.js'

/** An open conflict about a memory of the answer. */
type OpenConflict = {
  readonly id: string
  readonly agent_a: string
  readonly agent_b: string
  readonly created_at: string
  readonly content: string
}
type OpenConflicts = { readonly newest: readonly OpenConflict[]; readonly total: number }

const NO_CONFLICTS: OpenConflicts = { newest: [], total: 0 }

/** Conflicts that are named at most; of the others only how many there are. */
const MOST_NAMED = 3

/** The open conflicts about these memories of which the caller sees both sides. A user's own memories, and the past, have none. */
export const openConflictsAbout = async (
  db: Database,
  { scope, asOf }: Pick<SearchRequest, 'scope' | 'asOf'>,
  memoryIds: readonly string[],
): Promise<OpenConflicts> =>
  scope.kind === 'user' || asOf !== undefined || memoryIds.length === 0
    ? NO_CONFLICTS
    : readOpenConflicts(db, scope, memoryIds)

const readOpenConflicts = async (db: Database, scope: Scope, memoryIds: readonly string[]): Promise<OpenConflicts> => {
  const rows = await db.rows<OpenConflict & { readonly total: number }>(sql`
    select c.id, c.agent_a, c.agent_b, c.created_at, e.content, (count(*) over ())::int as total
    from conflict c
    join ${sidesVisibleTo(scope)} as e on e.user_id = c.user_id and e.id = c.existing_id
    where c.user_id = ${scope.userId}
      and c.status = 'open'
      and c.existing_id = any(${memoryIds}::text[]::uuid[])
      and ${seesBoth(scope, sql`c`)}
    order by c.created_at desc, c.id
    limit ${whole(MOST_NAMED)}`)
  return { newest: rows, total: rows[0]?.total ?? 0 }
}

/** The share of the budget that conflicts may take. */
const OF_THE_BUDGET = 0.25

/**
 * The conflicts as lines for the end of the text, within their share of the budget (in tokens); empty where there are none.
 * Names and quotes are on one line each, so that none of them can forge another.
 */
export const notesOf = ({ newest, total }: OpenConflicts, budget: number): string => {
  for (let named = newest.length; named > 0; named--) {
    const lines = newest.slice(0, named).map(noteOf)
    const rest = total - named
    const text = [HEADING, ...lines, ...(rest > 0 ? [`- [conflict] +${rest} more`] : [])].join('\n')
    if (tokensOf(lengthOf(text) + PARTING.length) <= budget * OF_THE_BUDGET) return text
  }
  return ''
}

const HEADING = '### Open conflicts'
const PARTING = '\n\n'

const noteOf = ({ id, agent_a, agent_b, created_at, content }: OpenConflict): string => {
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
