import { grouped } from '../../concurrency/slices.js'
import { DEFAULT_TRUST, OWN_TRUST } from '../../domain/agent.js'
import type { Database } from '../../postgres/database.js'
import { sql, whole } from '../../postgres/sql.js'
import { isNarrowing, isPassedBy, lastSaidAgain } from '../filters.js'
import { trustOf } from '../read-agents.js'
import { type OpenConflict, openConflictsAbout } from '../visible-conflicts.js'
import {
  factsOfChangedBasis,
  type Neighbour,
  type NeighbourNow,
  neighbourColumns,
  replacedBy,
  type Stretch,
  stretchesAround,
  visibleNeighbours,
} from '../visible-evidence.js'
import { type Contradiction, contradictionsOf } from '../visible-links.js'
import { isDerived } from '../visible-memories.js'
import type { Contest, Details, Search } from './context.js'

/**
 * What the answer says of memories: their rows, and what stands around them. Each statement asks one thing of the ids at hand, and what
 * follows from their rows is computed here. The caller sees to it that nothing changes in between.
 */

/** What a search reads rows by. */
type Reading = Pick<Search, 'request' | 'relations'> & {
  readonly db: Database
  /** ISO 8601, where the search is of the past. */
  readonly instant: string | undefined
}

/** These memories as far as the caller sees them, by id. */
export const readFoundRows = async (
  db: Database,
  { request, relations }: Pick<Search, 'request' | 'relations'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundRow>> => {
  const reading: Reading = { db, request, relations, instant: relations.past ? request.asOf : undefined }
  const { userId } = request.scope
  const [rows, stretches, contradictions, conflicts, saidAgain] = await Promise.all([
    readStored(reading, ids),
    stretchesAround(db, userId, ids),
    contradictionsOf(db, userId, ids),
    conflictsAbout(reading, ids),
    readSaidAgain(reading, ids),
  ])
  const near = [...stretches.flatMap(({ id, evidenceId }) => [id, evidenceId]), ...contradictions.map(otherOf)]
  const [neighbours, told, equals, ofTurns, changed] = await Promise.all([
    readNeighbours(reading, near),
    lastSaid(reading, rows, saidAgain),
    readEquals(reading, rows),
    readOfTurns(reading, rows),
    factsOfChangedBasis(
      db,
      userId,
      rows.filter(({ claimType }) => claimType !== null),
    ),
  ])
  const [outdated, contests] = await Promise.all([
    outdatedBy(reading, { rows, stretches, neighbours }),
    contestsOf(reading, { rows, equals, contradictions, neighbours }),
  ])
  const surroundingsOf = (row: Stored): Surroundings => {
    const around = { row, stretches: stretches.filter(({ id, evidenceId }) => id === row.id || evidenceId === row.id) }
    return {
      evidence: evidenceOf(around, neighbours.now),
      basisChanged: changed.has(row.id),
      outdatedBy: outdated.get(row.id) ?? null,
      pieces: piecesOf(around, { ofTurns, placed: neighbours.placed }),
      equals: equals.get(row.id) ?? [],
      contests: contests.get(row.id) ?? [],
      conflicts: conflicts.get(row.id) ?? [],
    }
  }
  return new Map(
    rows.map((row) => [row.id, shownRow(row, { told: told.get(row.id) ?? row, around: surroundingsOf(row) })]),
  )
}

/** What stands around a memory of the best. */
type Surroundings = Pick<Details, 'contests' | 'conflicts'> & {
  readonly evidence: ReturnType<typeof evidenceOf>
  /** Whether something that a fact rests on is no longer active, or was reworded since. */
  readonly basisChanged: boolean
  readonly outdatedBy: string | null
  /** Left out beside it: others of its turn, and what was derived of one another. */
  readonly pieces: readonly string[]
  /** What passes and has the same words, itself included, in the order in which it would be shown. */
  readonly equals: readonly string[]
}

const otherOf = ({ otherId }: Contradiction): string => otherId

/** A memory of the best, by itself. */
type Stored = Neighbour & {
  readonly content: string
  readonly importance: number
  readonly source_site: string
  readonly observedOffset: string | null
  readonly namespace: string
  readonly role: string | null
  readonly episodeId: string
  readonly turn: number | null
  readonly version: number
  readonly metadata: Readonly<Record<string, unknown>>
  readonly memoryType: string
  readonly claimType: string | null
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly supersededBy: string | null
  readonly textHash: string | null
  readonly headline: string
  readonly overview: string
  readonly accesses: number
}

const readStored = ({ db, relations }: Reading, ids: readonly string[]): Promise<readonly Stored[]> =>
  db.rows(sql`
    /* search: the best memories */
    select ${neighbourColumns}, m.content, m.importance, m.source_site, m.observed_offset as "observedOffset", m.namespace, m.role,
           m.episode_id as "episodeId", m.turn, m.version, m.metadata, m.memory_type as "memoryType", m.claim_type as "claimType",
           m.valid_from as "validFrom", m.valid_to as "validTo", m.superseded_by as "supersededBy", m.text_hash as "textHash",
           m.headline, m.overview, ${relations.past ? sql`0` : sql`m.accesses`} as accesses
    from ${relations.memories} as m
    where m.id = any(${ids}::text[]::uuid[])`)

/** None of the past, or of a user's own. */
const conflictsAbout = async (
  { db, request: { scope, asOf } }: Reading,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly OpenConflict[]>> =>
  scope.kind === 'user' || asOf !== undefined ? new Map() : openConflictsAbout(db, scope, ids)

type Said = Pick<Stored, 'id' | 'observedAt' | 'observedOffset'>

const readSaidAgain = ({ db, request, instant }: Reading, ids: readonly string[]): Promise<readonly Said[]> =>
  db.rows(lastSaidAgain(request.scope, { ids, filters: request, instant }))

/** When each was last said where the filters pass: by its record, or again. Those alone that were said again. */
const lastSaid = async (
  reading: Reading,
  rows: readonly Stored[],
  saidAgain: readonly Said[],
): Promise<ReadonlyMap<string, Said>> => {
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
const isSaidLast = (a: Said, b: Said): boolean => {
  const later = compare(a.observedAt, b.observedAt)
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

/** What stands around the best, by id. */
type Neighbours = {
  /** As it is now, in force or replaced. */
  readonly now: ReadonlyMap<string, NeighbourNow>
  /** As far as it was in force at the time that is asked about. */
  readonly placed: ReadonlyMap<string, Neighbour>
}

const readNeighbours = async (reading: Reading, ids: readonly string[]): Promise<Neighbours> => {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return { now: new Map(), placed: new Map() }
  const [now, then] = await Promise.all([
    visibleNeighbours(reading.db, reading.request.scope, asked),
    reading.instant === undefined ? undefined : readPlaced(reading, asked),
  ])
  return { now: byId(now), placed: byId(then ?? now.filter(({ status }) => status === 'active')) }
}

const readPlaced = ({ db, relations }: Reading, ids: readonly string[]): Promise<readonly Neighbour[]> =>
  db.rows(sql`
    /* search: those in force */
    select ${neighbourColumns}
    from ${relations.placed} as m
    where m.id = any(${ids}::text[]::uuid[])`)

const byId = <Each extends { readonly id: string }>(rows: readonly Each[]): ReadonlyMap<string, Each> =>
  new Map(rows.map((row) => [row.id, row]))

/** Of so many memories with the same words a search tells. */
const MOST_EQUALS = 100

/** What has the words of each memory and passes: the caller's own first, then what was said last. */
const readEquals = async (
  reading: Reading,
  stored: readonly Stored[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { db, relations, request } = reading
  const { scope } = request
  const hashes = [...new Set(stored.flatMap(({ textHash }) => textHash ?? []))]
  const rows = await db.rows<{ readonly id: string; readonly textHash: string }>(sql`
    /* search: the same words elsewhere */
    select id, text_hash as "textHash"
    from (
      select id, text_hash, row_number() over (
               partition by text_hash
               order by ${scope.kind === 'user' ? sql`` : sql`agent_id = ${scope.agentId} desc,`} observed_at desc, ordinal desc, id
             ) as place
      from ${relations.placed} as m
      where text_hash = any(${hashes}::text[]::uuid[])
        and memory_type <> 'composite'
    ) as m
    where place <= ${whole(MOST_EQUALS)}
    order by text_hash, place`)
  const best = new Set(stored.map(({ id }) => id))
  const others = rows.flatMap(({ id }) => (best.has(id) ? [] : [id]))
  const permitted = await permittedAmong(reading, others)
  const passing = rows.filter(({ id }) => best.has(id) || permitted.has(id))
  const byHash = grouped(passing, ({ textHash }) => textHash)
  return new Map(stored.map(({ id, textHash }) => [id, (byHash.get(textHash ?? '') ?? []).map((equal) => equal.id)]))
}

const permittedAmong = async (
  { db, relations: { permitted } }: Reading,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (permitted === undefined || ids.length === 0) return new Set(ids)
  const rows = await db.rows<{ readonly id: string }>(sql`
    /* search: those that pass the filters */
    select m.id
    from ${permitted} as m
    where m.id = any(${ids}::text[]::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

type OfTurn = Pick<Stored, 'id' | 'ordinal' | 'episodeId' | 'turn'>

/** What was taken over of the turns of the best as it was said. */
const readOfTurns = async ({ db, relations }: Reading, rows: readonly Stored[]): Promise<readonly OfTurn[]> => {
  const turns = rows.filter(({ isDerived, turn }) => !isDerived && turn !== null)
  if (turns.length === 0) return []
  return db.rows(sql`
    /* search: all of the same turns */
    select m.id, m.ordinal, m.episode_id as "episodeId", m.turn
    from unnest(${turns.map(({ episodeId }) => episodeId)}::text[]::uuid[], ${turns.map(({ turn }) => turn)}::int[]) as t (episode_id, turn)
    join ${relations.placed} as m using (episode_id, turn)
    where not ${isDerived(sql`m`)}`)
}

/** A memory and the stretches around it. */
type Around = { readonly row: Stored; readonly stretches: readonly Stretch[] }

/** The stretches that the words of a memory rest on. */
const basisOf = ({ row, stretches }: Around): readonly Stretch[] =>
  row.isDerived ? stretches.filter(({ id, wordsOf }) => id === row.id && wordsOf === row.wordsOf) : []

/** What the words of a memory rest on, as far as the caller sees it, in the order it was said. */
const evidenceOf = (around: Around, now: ReadonlyMap<string, NeighbourNow>) =>
  basisOf(around)
    .flatMap((stretch) => {
      const evidence = now.get(stretch.evidenceId)
      const isTold = evidence !== undefined && (evidence.status !== 'superseded' || evidence.isReplacedByItsFact)
      return isTold ? [{ stretch, evidence }] : []
    })
    .toSorted((a, b) => byPlace(a.evidence, b.evidence) || a.stretch.start - b.stretch.start)
    .map(({ stretch: { evidenceId, start, end } }) => ({ end, start, memory_id: evidenceId }))

type Placed = Pick<Neighbour, 'id' | 'ordinal'>

const compare = <Value extends bigint | number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/** In the order of the log. */
const byPlace = (a: Placed, b: Placed): number => compare(a.ordinal, b.ordinal) || compare(a.id, b.id)

/** Left out beside a memory: others of its turn and what rests on it; of what was derived, what it rests on. */
const piecesOf = (
  around: Around,
  { ofTurns, placed }: { readonly ofTurns: readonly OfTurn[]; readonly placed: ReadonlyMap<string, Neighbour> },
): readonly string[] => {
  const { row, stretches } = around
  const ofItsTurn = row.isDerived
    ? []
    : ofTurns.filter(({ id, episodeId, turn }) => id !== row.id && episodeId === row.episodeId && turn === row.turn)
  const resting = stretches.filter(({ id, evidenceId, wordsOf }) => {
    return evidenceId === row.id && placed.get(id)?.wordsOf === wordsOf
  })
  const related = [...basisOf(around).map(({ evidenceId }) => evidenceId), ...resting.map(({ id }) => id)]
  const pieces = [
    ...ofItsTurn.map((piece) => ({ ...piece, isDerived: false })),
    ...[...new Set(related)].flatMap((id) => placed.get(id) ?? []),
  ]
  return pieces.toSorted((a, b) => Number(a.isDerived) - Number(b.isDerived) || byPlace(a, b)).map(({ id }) => id)
}

/**
 * What is in force in the place of each memory, or of a fact that rests on it: the newest, reached over such that the caller could
 * see while they were in force. At an instant what was in force then, in the place of what no longer was.
 */
const outdatedBy = async (
  reading: Reading,
  known: {
    readonly rows: readonly Stored[]
    readonly stretches: readonly Stretch[]
    readonly neighbours: Neighbours
  },
): Promise<ReadonlyMap<string, string>> => {
  const { db, request, instant } = reading
  const { now, placed } = known.neighbours
  const begun = known.rows.map(({ id, supersededBy }) => {
    const facts = known.stretches.flatMap((stretch) => {
      const fact = stretch.evidenceId === id ? now.get(stretch.id) : undefined
      const isReplaced = fact?.status === 'superseded' && fact.wordsOf === stretch.wordsOf && !placed.has(fact.id)
      return isReplaced ? [fact.supersededBy] : []
    })
    const own = instant === undefined ? supersededBy : null
    return { id, by: [own, ...facts].filter((each) => each !== null) }
  })
  const starts = [...new Set(begun.flatMap(({ by }) => by))]
  if (starts.length === 0) return new Map()
  const replacing = await replacedBy(db, request.scope, starts)
  const inForce = byId(await readPlaced(reading, [...new Set([...starts, ...replacing.keys(), ...replacing.values()])]))
  return new Map(
    begun.flatMap(({ id, by }) => {
      const reached = new Set(by)
      for (const each of reached) {
        const next = inForce.has(each) ? undefined : replacing.get(each)
        if (next !== undefined) reached.add(next)
      }
      const [newest] = [...reached].flatMap((each) => inForce.get(each) ?? []).toSorted(newestRecorded)
      return newest === undefined ? [] : [[id, newest.id] as const]
    }),
  )
}

const newestRecorded = (a: Neighbour, b: Neighbour): number =>
  compare(b.createdAt, a.createdAt) || compare(b.ordinal, a.ordinal) || compare(a.id, b.id)

/**
 * What contradicts each memory, or another with its words, of what is in force, in the order in which it was said: preferred to
 * it by more trust in its agent, then in itself when it was written, then as the later.
 */
const contestsOf = async (
  reading: Reading,
  known: {
    readonly rows: readonly Stored[]
    readonly equals: ReadonlyMap<string, readonly string[]>
    readonly contradictions: readonly Contradiction[]
    readonly neighbours: Neighbours
  },
): Promise<ReadonlyMap<string, readonly Contest[]>> => {
  const { rows, equals } = known
  const read = new Set(rows.map(({ id }) => id))
  const elsewhere = [...new Set([...equals.values()].flat())].filter((id) => !read.has(id))
  const more = elsewhere.length === 0 ? [] : await contradictionsOf(reading.db, reading.request.scope.userId, elsewhere)
  const contradictions = [...known.contradictions, ...more]
  if (contradictions.length === 0) return new Map()
  const unread = more.map(otherOf).filter((id) => !known.neighbours.placed.has(id))
  const placed = new Map([...known.neighbours.placed, ...(await readNeighbours(reading, unread)).placed])
  const trustIn = await readTrust(reading, [
    ...rows,
    ...contradictions.flatMap(({ otherId }) => placed.get(otherId) ?? []),
  ])
  return new Map(
    rows.map((row) => {
      const same = new Set([row.id, ...(equals.get(row.id) ?? [])])
      const ids = new Set(contradictions.flatMap(({ id, otherId }) => (same.has(id) ? [otherId] : [])))
      const others = [...ids].flatMap((id) => placed.get(id) ?? []).toSorted(bySaying)
      return [row.id, others.map((other) => contestOf(row, other, trustIn))]
    }),
  )
}

/** By when it was said; of one time the later written is the later. */
const bySaying = (a: Neighbour, b: Neighbour): number => compare(a.observedAt, b.observedAt) || byPlace(a, b)

const contestOf = (row: Stored, other: Neighbour, trustIn: (agentId: string | null) => number): Contest => {
  const byTrust = compare(trustIn(other.agentId), trustIn(row.agentId)) || compare(other.trustScore, row.trustScore)
  const byAge = bySaying(other, row)
  return { id: other.id, wins: (byTrust || byAge) > 0, later: byAge > 0 }
}

/** How far an agent is trusted; in what is personal there is none. */
const readTrust = async ({ db, request: { scope }, instant }: Reading, memories: readonly Neighbour[]) => {
  if (scope.kind === 'user') return () => OWN_TRUST
  const agentIds = [...new Set(memories.flatMap(({ agentId }) => agentId ?? []))]
  const trust = await trustOf(db, scope.userId, { agentIds, instant })
  return (agentId: string | null): number => trust.get(agentId ?? '') ?? DEFAULT_TRUST
}

const shownRow = (row: Stored, { told, around }: { readonly told: Said; readonly around: Surroundings }) => ({
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
  evidence: around.evidence,
  basis_changed: around.basisChanged,
  outdated_by: around.outdatedBy,
  pieces: around.pieces,
  equals: around.equals,
  details: {
    headline: row.headline,
    overview: row.overview,
    sameWords: [],
    accesses: row.accesses,
    contests: around.contests,
    conflicts: around.conflicts,
  } satisfies Details as Details,
})

/** A memory as an answer shows it, without its score, its details and those of the same words. */
export type FoundRow = ReturnType<typeof shownRow>
