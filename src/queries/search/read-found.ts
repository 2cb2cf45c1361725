import type { Database } from '../../postgres/database.js'
import { isSameVersion, readFingerprint, readStanding } from '../bank-index/rows.js'
import { inSnapshot } from '../snapshot.js'
import type { FoundMemory } from './answer.js'
import { AssumptionFailed, type Contest, type Search, stage } from './context.js'
import { type FoundRow, readFoundRows } from './found-rows.js'
import { type Match, publicScore } from './score.js'

/** Reads the best matches and those within `reach` of the last. What has gone since it was ranked is left out. */
export const readFound = (reach = 0) => stage('read', (search) => readMatches(search, bestOf(search, reach)))

const bestOf = ({ matches, request }: Search, reach: number): readonly Match[] => {
  const least = (matches[request.limit - 1]?.score ?? 0) - reach
  return reach === 0
    ? matches.slice(0, request.limit)
    : matches.filter(({ score }, place) => place < request.limit || score >= least)
}

/** Reads what these matches say, in their order. Throws AssumptionFailed where the search has assumed another index. */
export const readMatches = async (search: Search, best: readonly Match[]): Promise<Search> => {
  const byId = await readUnchanged(
    search,
    best.map(({ id }) => id),
  )
  const shown = new Map(
    best.flatMap(({ id }) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[id, preferredOf(row, byId)] as const]
    }),
  )
  const memories = best.flatMap((match) => {
    const row = shown.get(match.id)
    return row ? [found(row, match)] : []
  })
  return {
    ...search,
    memories,
    matches: search.matches.map((match) => renamed(match, shown.get(match.id))),
    details: new Map([...shown.values()].map(({ id, details }) => [id, details])),
  }
}

type Rows = ReadonlyMap<string, FoundRow>

/**
 * The rows of one state of the user's memories, though many statements read them: whether anything has changed meanwhile is asked
 * last. Then what was assumed does not hold, or the rows are read in one snapshot, for which others wait.
 */
const readUnchanged = async (search: Search, ids: readonly string[]): Promise<Rows> => {
  const { db, assumed, request } = search
  if (assumed !== undefined) {
    const rows = await readAllRows(db, search, ids)
    if ((await readFingerprint(db, request.scope)) !== assumed) throw new AssumptionFailed()
    return rows
  }
  if (ids.length === 0) return new Map()
  const before = search.standing ?? (await readStanding(db, request.scope.userId))
  const rows = await readAllRows(db, search, ids)
  if (isSameVersion(await readStanding(db, request.scope.userId), before)) return rows
  return inSnapshot(db, (snapshot) => readAllRows(snapshot, search, ids))
}

/** Few memories have the words of another: only then what is shown in their place is read, too. */
const readAllRows = async (db: Database, search: Search, ids: readonly string[]): Promise<Rows> => {
  if (ids.length === 0) return new Map()
  const rows = await readFoundRows(db, search, ids)
  const preferred = [...rows.values()].flatMap(({ id, equals: [first = id] }) => (rows.has(first) ? [] : [first]))
  return preferred.length === 0 ? rows : new Map([...rows, ...(await readFoundRows(db, search, preferred))])
}

/** Of memories with the same words the one that is shown; the others are its pieces. */
const preferredOf = (row: FoundRow, byId: Rows): FoundRow => {
  const { equals } = row
  if (equals.length < 2) return row
  const preferred = byId.get(equals[0] ?? row.id) ?? row
  return {
    ...preferred,
    pieces: [...preferred.pieces, ...equals.filter((id) => id !== preferred.id)],
    details: { ...preferred.details, sameWords: equals },
  }
}

const renamed = (match: Match, row: FoundRow | undefined): Match =>
  row === undefined || row.id === match.id ? match : { ...match, id: row.id, about: { ...match.about, id: row.id } }

const found = ({ details, equals: _, ...memory }: FoundRow, { cosine, score }: Match): FoundMemory => ({
  ...memory,
  similarity: cosine,
  score: publicScore(score),
  outdated_by: memory.outdated_by ?? laterOf(details.contests),
})

/** The last said of what contradicts a memory and is preferred to it, if it was said later. */
const laterOf = (contests: readonly Contest[]): string | null =>
  contests.findLast(({ wins, later }) => wins && later)?.id ?? null
