import type { Readers, Scope } from '../domain/scope.js'
import type { Database } from '../postgres/database.js'
import { sql, whole } from '../postgres/sql.js'
import type { BankState } from '../queries/bank-state.js'
import { trustAmong } from '../queries/read-agents.js'
import { pseudonymIn } from '../queries/readable-by.js'
import { type LessonsInScope, readLessonsInScope } from '../queries/visible-lessons.js'
import { countOf, groupsVisibleTo, indexableOf, lastChangeOf } from '../queries/visible-memories.js'
import type { StoredMemory } from './memory-index.js'
import type { TrustByGroup } from './visible-index.js'

type ActiveMemory = StoredMemory & { readonly active: true }

/** A memory as it was last changed. */
export type ChangedMemory = { readonly id: string; readonly revision: bigint } & (
  | ActiveMemory
  | { readonly active: false }
)

/** The read tables that rows come from, since their user was last erased; and the revision of the user's last change in them. */
export type Version = { readonly schema: string; readonly revision: bigint }

/** Where a user's memories are, and how far the stream is applied that was asked for. */
export type Standing = Version & { readonly applied: BankState }

type StoredStanding = {
  readonly tables: string
  readonly last: bigint
  readonly named: string | null
  readonly erased_to: bigint | null
  readonly applied: bigint | null
  readonly applied_at: string | null
}

/**
 * Read it before the rows of the memories: these may then be newer, never older. A stream is looked up by its own name: it is not
 * under the user's between their erasure and the next that they say.
 */
export const readStanding = async (db: Database, userId: string, stream: string | null = null): Promise<Standing> => {
  const rows = await db.rows<StoredStanding>(sql`/* index: where the memories of a user stand */
    select current_schema() as tables, m.last, b.stream as named, e.bank_to as erased_to, a.revision as applied, a.at as applied_at
    from (select ${lastChangeOf(sql`${userId}`)} as last) as m
    left join bank a on a.stream = ${stream}
    left join bank b on b.user_id = ${userId}
    left join erased_user e on e.user_id = ${pseudonymIn(sql`b.stream`)}`)
  const { last = -1n, applied, applied_at: lastAt } = rows[0] ?? {}
  return {
    schema: tablesIn(rows),
    revision: last,
    applied: { revision: applied ?? 'no-stream', lastAt: lastAt ?? null },
  }
}

/**
 * No row says that it went with a whole user: so the rows of before and of after count as those of different tables. The
 * erasure does not name the user, and none of their streams is named so until they begin anew.
 */
const tablesIn = (rows: readonly StoredStanding[]): string => {
  const erased = rows.flatMap(({ erased_to }) => erased_to ?? []).toSorted((a, b) => Number(b - a))
  const isNew = rows.every(({ named }) => named === null)
  return `${rows[0]?.tables}${isNew || erased.length > 0 ? `@${erased[0] ?? ''}` : ''}`
}

/** Whether nothing of a user has changed in between. */
export const isSameVersion = (a: Version, b: Version): boolean => a.schema === b.schema && a.revision === b.revision

/** The groups of readers that the caller belongs to, with how far others trust the agent of each. */
const groupsOf = async (db: Database, scope: Scope): Promise<TrustByGroup> => {
  const rows = await db.rows<{
    readonly key: string
    readonly trust: number | null
  }>(sql`/* index: groups of a caller */
    select g.reader_group as key, ${trustAmong(scope, sql`g.agent_id`)} as trust
    from ${groupsVisibleTo(scope)} as g
    order by g.reader_group`)
  return new Map(rows.map(({ key, trust }) => [key, trust]))
}

/** Those of them that all of these readers belong to. */
export const groupsOfAll = async (db: Database, scope: Scope, readers: Readers): Promise<TrustByGroup> => {
  const rows = await db.rows<{ readonly key: string }>(sql`/* index: groups of readers */
    select g.reader_group as key
    from ${groupsVisibleTo(scope, readers)} as g`)
  return new Map(rows.map(({ key }) => [key, null]))
}

/** What a search has to know of its caller before it looks at the index. */
export type Caller = {
  readonly standing: Standing
  readonly groups: TrustByGroup
  readonly lessons: LessonsInScope
}

/** Each as of now: a group or a lesson that is newer than the memories, or older, changes which of them are proposed, and no more. */
export const readCaller = async (db: Database, scope: Scope): Promise<Caller> => {
  const [standing, groups, lessons] = await Promise.all([
    readStanding(db, scope.userId),
    groupsOf(db, scope),
    readLessonsInScope(db, scope),
  ])
  return { standing, groups, lessons }
}

/** Other as soon as the user's memories, or the caller's groups, their trust or lessons are. */
export const fingerprintOf = ({ standing: { schema, revision }, groups, lessons }: Caller): string =>
  JSON.stringify([schema, String(revision), [...groups], lessons])

/** The same of now. */
export const readFingerprint = async (db: Database, scope: Scope): Promise<string> =>
  fingerprintOf(await readCaller(db, scope))

/** How many active memories a user has, in all groups. */
export const countMemories = async (db: Database, userId: string): Promise<number> => {
  const [row] = await db.rows<{ readonly memories: number }>(sql`/* index: how many memories a user has */
    select ${countOf(sql`${userId}`)}::float8 as memories`)
  return row?.memories ?? 0
}

/** The most changes that come with one search; where there are more, they are read in pages. */
export const FEW = 200
/** Rows of one page: on the embedded database others wait for so long. */
export const PAGE = 500

/** The place of a row in the order of changes. */
type Place = { readonly revision: bigint; readonly id: string }

/** The largest revision. Of a range with two ends the planner expects few rows, of one with one end a third of the table. */
const END = sql`9223372036854775807`
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** After every row of a revision. */
export const endOf = (revision: bigint): Place => ({ revision, id: LAST_ID })

/** The next of a user's rows, in the order of changes: a row that changes meanwhile comes again. */
export const readChanges = (
  db: Database,
  userId: string,
  { after, most }: { readonly after: Place; readonly most: number },
): Promise<readonly ChangedMemory[]> =>
  db.rows<ChangedMemory>(sql`/* index: what has changed */
    select *
    from ${indexableOf(sql`${userId}`)} as c
    where (revision, id) > (${after.revision}::bigint, ${after.id}::uuid)
      and revision between ${after.revision}::bigint and ${END}
    order by revision, id
    limit ${whole(most)}`)

/** Which of these users' rows have changed since. */
export const changedUsers = async (db: Database, known: ReadonlyMap<string, bigint>): Promise<readonly string[]> => {
  const users = [...known.keys()]
  const rows = await db.rows<{ user_id: string }>(sql`/* index: users whose memories have changed */
    select u.user_id
    from unnest(${users}::text[], ${users.map((user) => known.get(user) ?? 0n)}::bigint[]) as u (user_id, revision)
    where ${lastChangeOf(sql`u.user_id`)} <> u.revision`)
  return rows.map(({ user_id }) => user_id)
}

/** The users whose memories changed last, the last first, and how many each has. */
export const lastChanged = (
  db: Database,
  most: number,
): Promise<readonly { readonly userId: string; readonly memories: number }[]> =>
  db.rows(sql`/* index: users whose memories changed last */
    select b.user_id as "userId", ${countOf(sql`b.user_id`)}::float8 as memories
    from (select user_id, max(at) as at from bank group by user_id order by max(at) desc limit ${whole(most)}) as b
    order by b.at desc`)
