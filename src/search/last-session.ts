import { type Sql, sql, whole } from '../postgres/sql.js'
import { type Filters, isNarrowing, wantedAt, wantedOf } from '../queries/filters.js'
import type { LessonsInScope } from '../queries/visible-lessons.js'
import { isDerived } from '../queries/visible-memories.js'
import { lastToldAgain } from '../queries/visible-tellings.js'
import type { FoundMemory } from './answer.js'
import { readMeasured } from './database-index.js'
import { type FoundMemories, type IndexState, readMatches } from './read-found.js'
import type { Reading } from './relations.js'
import type { Query } from './score.js'
import type { Candidates } from './search-index.js'

/** Statements without a session belong together where less than this lies between them. Milliseconds. */
const PAUSE = 3_600_000
/** So many statements without a session are looked at: more than an answer shows. */
const MOST = 500

type Statement = { readonly id: string; readonly sessionId: string | null; readonly observedAt: string }

/**
 * The last statements of the newest session, at most as many as an answer shows, in the order in which they were said, and scored like
 * all others. What critical lessons are about is left out.
 */
export const readLastSession = async (
  reading: Reading,
  { lessons, ...state }: IndexState & { readonly lessons: LessonsInScope },
  query: Query,
): Promise<Candidates & FoundMemories> => {
  const session = await findLastSession(reading)
  const ids = session.ids.filter((id) => !lessons.withheld.includes(id))
  const measured = await readMeasured(reading, query, ids)
  const { details, memories } = await readMatches(session.reading, state, { matches: [], best: measured.matches })
  const byId = new Map(measured.matches.map((match) => [match.id, match]))
  const placeOf = ({ id }: FoundMemory) => byId.get(id)?.about.ordinal ?? 0n
  const inOrder = memories.toSorted(
    (a, b) => Date.parse(a.observed_at) - Date.parse(b.observed_at) || Number(placeOf(a) - placeOf(b)),
  )
  const matches = inOrder.flatMap(({ id }) => byId.get(id) ?? [])
  return { ...measured, details, memories: inOrder, matches }
}

/**
 * The session that something was said in last, other than the one that is asked in: the reading of it alone, and its last statements.
 * All filters but that for a session apply.
 */
const findLastSession = async (
  reading: Reading,
): Promise<{ readonly reading: Reading; readonly ids: readonly string[] }> => {
  const { request } = reading
  const { sessionId: current, ...others } = request
  const elsewhere = current === undefined ? sql`true` : sql`m.session_id is distinct from ${current}`
  const [[last], again] = await Promise.all([
    readStatements(reading, others, { isWanted: elsewhere, most: 1 }),
    reading.instant === undefined ? lastToldAgain(reading.db, reading.scope, current) : undefined,
  ])
  const isAgain = again !== undefined && again.observedAt > (last?.observedAt ?? '')
  const told = isAgain ? await readSession(reading, others, again) : undefined
  if (told !== undefined && told.ids.length > 0) return told
  // What was said again last may not pass the filters, and nothing else beside it.
  return last === undefined ? { reading, ids: [] } : readSession(reading, others, last)
}

/** The last statements of a session, and the reading of it alone. */
const readSession = async (reading: Reading, others: Reading['request'], newest: Pick<Statement, 'sessionId'>) => {
  const { request } = reading
  if (newest.sessionId === null) {
    const all = await readStatements(reading, others, { isWanted: sql`m.session_id is null`, most: MOST })
    return { reading: { ...reading, request: others }, ids: lastOf(upToPause(all), request.limit) }
  }
  const session = { ...others, sessionId: newest.sessionId }
  const all = await readStatements(reading, session, { isWanted: sql`true`, most: request.limit })
  return { reading: { ...reading, request: session }, ids: lastOf(all, request.limit) }
}

const lastOf = (newestFirst: readonly Statement[], most: number): readonly string[] =>
  newestFirst.slice(0, most).map(({ id }) => id)

/** The newest, as far as no pause lies between one and the next. */
const upToPause = (newestFirst: readonly Statement[]): readonly Statement[] => {
  const end = newestFirst.findIndex(({ observedAt }, i) => {
    const later = newestFirst[i - 1]
    return later !== undefined && Date.parse(later.observedAt) - Date.parse(observedAt) >= PAUSE
  })
  return end < 0 ? newestFirst : newestFirst.slice(0, end)
}

/** What was said as it was said, newest first. */
const readStatements = (
  { db, scope, relations, instant }: Reading,
  filters: Filters,
  { isWanted, most }: { readonly isWanted: Sql; readonly most: number },
): Promise<readonly Statement[]> => {
  const { placed } = relations
  const passing = instant === undefined ? wantedOf(scope, filters) : wantedAt(scope, placed, { ...filters, instant })
  return db.rows(sql`
    /* search: what was said last */
    select m.id, m.session_id as "sessionId", m.observed_at as "observedAt"
    from ${isNarrowing(filters) ? passing : placed} as m
    where not ${isDerived(sql`m`)}
      and ${isWanted}
    order by m.observed_at desc, m.ordinal desc
    limit ${whole(most)}`)
}
