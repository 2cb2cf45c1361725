import { grouped, inOrder } from '../concurrency/slices.js'
import type { Scope } from '../domain/scope.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { evidenceOf, replacementsOf, visibleEchoed } from '../queries/basis.js'
import { isNarrowing, isPassedBy, lastSaidAgain, passingAmong } from '../queries/filters.js'
import { type OpenConflict, openConflictsAbout } from '../queries/visible-conflicts.js'
import { factsOfChangedBasis, type Neighbour, neighbourColumns } from '../queries/visible-evidence.js'
import { idsWithWords } from '../queries/visible-memories.js'
import {
  type Contest,
  contestsOf,
  laterOf,
  type Placed,
  piecesOf,
  readOfTurns,
  readSurroundings,
} from './found-surroundings.js'
import type { Reading } from './relations.js'

/**
 * What the answer says of memories: their rows, and what stands around them. Each statement asks one thing of the ids at hand, and what
 * follows from their rows is computed here. The caller sees to it that nothing changes in between.
 */

/** These memories as far as the caller sees them, by id. */
export const readFoundRows = async (
  reading: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadMemory>> => {
  const [rows, around, conflicts, saidAgain] = await Promise.all([
    readStored(reading, ids),
    readSurroundings(reading, ids),
    conflictsAbout(reading, ids),
    readSaidAgain(reading, ids),
  ])
  const [told, equals, ofTurns, changed, outdated, echoed] = await Promise.all([
    lastSaid(reading, rows, saidAgain),
    readEquals(reading, rows),
    readOfTurns(reading, rows),
    factsOfChangedBasis(
      reading.db,
      reading.scope.userId,
      rows.filter(({ claimType }) => claimType !== null),
    ),
    replacementsOf(reading, rows, around),
    visibleEchoed(reading, rows),
  ])
  const contests = await contestsOf(reading, { rows, equals, around })
  return new Map(
    rows.map((row) => {
      const { id } = row
      const surroundings = {
        evidence: evidenceOf(row, around),
        basisChanged: changed.has(id),
        outdatedBy: outdated.get(id),
        echoOf: echoed.has(row.echo_of) ? row.echo_of : null,
        pieces: piecesOf(row, around, ofTurns),
        equals: equals.get(id) ?? [],
        contests: contests.get(id) ?? [],
        conflicts: conflicts.get(id) ?? [],
      }
      return [id, shownMemory(row, told.get(id) ?? row, surroundings)]
    }),
  )
}

/** What is read with a memory that was found, and not shown with it. */
export type Details = {
  /** What a model or a rule said of it in few words; empty where nothing. */
  readonly headline: string
  readonly overview: string
  /** The memories that have the same words as it, itself included, where there are several. */
  readonly sameWords: readonly string[]
  /** How often it was shown; noted where it counts. */
  readonly accesses: number
  /** When that was said which outdates it: a replacement, or the last that contradicts it and is preferred. */
  readonly outdatedAt: string | null
  /** What contradicts it, of what the caller sees. */
  readonly contests: readonly Contest[]
  /** The open conflicts about it. */
  readonly conflicts: readonly OpenConflict[]
}

/** What the answer says of what stands around a memory of the best. */
type ShownSurroundings = Pick<Details, 'contests' | 'conflicts'> & {
  readonly evidence: ReturnType<typeof evidenceOf>
  /** Whether something that a fact rests on is no longer active, or was reworded since. */
  readonly basisChanged: boolean
  readonly outdatedBy: Pick<Neighbour, 'id' | 'observedAt'> | undefined
  /** What it only says again. */
  readonly echoOf: string | null
  /** Left out beside it: others of its turn, and what was derived of one another. */
  readonly pieces: readonly string[]
  /** What passes and has the same words, itself included, in the order in which it would be shown. */
  readonly equals: readonly string[]
}

/** A memory of the best, by itself. */
type StoredMemory = Placed & {
  readonly content: string
  readonly importance: number
  readonly source_site: string
  readonly observedOffset: string | null
  readonly namespace: string
  readonly role: string | null
  readonly version: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly memoryType: string
  readonly claimType: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly textHash: string | null
  readonly echo_of: string | null
  readonly headline: string
  readonly overview: string
  readonly accesses: number
}

const readStored = ({ db, relations }: Reading, ids: readonly string[]): Promise<readonly StoredMemory[]> =>
  db.rows(sql`
    /* search: the best memories */
    select ${neighbourColumns}, m.content, m.importance, m.source_site, m.observed_offset as "observedOffset", m.namespace, m.role,
           m.episode_id as "episodeId", m.turn, m.version, m.metadata, m.memory_type as "memoryType", m.claim_type as "claimType",
           m.valid_from as "validFrom", m.valid_to as "validTo", m.superseded_by as "supersededBy", m.text_hash as "textHash",
           m.echo_of, m.headline, m.overview, ${relations.past ? sql`0` : sql`m.accesses`} as accesses
    from ${relations.memories} as m
    where m.id = any(${ids}::text[]::uuid[])`)

/** None of the past, or of a user's own. */
const conflictsAbout = async (
  { db, request: { scope, asOf } }: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenConflict[]>> =>
  scope.kind === 'user' || asOf !== undefined ? new Map() : openConflictsAbout(db, scope, ids)

type SayingTime = Pick<StoredMemory, 'id' | 'observedAt' | 'observedOffset'>

const readSaidAgain = ({ db, request, instant }: Reading, ids: readonly string[]): Promise<readonly SayingTime[]> =>
  db.rows(lastSaidAgain(request.scope, { ids, filters: request, instant }))

/** When each was last said where the filters pass: by its record, or again. Those alone that were said again. */
const lastSaid = async (
  reading: Reading,
  rows: readonly StoredMemory[],
  saidAgain: readonly SayingTime[],
): Promise<ReadonlyMap<string, SayingTime>> => {
  if (saidAgain.length === 0) return new Map()
  const passing = await passingByRecord(
    reading,
    saidAgain.map(({ id }) => id),
  )
  const records = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    saidAgain.map((again) => {
      const record = records.get(again.id)
      const isByRecord = record !== undefined && passing.has(again.id) && isSaidLast(record, again)
      return [again.id, isByRecord ? record : again]
    }),
  )
}

/** Of one instant the one with the lesser offset. */
const isSaidLast = (a: SayingTime, b: SayingTime): boolean => {
  const later = inOrder(a.observedAt, b.observedAt)
  if (later !== 0) return later > 0
  return b.observedOffset === null || (a.observedOffset !== null && a.observedOffset <= b.observedOffset)
}

const passingByRecord = async (
  { db, request, relations }: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (!isNarrowing(request)) return new Set(ids)
  const rows = await db.rows<{ readonly id: string }>(sql`
    /* search: those that pass by their records */
    select m.id
    from ${relations.memories} as m
    where m.id = any(${ids}::text[]::uuid[])
      and ${isPassedBy(request)}`)
  return new Set(rows.map(({ id }) => id))
}

/** Of so many memories with the same words a search tells. */
const MOST_EQUALS = 100

/** What has the words of each memory and passes: the caller's own first, then what was said last. */
const readEquals = async (
  reading: Reading,
  stored: readonly StoredMemory[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { db, relations } = reading
  const hashes = [...new Set(stored.flatMap(({ textHash }) => textHash ?? []))]
  const rows = await (relations.past ? sayingThen(reading, hashes) : sayingNow(reading, hashes))
  const best = new Set(stored.map(({ id }) => id))
  const others = rows.flatMap(({ id }) => (best.has(id) ? [] : [id]))
  const { permitted: wanted } = relations
  const permitted =
    wanted === undefined || others.length === 0 ? new Set(others) : await passingAmong(db, wanted, others)
  const passing = rows.filter(({ id }) => best.has(id) || permitted.has(id))
  const byHash = grouped(passing, ({ textHash }) => textHash)
  return new Map(stored.map(({ id, textHash }) => [id, (byHash.get(textHash ?? '') ?? []).map((equal) => equal.id)]))
}

/** A memory with words that were asked for. */
type Equal = { readonly id: string; readonly textHash: string }

const ownFirst = (scope: Scope): Sql => (scope.kind === 'user' ? sql`` : sql`agent_id = ${scope.agentId} desc,`)

/** The caller's own first, then what was said last. */
const equalsOrder = (scope: Scope): Sql => sql`${ownFirst(scope)} observed_at desc, ordinal desc, id`

const sayingNow = ({ db, scope, relations }: Reading, hashes: readonly string[]): Promise<readonly Equal[]> =>
  db.rows(sql`
    /* search: the same words elsewhere */
    select m.id, h.hash as "textHash"
    from unnest(${hashes}::text[]::uuid[]) as h (hash)
    cross join lateral (
      select id, row_number() over (order by ${equalsOrder(scope)}) as place
      from ${relations.placed} as m
      where text_hash = h.hash
        and memory_type <> 'composite'
      order by place
      limit ${whole(MOST_EQUALS)}
    ) as m
    order by h.hash, m.place`)

/** Words of the past that are no longer a memory's are told of it alone. */
const sayingThen = async ({ db, scope, relations }: Reading, hashes: readonly string[]): Promise<readonly Equal[]> => {
  const ids = await idsWithWords(db, scope.userId, hashes)
  const rows = await db.rows<Equal>(sql`
    /* search: the same words elsewhere at an instant */
    select id, text_hash as "textHash"
    from ${relations.placedOf(ids)} as m
    where text_hash = any(${hashes}::text[]::uuid[])
      and memory_type <> 'composite'
    order by ${equalsOrder(scope)}`)
  return [...grouped(rows, ({ textHash }) => textHash).values()].flatMap((equals) => equals.slice(0, MOST_EQUALS))
}

const shownMemory = (row: StoredMemory, told: SayingTime, around: ShownSurroundings) => ({
  id: row.id,
  content: row.content,
  importance: row.importance,
  source_site: row.source_site,
  created_at: row.createdAt,
  observed_at: told.observedAt,
  observed_offset: told.observedOffset,
  namespace: row.namespace,
  agent_id: row.agentId,
  role: row.role,
  turn: row.turn,
  version: row.version,
  metadata: row.metadata,
  memory_type: row.memoryType,
  claim_type: row.claimType,
  valid_from: row.validFrom,
  valid_to: row.validTo,
  echo_of: around.echoOf,
  evidence: around.evidence,
  basis_changed: around.basisChanged,
  outdated_by: around.outdatedBy?.id ?? null,
  pieces: around.pieces,
  equals: around.equals,
  details: detailsOf(row, around),
})

const detailsOf = (row: StoredMemory, { outdatedBy, contests, conflicts }: ShownSurroundings): Details => ({
  headline: row.headline,
  overview: row.overview,
  sameWords: [],
  accesses: row.accesses,
  outdatedAt: (outdatedBy ?? laterOf(contests))?.observedAt ?? null,
  contests,
  conflicts,
})

/** A memory as an answer shows it, without its score, its details and those of the same words. */
export type ReadMemory = ReturnType<typeof shownMemory>
