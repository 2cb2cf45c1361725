import { inOrder } from '../concurrency/slices.js'
import { DEFAULT_TRUST, OWN_TRUST } from '../domain/agent.js'
import { sql, whole } from '../postgres/sql.js'
import { type Around, aroundOf, basisOf, byPlace, endsOf, readNeighbours } from '../queries/basis.js'
import { trustOf } from '../queries/read-agents.js'
import { type Neighbour, stretchesAround } from '../queries/visible-evidence.js'
import { type Contradiction, contradictionsOf } from '../queries/visible-links.js'
import { isDerived } from '../queries/visible-memories.js'
import { idsToldIn } from '../queries/visible-tellings.js'
import type { Reading } from './relations.js'

/** What stands around the memories that an answer shows: computed of the few rows of the ids at hand. */

/** A memory that contradicts another: whether it is preferred to that, and whether it was said later. */
export type Contest = Pick<Neighbour, 'id' | 'observedAt'> & { readonly wins: boolean; readonly later: boolean }

/** The last said of what contradicts a memory and is preferred to it, if it was said later. */
export const laterOf = (contests: readonly Contest[]): Contest | undefined =>
  contests.findLast(({ wins, later }) => wins && later)

/** A memory of the best, by what is looked at around it. */
export type Placed = Neighbour & {
  readonly episodeId: string
  readonly turn: number | null
  readonly supersededBy: string | null
}

/** What stands around memories: what they rest on and what rests on them, what contradicts them, and these memories. */
export type Surroundings = Around & { readonly contradictions: readonly Contradiction[] }

export const readSurroundings = async (reading: Reading, ids: readonly string[]): Promise<Surroundings> => {
  const { db, scope } = reading
  const [stretches, contradictions] = await Promise.all([
    stretchesAround(db, scope.userId, ids),
    contradictionsOf(db, scope.userId, ids),
  ])
  const neighbours = await readNeighbours(reading, [...endsOf(stretches), ...contradictions.map(otherOf)])
  return { ...aroundOf(stretches, neighbours), contradictions }
}

const otherOf = ({ otherId }: Contradiction): string => otherId

/** A memory of a turn. */
type OfTurn = Pick<Placed, 'id' | 'ordinal' | 'episodeId' | 'turn'>

/** Of a turn so many memories are told. */
const MOST_OF_TURN = 1000

/** What was taken over of the turns of the best as it was said. */
export const readOfTurns = async (reading: Reading, rows: readonly Placed[]): Promise<readonly OfTurn[]> => {
  const { db, scope, relations } = reading
  const turns = rows.flatMap(({ isDerived, episodeId, turn }) =>
    isDerived || turn === null ? [] : { episodeId, turn },
  )
  if (turns.length === 0) return []
  const placed = relations.past ? relations.placedOf(await idsToldIn(db, scope.userId, turns)) : relations.placed
  return db.rows(sql`
    /* search: all of the same turns */
    select m.id, m.ordinal, m.episode_id as "episodeId", m.turn
    from unnest(${turns.map(({ episodeId }) => episodeId)}::text[]::uuid[], ${turns.map(({ turn }) => turn)}::int[]) as t (episode_id, turn)
    cross join lateral (
      select id, ordinal, episode_id, turn
      from ${placed} as m
      where m.episode_id = t.episode_id
        and m.turn = t.turn
        and not ${isDerived(sql`m`)}
      order by ordinal, id
      limit ${whole(MOST_OF_TURN)}
    ) as m`)
}

/** Left out beside a memory: others of its turn and what rests on it; of what was derived, what it rests on. */
export const piecesOf = (row: Placed, around: Around, ofTurns: readonly OfTurn[]): readonly string[] => {
  const { placed } = around
  const ofItsTurn = row.isDerived
    ? []
    : ofTurns.filter(({ id, episodeId, turn }) => id !== row.id && episodeId === row.episodeId && turn === row.turn)
  const resting = (around.resting.get(row.id) ?? []).filter(({ id, wordsOf }) => placed.get(id)?.wordsOf === wordsOf)
  const related = [...basisOf(row, around).map(({ evidenceId }) => evidenceId), ...resting.map(({ id }) => id)]
  const pieces = [
    ...ofItsTurn.map((piece) => ({ ...piece, isDerived: false })),
    ...[...new Set(related)].flatMap((id) => placed.get(id) ?? []),
  ]
  return pieces.toSorted((a, b) => Number(a.isDerived) - Number(b.isDerived) || byPlace(a, b)).map(({ id }) => id)
}

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
    readonly around: Surroundings
  },
): Promise<ReadonlyMap<string, readonly Contest[]>> => {
  const { rows, equals, around } = known
  const read = new Set(rows.map(({ id }) => id))
  const elsewhere = [...new Set([...equals.values()].flat())].filter((id) => !read.has(id))
  const more = elsewhere.length === 0 ? [] : await contradictionsOf(reading.db, reading.scope.userId, elsewhere)
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
  return { id: other.id, observedAt: other.observedAt, wins: (byTrust || byAge) > 0, later: byAge > 0 }
}

/** How far an agent is trusted; in what is personal there is none. */
const readTrust = async ({ db, scope, instant }: Reading, memories: readonly Neighbour[]) => {
  if (scope.kind === 'user') return () => OWN_TRUST
  const agentIds = [...new Set(memories.flatMap(({ agentId }) => agentId ?? []))]
  const trust = await trustOf(db, scope.userId, { agentIds, instant })
  return (agentId: string | null): number => trust.get(agentId ?? '') ?? DEFAULT_TRUST
}
