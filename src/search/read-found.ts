import { isSameVersion, readFingerprint, readStanding, type Version } from '../memory-index/rows.js'
import { inSnapshot } from '../queries/snapshot.js'
import type { FoundMemory } from './answer.js'
import { type Details, type ReadMemory, readFoundRows } from './found-rows.js'
import { laterOf } from './found-surroundings.js'
import type { Reading } from './relations.js'
import { type Match, publicScore } from './score.js'

/** What a search has assumed of the index does not hold: it is to be done again. */
export class AssumptionFailed extends Error {}

/** What the index was when the matches were found in it. */
export type IndexState = {
  /** The fingerprint of what it was taken for; undefined where it was opened for this search. */
  readonly assumed: string | undefined
  /** Where the memories of the user stood when it was opened, where that is known. */
  readonly standing: Version | undefined
}

/** Matches, and of the best of them what they say. */
export type FoundMemories = {
  /** Every candidate, best first. */
  readonly matches: readonly Match[]
  /** Those that were read, best first. */
  readonly memories: readonly FoundMemory[]
  /** By id, of those that were read. */
  readonly details: ReadonlyMap<string, Details>
}

/** The matches that take the places of an answer, and those at most `reach` below the last of these. */
export const bestOf = (matches: readonly Match[], limit: number, reach = 0): readonly Match[] => {
  const least = (matches[limit - 1]?.score ?? 0) - reach
  return reach === 0 ? matches.slice(0, limit) : matches.filter(({ score }, place) => place < limit || score >= least)
}

/**
 * Reads what the `best` of the matches say, in their order; what has gone since it was ranked is left out. Throws AssumptionFailed
 * where the index is not what it was taken for.
 */
export const readMatches = async (
  reading: Reading,
  index: IndexState,
  { matches, best }: { readonly matches: readonly Match[]; readonly best: readonly Match[] },
): Promise<FoundMemories> => {
  const byId = await readUnchanged(
    reading,
    index,
    best.map(({ id }) => id),
  )
  const shown = new Map(
    best.flatMap(({ id }) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[id, preferredOf(row, byId)] as const]
    }),
  )
  return {
    matches: matches.map((match) => renamed(match, shown.get(match.id))),
    memories: best.flatMap((match) => {
      const row = shown.get(match.id)
      return row ? [foundMemory(row, match)] : []
    }),
    details: new Map([...shown.values()].map(({ id, details }) => [id, details])),
  }
}

type ReadMemories = ReadonlyMap<string, ReadMemory>

/**
 * The rows of one state of the user's memories, though many statements read them: whether anything has changed meanwhile is asked
 * last. Then what was assumed does not hold, or the rows are read in one snapshot, for which others wait.
 */
const readUnchanged = async (
  reading: Reading,
  { assumed, standing }: IndexState,
  ids: readonly string[],
): Promise<ReadMemories> => {
  const { db, scope } = reading
  if (assumed !== undefined) {
    const rows = await readAllRows(reading, ids)
    if ((await readFingerprint(db, scope)) !== assumed) throw new AssumptionFailed()
    return rows
  }
  if (ids.length === 0) return new Map()
  const before = standing ?? (await readStanding(db, scope.userId))
  const rows = await readAllRows(reading, ids)
  if (isSameVersion(await readStanding(db, scope.userId), before)) return rows
  return inSnapshot(db, (snapshot) => readAllRows({ ...reading, db: snapshot }, ids))
}

/** Few memories have the words of another: only then what is shown in their place is read, too. */
const readAllRows = async (reading: Reading, ids: readonly string[]): Promise<ReadMemories> => {
  if (ids.length === 0) return new Map()
  const rows = await readFoundRows(reading, ids)
  const preferred = [...rows.values()].flatMap(({ id, equals: [first = id] }) => (rows.has(first) ? [] : [first]))
  return preferred.length === 0 ? rows : new Map([...rows, ...(await readFoundRows(reading, preferred))])
}

/** Of memories with the same words the one that is shown; the others are its pieces. */
const preferredOf = (row: ReadMemory, byId: ReadMemories): ReadMemory => {
  const { equals } = row
  if (equals.length < 2) return row
  const preferred = byId.get(equals[0] ?? row.id) ?? row
  return {
    ...preferred,
    pieces: [...preferred.pieces, ...equals.filter((id) => id !== preferred.id)],
    details: { ...preferred.details, sameWords: equals },
  }
}

const renamed = (match: Match, row: ReadMemory | undefined): Match =>
  row === undefined || row.id === match.id ? match : { ...match, id: row.id, about: { ...match.about, id: row.id } }

const foundMemory = ({ details, equals: _, ...memory }: ReadMemory, { cosine, score }: Match): FoundMemory => ({
  ...memory,
  similarity: cosine,
  score: publicScore(score),
  outdated_by: memory.outdated_by ?? laterOf(details.contests)?.id ?? null,
})
