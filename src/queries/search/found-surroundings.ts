import { DEFAULT_TRUST, OWN_TRUST } from '../../domain/agent.js'
import type { Database } from '../../postgres/database.js'
import { sql } from '../../postgres/sql.js'
import { trustOf } from '../read-agents.js'
import {
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
import type { Contest, Search } from './context.js'

/** What stands around the memories that an answer shows: computed of the few rows of the ids at hand. */

/** What a search reads rows by. */
export type Reading = Pick<Search, 'request' | 'relations'> & {
  readonly db: Database
  /** ISO 8601, where the search is of the past. */
  readonly instant: string | undefined
}

/** A memory of the best, by what is looked at around it. */
export type Placed = Neighbour & {
  readonly episodeId: string
  readonly turn: number | null
  readonly supersededBy: string | null
}

/** Memories by id. */
type Neighbours = {
  /** As they are now, in force or replaced. */
  readonly now: ReadonlyMap<string, NeighbourNow>
  /** Those that were in force at the time that is asked about. */
  readonly placed: ReadonlyMap<string, Neighbour>
}

/** What stands around memories: what they rest on and what rests on them, what contradicts them, and these memories. */
export type Around = Neighbours & {
  readonly stretches: readonly Stretch[]
  readonly contradictions: readonly Contradiction[]
}

export const readAround = async (reading: Reading, ids: readonly string[]): Promise<Around> => {
  const { userId } = reading.request.scope
  const [stretches, contradictions] = await Promise.all([
    stretchesAround(reading.db, userId, ids),
    contradictionsOf(reading.db, userId, ids),
  ])
  const near = [...stretches.flatMap(({ id, evidenceId }) => [id, evidenceId]), ...contradictions.map(otherOf)]
  return { stretches, contradictions, ...(await readNeighbours(reading, near)) }
}

const otherOf = ({ otherId }: Contradiction): string => otherId

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

/** A memory of a turn. */
type OfTurn = Pick<Placed, 'id' | 'ordinal' | 'episodeId' | 'turn'>

/** What was taken over of the turns of the best as it was said. */
export const readOfTurns = async ({ db, relations }: Reading, rows: readonly Placed[]): Promise<readonly OfTurn[]> => {
  const turns = rows.filter(({ isDerived, turn }) => !isDerived && turn !== null)
  if (turns.length === 0) return []
  return db.rows(sql`
    /* search: all of the same turns */
    select m.id, m.ordinal, m.episode_id as "episodeId", m.turn
    from unnest(${turns.map(({ episodeId }) => episodeId)}::text[]::uuid[], ${turns.map(({ turn }) => turn)}::int[]) as t (episode_id, turn)
    join ${relations.placed} as m using (episode_id, turn)
    where not ${isDerived(sql`m`)}`)
}

/** The stretches that the words of a memory rest on. */
const basisOf = (row: Placed, { stretches }: Around): readonly Stretch[] =>
  row.isDerived ? stretches.filter(({ id, wordsOf }) => id === row.id && wordsOf === row.wordsOf) : []

/** What the words of a memory rest on, as far as the caller sees it, in the order it was said. */
export const evidenceOf = (row: Placed, around: Around) =>
  basisOf(row, around)
    .flatMap((stretch) => {
      const evidence = around.now.get(stretch.evidenceId)
      const isTold = evidence !== undefined && (evidence.status !== 'superseded' || evidence.isReplacedByItsFact)
      return isTold ? [{ stretch, evidence }] : []
    })
    .toSorted((a, b) => byPlace(a.evidence, b.evidence) || a.stretch.start - b.stretch.start)
    .map(({ stretch: { evidenceId, start, end } }) => ({ end, start, memory_id: evidenceId }))

/** The sign of a comparison. */
export const inOrder = <Value extends bigint | number | string>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0

type Logged = Pick<Neighbour, 'id' | 'ordinal'>

/** In the order of the log. */
const byPlace = (a: Logged, b: Logged): number => inOrder(a.ordinal, b.ordinal) || inOrder(a.id, b.id)

/** Left out beside a memory: others of its turn and what rests on it; of what was derived, what it rests on. */
export const piecesOf = (row: Placed, around: Around, ofTurns: readonly OfTurn[]): readonly string[] => {
  const { stretches, placed } = around
  const ofItsTurn = row.isDerived
    ? []
    : ofTurns.filter(({ id, episodeId, turn }) => id !== row.id && episodeId === row.episodeId && turn === row.turn)
  const resting = stretches.filter(({ id, evidenceId, wordsOf }) => {
    return evidenceId === row.id && placed.get(id)?.wordsOf === wordsOf
  })
  const related = [...basisOf(row, around).map(({ evidenceId }) => evidenceId), ...resting.map(({ id }) => id)]
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
export const outdatedBy = async (
  reading: Reading,
  rows: readonly Placed[],
  { stretches, now, placed }: Around,
): Promise<ReadonlyMap<string, string>> => {
  const { db, request, instant } = reading
  const begun = rows.map(({ id, supersededBy }) => {
    const facts = stretches.flatMap((stretch) => {
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
  inOrder(b.createdAt, a.createdAt) || inOrder(b.ordinal, a.ordinal) || inOrder(a.id, b.id)

/**
 * What contradicts each memory, or another with its words, of what is in force, in the order in which it was said: preferred to
 * it by more trust in its agent, then in itself when it was written, then as the later.
 */
export const contestsOf = async (
  reading: Reading,
  known: {
    readonly rows: readonly Placed[]
    /** By memory, all that have its words, itself included. */
    readonly equals: ReadonlyMap<string, readonly string[]>
    readonly around: Around
  },
): Promise<ReadonlyMap<string, readonly Contest[]>> => {
  const { rows, equals, around } = known
  const read = new Set(rows.map(({ id }) => id))
  const elsewhere = [...new Set([...equals.values()].flat())].filter((id) => !read.has(id))
  const more = elsewhere.length === 0 ? [] : await contradictionsOf(reading.db, reading.request.scope.userId, elsewhere)
  const contradictions = [...around.contradictions, ...more]
  if (contradictions.length === 0) return new Map()
  const unread = more.map(otherOf).filter((id) => !around.placed.has(id))
  const placed = new Map([...around.placed, ...(await readNeighbours(reading, unread)).placed])
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
const bySaying = (a: Neighbour, b: Neighbour): number => inOrder(a.observedAt, b.observedAt) || byPlace(a, b)

const contestOf = (row: Placed, other: Neighbour, trustIn: (agentId: string | null) => number): Contest => {
  const byTrust = inOrder(trustIn(other.agentId), trustIn(row.agentId)) || inOrder(other.trustScore, row.trustScore)
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
