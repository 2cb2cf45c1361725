import { grouped, inOrder } from '../concurrency/slices.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import {
  type Neighbour,
  type NeighbourNow,
  neighbourColumns,
  replacedBy,
  type Stretch,
  stretchesAround,
  visibleNeighbours,
} from './visible-evidence.js'
import { visibleTo } from './visible-memories.js'

/** What memories rest on, and what took the place of what rests on them: computed of the few rows of the ids at hand. */

/** For whom it is read, and of the past the memories that were in force then. */
export type View = { readonly db: Database; readonly scope: Scope; readonly past?: Sql | undefined }

/** Memories by id. */
export type Neighbours = {
  /** As they are now, in force or replaced. */
  readonly now: ReadonlyMap<string, NeighbourNow>
  /** Those that were in force at the time that is asked about. */
  readonly placed: ReadonlyMap<string, Neighbour>
}

/** What memories rest on and what rests on them, whoever may read it, and of both what the caller sees. */
export type Around = Neighbours & {
  /** By the memory that rests on them. */
  readonly basis: ReadonlyMap<string, readonly Stretch[]>
  /** By the memory that they are stretches of. */
  readonly resting: ReadonlyMap<string, readonly Stretch[]>
}

export const readAround = async (view: View, ids: readonly string[]): Promise<Around> => {
  const stretches = await stretchesAround(view.db, view.scope.userId, ids)
  return aroundOf(stretches, await readNeighbours(view, endsOf(stretches)))
}

/** The memories that rest on others, and those others. */
export const endsOf = (stretches: readonly Stretch[]): readonly string[] =>
  stretches.flatMap(({ id, evidenceId }) => [id, evidenceId])

export const aroundOf = (stretches: readonly Stretch[], neighbours: Neighbours): Around => ({
  ...neighbours,
  basis: grouped(stretches, ({ id }) => id),
  resting: grouped(stretches, ({ evidenceId }) => evidenceId),
})

export const readNeighbours = async (view: View, ids: readonly string[]): Promise<Neighbours> => {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return { now: new Map(), placed: new Map() }
  const [now, then] = await Promise.all([
    visibleNeighbours(view.db, view.scope, asked),
    view.past === undefined ? undefined : readPlaced(view, asked),
  ])
  return { now: byId(now), placed: byId(then ?? now.filter(({ status }) => status === 'active')) }
}

const readPlaced = (
  { db, scope, past = visibleTo(scope) }: View,
  ids: readonly string[],
): Promise<readonly Neighbour[]> =>
  db.rows(sql`
    /* memories: those in force */
    select ${neighbourColumns}
    from ${past} as m
    where m.id = any(${ids}::text[]::uuid[])`)

const byId = <Each extends { readonly id: string }>(rows: readonly Each[]): ReadonlyMap<string, Each> =>
  new Map(rows.map((row) => [row.id, row]))

/** A memory as far as it has to be known to tell what it rests on. */
export type Resting = Pick<Neighbour, 'id' | 'isDerived' | 'wordsOf'>

/** The stretches that the words of a memory rest on, whoever may read them. Not for answers. */
export const basisOf = (row: Resting, { basis }: Around): readonly Stretch[] =>
  row.isDerived ? (basis.get(row.id) ?? []).filter(({ wordsOf }) => wordsOf === row.wordsOf) : []

/** What a memory rests on, also what has been replaced, as far as the caller sees it; each once. */
export const visibleBasisOf = (row: Resting, around: Around): readonly string[] => [
  ...new Set(basisOf(row, around).flatMap(({ evidenceId }) => (around.now.has(evidenceId) ? [evidenceId] : []))),
]

/** What the words of a memory rest on, as far as the caller sees it, in the order it was said. */
export const evidenceOf = (row: Resting, around: Around) =>
  basisOf(row, around)
    .flatMap((stretch) => {
      const evidence = around.now.get(stretch.evidenceId)
      const isTold = evidence !== undefined && (evidence.status !== 'superseded' || evidence.isReplacedByItsFact)
      return isTold ? [{ stretch, evidence }] : []
    })
    .toSorted((a, b) => byPlace(a.evidence, b.evidence) || a.stretch.start - b.stretch.start)
    .map(({ stretch: { evidenceId, start, end } }) => ({ end, start, memory_id: evidenceId }))

/**
 * What is in force in the place of each memory, or of a fact that rests on it: the newest, reached over such that the caller could
 * see while they were in force. Of the past what was in force then, in the place of what no longer was.
 */
export const replacementsOf = async (
  view: View,
  rows: readonly { readonly id: string; readonly supersededBy: string | null }[],
  { resting, now, placed }: Around,
): Promise<ReadonlyMap<string, Neighbour>> => {
  const begun = rows.map(({ id, supersededBy }) => {
    const facts = (resting.get(id) ?? []).flatMap((stretch) => {
      const fact = now.get(stretch.id)
      const isReplaced = fact?.status === 'superseded' && fact.wordsOf === stretch.wordsOf && !placed.has(fact.id)
      return isReplaced ? [fact.supersededBy] : []
    })
    const own = view.past === undefined ? supersededBy : null
    return { id, by: [own, ...facts].filter((each) => each !== null) }
  })
  const starts = [...new Set(begun.flatMap(({ by }) => by))]
  if (starts.length === 0) return new Map()
  const replacing = await replacedBy(view.db, view.scope, starts)
  const inForce = byId(await readPlaced(view, [...new Set([...starts, ...replacing.keys(), ...replacing.values()])]))
  return new Map(
    begun.flatMap(({ id, by }) => {
      const reached = new Set(by)
      for (const each of reached) {
        const next = inForce.has(each) ? undefined : replacing.get(each)
        if (next !== undefined) reached.add(next)
      }
      const [newest] = [...reached].flatMap((each) => inForce.get(each) ?? []).toSorted(newestRecorded)
      return newest === undefined ? [] : [[id, newest] as const]
    }),
  )
}

/** The memories that echoes say again, as far as the caller sees them. */
export const visibleEchoed = async (
  { db, scope }: Pick<View, 'db' | 'scope'>,
  echoes: readonly { readonly echo_of: string | null }[],
): Promise<ReadonlySet<string | null>> => {
  const ids = [...new Set(echoes.flatMap(({ echo_of }) => echo_of ?? []))]
  return new Set(ids.length === 0 ? [] : (await visibleNeighbours(db, scope, ids)).map(({ id }) => id))
}

/** In the order of the log. */
export const byPlace = (a: Pick<Neighbour, 'id' | 'ordinal'>, b: Pick<Neighbour, 'id' | 'ordinal'>): number =>
  inOrder(a.ordinal, b.ordinal) || inOrder(a.id, b.id)

const newestRecorded = (a: Neighbour, b: Neighbour): number =>
  inOrder(b.createdAt, a.createdAt) || inOrder(b.ordinal, a.ordinal) || inOrder(a.id, b.id)
