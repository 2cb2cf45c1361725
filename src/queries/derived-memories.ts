import { ownText } from '../domain/memory/events.js'
import type { RestingFact } from '../domain/memory/turns-behind.js'
import type { Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { type Narrowed, narrowed } from './memory-state.js'
import { turnsOfEpisode } from './visible-episodes.js'
import { extractedWithAny } from './visible-extraction.js'
import {
  compositesByPart,
  compositesRestingOn,
  derivedFromAny,
  factsRestingOn,
  goneWith,
  turnsBehindOf,
} from './visible-links.js'

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

type BehindRow = {
  readonly memoryId: string
  readonly version: number
  readonly isReplacing: boolean
  readonly content: string
  readonly speaker: string | null
  readonly facts: readonly {
    readonly factId: string
    readonly start: number
    readonly end: number
    readonly isInForce: boolean
  }[]
}

/** The turns in force that these facts rest on, whoever may read them, with all that rests on them. */
export const turnsBehind = async (db: Database, userId: string, factIds: readonly string[]) => {
  if (factIds.length === 0) return []
  const rows = await db.rows<BehindRow>(sql`
    select v.id as "memoryId", v.version, v.content, v.speaker, v.facts, v.key is not null or exists (
             select from ${turnsOfEpisode(userId, sql`v.episode_id`)} as s where s.turn = v.turn and s.replaces is not null
           ) as "isReplacing"
    from ${turnsBehindOf(userId, factIds)} as v
    order by v.id`)
  return rows.map(({ content, speaker, ...turn }) => ({ ...turn, text: ownText({ content, speaker }) }))
}

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

/** The episodes of which a model was shown one of these memories. */
export const extractedWith = async (
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  if (ids.length === 0) return []
  const rows = await db.rows<{ readonly id: string }>(sql`
    select e.episode_id as id
    from ${extractedWithAny(userId, ids)} as e
    order by e.episode_id`)
  return rows.map(({ id }) => id)
}

/** The facts in force that rest on these memories, whoever may read them, each with all that it rests on. */
export const factsOn = async (db: Database, userId: string, ids: readonly string[]): Promise<readonly RestingFact[]> =>
  ids.length === 0
    ? []
    : db.rows(sql`
    select f.id as "memoryId", f.version, f.basis
    from ${factsRestingOn(userId, ids)} as f
    order by f.id`)

/** What went with a memory that is no longer in force, and the versions that set the words of then. */
export const wentWith = (
  db: Database,
  scope: Scope,
  id: string,
): Promise<readonly { readonly memoryId: string; readonly version: number }[]> =>
  db.rows(sql`
    select o.id as "memoryId", o.words_of as version
    from ${goneWith(scope, id)} as o
    order by o.id`)
