import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { type Narrowed, narrowed } from './memory-state.js'
import { compositesByPart, compositesRestingOn, derivedFromAny } from './visible-links.js'

/** A memory that rests on others. */
export type Resting = {
  readonly memoryId: string
  readonly version: number
  /** Whether it is itself among the memories that the caller asked for. */
  readonly wanted: boolean
}

type Wanted = {
  readonly ids: readonly string[]
  /** The memories that the caller asked for, `ids` being some of them. */
  readonly of?: Narrowed
}

/** The composites that are made of these memories, whoever may read them. */
export const compositesOf = (db: Database, scope: Scope, wanted: Wanted): Promise<readonly Resting[]> =>
  resting(db, scope, { wanted, found: compositesRestingOn(scope.userId, wanted.ids) })

/** A composite, and one of the memories that it is made of. */
type PartOf = { readonly memoryId: string; readonly version: number; readonly part: string }

/** The composites that are made of these memories, whoever may read them, with which of these: a row for each. */
export const compositesOfParts = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly PartOf[]> =>
  ids.length === 0
    ? []
    : db.rows<PartOf>(sql`
    select c.id as "memoryId", c.version, c.part
    from ${compositesByPart(userId, ids)} as c
    order by c.id, c.part`)

/** All that was made of these memories, at any time and by any number of steps, whoever may read it. */
export const derivedFrom = (db: Database, scope: Scope, wanted: Wanted): Promise<readonly Resting[]> =>
  resting(db, scope, { wanted, found: derivedFromAny(scope.userId, wanted.ids) })

const resting = async (
  db: Database,
  scope: Scope,
  { wanted: { ids, of }, found }: { readonly wanted: Wanted; readonly found: Sql },
): Promise<readonly Resting[]> => {
  if (ids.length === 0) return []
  const isWanted =
    of === undefined ? sql`false` : sql`exists (select from ${narrowed(scope, of)} as m where m.id = r.id)`
  const rows = await db.rows<Resting>(sql`
    select r.id as "memoryId", r.version, ${isWanted} as wanted
    from ${found} as r
    order by r.id`)
  const themselves = new Set(ids)
  return rows.filter(({ memoryId }) => !themselves.has(memoryId))
}
