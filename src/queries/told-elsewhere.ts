import type { JsonObject } from '../domain/json-object.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { list, type Sql, sql } from '../postgres/sql.js'
import { holdElsewhere, type Tellings } from './metadata-conditions.js'
import { type PositivePart, splitFilter } from './metadata-filter.js'
import { basisPassing, madeOf, passingByTelling, toldIn } from './visible-tellings.js'

/** A memory with its key in the order of a list. */
export type Listed = { readonly id: string; readonly created_at: string; readonly ordinal: bigint }

/** The text of the memory of a telling `t`, for its metadata. */
export const withOwnText = sql`join memory_text own on own.user_id = t.user_id and own.id = t.memory_id`

type Elsewhere = {
  /** What the conditions need besides. */
  readonly joined: Sql
  /** On a memory `m`. */
  readonly own: Sql
  /** On a telling `t` and its episode `e`. */
  readonly told: Sql
}

/** The visible memories that pass by a later telling, or by any of what they rest on. */
export const toldElsewhere = async (
  db: Database,
  scope: Scope,
  { joined, own, told }: Elsewhere,
): Promise<readonly Listed[]> => {
  const [again, basis] = await Promise.all([
    db.rows<Listed>(passingByTelling(scope, { joined, conditions: sql`${own} and ${told}` })),
    db.rows<Pick<Listed, 'id'>>(basisPassing(scope, { joined, conditions: told })),
  ])
  const ids = basis.map(({ id }) => id)
  const made = ids.length === 0 ? [] : await db.rows<Listed>(madeOf(scope, ids, own))
  return [...new Map([...again, ...made].map((each) => [each.id, each])).values()]
}

/** For whom, and of the past the memories of an instant (ISO 8601). */
type Reading = { readonly scope: Scope; readonly past?: { readonly memories: Sql; readonly instant: string } }

/** The same filters, with what a `not` has to know of other tellings than the records. */
export const withTellings = async <Given extends { readonly metadata?: JsonObject }>(
  db: Database,
  reading: Reading,
  filters: Given,
): Promise<Given & Tellings> => {
  const { memory } = splitFilter(filters.metadata)
  if (memory === undefined) return filters
  const told = new Map<string, number[]>()
  const passing = await Promise.all(memory.parts.map((part) => passingBesides(db, reading, part)))
  for (const [n, ids] of passing.entries()) for (const id of ids) told.set(id, [...(told.get(id) ?? []), n])
  return { ...filters, told: Object.fromEntries(told) }
}

/** The ids of memories that pass besides by their records. */
const passingBesides = async (
  db: Database,
  { scope, past }: Reading,
  part: PositivePart,
): Promise<readonly string[]> => {
  const told = list(holdElsewhere(part), ' and ')
  const found =
    past === undefined
      ? await toldElsewhere(db, scope, { joined: withOwnText, own: sql`true`, told })
      : await db.rows<Pick<Listed, 'id'>>(sql`/* filters: what was told so by an instant */
    select m.id
    from ${past.memories} as m
    where ${toldIn(scope, { joined: withOwnText, conditions: told, instant: past.instant })}`)
  return found.map(({ id }) => id)
}
