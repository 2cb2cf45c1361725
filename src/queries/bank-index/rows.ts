import type { Readers, Scope } from '../../domain/scope.js'
import type { Database } from '../../postgres/database.js'
import { type Sql, sql, whole } from '../../postgres/sql.js'
import type { Filters } from '../filters.js'
import { trustAmong } from '../read-agents.js'
import { pseudonymIn } from '../readable-by.js'
import { type LessonsInScope, lessonsInScope } from '../visible-lessons.js'
import { countOf, groupsVisibleTo, indexableOf, lastChangeOf } from '../visible-memories.js'
import type { StoredMemory } from './bank.js'
import { fewPermitted, type TrustByGroup } from './visible-bank.js'

/**
 * No row says that it went with a whole user: so the rows of before and of after count as those of different tables. The
 * erasure does not name the user, and none of their streams is named so until they begin anew.
 */
const tablesOf = (userId: Sql): Sql =>
  sql`(current_schema() || coalesce(
    (
      select coalesce('@' || max(e.bank_to), '')
      from bank b
      left join erased_user e on e.user_id = ${pseudonymIn(sql`b.stream`)}
      where b.user_id = ${userId}
      having count(*) > 0
    ),
    '@'
  ))`

/** What a search has to know of its caller. */
const callerIn = (scope: Scope, readers?: Readers): Sql => {
  const groups = groupsVisibleTo(scope, readers)
  return sql`array(select reader_group from ${groups} as g order by reader_group) as keys,
             array(select ${trustAmong(scope, sql`g.agent_id`)} from ${groups} as g order by reader_group) as trust,
             ${lessonsInScope(scope)} as lessons`
}

const fingerprintIn = (head: Sql): Sql =>
  sql`md5(row(${head}.schema, ${head}.last, ${head}.keys, ${head}.trust, ${head}.lessons::text)::text)`

/** What `readSync` gives as the fingerprint of this scope, as it is now. */
export const fingerprintOf = (scope: Scope): Sql => {
  const user = sql`${scope.userId}::text`
  return sql`(
    select ${fingerprintIn(sql`head`)}
    from (select ${tablesOf(user)} as schema, ${lastChangeOf(user)} as last, ${callerIn(scope)}) as head
  )`
}

type Stored = StoredMemory & { readonly active: true }

/** A memory as it was last changed. */
export type ChangedRow = { readonly id: string; readonly revision: bigint } & (Stored | { readonly active: false })

/** The read tables that rows come from, since their user was last erased; and the revision of the user's last change in them. */
export type Version = { readonly schema: string; readonly revision: bigint }

/** Rows from one snapshot, and its version. */
export type Changes = Version & { readonly changes: readonly ChangedRow[] }

/** What else a search has to know of the same snapshot. */
export type Synced = Changes & {
  /** The caller's groups of readers. */
  readonly groups: TrustByGroup
  /** The ids that pass the filters, packed; null without filters, and where they are not few. */
  readonly permitted: string | null
  readonly lessons: LessonsInScope
  /** Other as soon as the user's memories, or the caller's groups, their trust or lessons are. */
  readonly fingerprint: string
  /** Active memories of the user, in all groups; 0 where the version is known. */
  readonly memories: number
  /** Where the stream stands that was asked for. */
  readonly applied: bigint | null
  readonly applied_at: string | null
  /** What else was asked. */
  readonly also: unknown
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

/** What is looked at: what a caller may see, and what these readers may all read, too. */
export type View = {
  readonly scope: Scope
  readonly readers?: Readers
  readonly filters?: Filters
  /** The stream whose revision a decision needs. */
  readonly stream?: string
  /** What else is asked in the same snapshot: one value. */
  readonly also?: Sql
}

/**
 * Everything that a search has to know before it looks at a bank, from one snapshot. Changes are those after the version
 * that is known, up to one more than FEW; none where nothing is known of this schema.
 */
export const readSync = async (
  db: Database,
  { scope, readers, filters = {}, stream, also = sql`null` }: View,
  known: Version | undefined,
): Promise<Synced> => {
  const schema = sql`${known?.schema ?? ''}::text`
  const applied =
    stream === undefined
      ? sql`null::bigint as applied, null::timestamptz as applied_at`
      : sql`(select revision from bank where stream = ${stream}) as applied,
             (select at from bank where stream = ${stream}) as applied_at`
  const { keys, trust, ...synced } = await read<Read>(db, scope.userId, {
    head: sql`${callerIn(scope, readers)}, ${applied},
             case when ${tablesOf(sql`${scope.userId}`)} = ${schema} then 0 else ${countOf(sql`${scope.userId}`)} end::float8 as memories`,
    after: endOf(known?.revision ?? 0n),
    // In the first row alone: all columns of the head come with every row.
    more: sql`, ${fingerprintIn(sql`head`)} as fingerprint,
             case when row_number() over () = 1 then ${fewPermitted(scope, filters)} end as permitted,
             case when row_number() over () = 1 then ${also} end as also`,
    schema,
    most: FEW + 1,
  })
  return { groups: new Map(keys.map((key, i) => [key, trust[i] ?? null])), ...synced }
}

type Read = Omit<Synced, 'groups'> & {
  readonly keys: readonly string[]
  readonly trust: readonly (number | null)[]
}

/** The next page of a user's rows, in the order of changes: a row that changes meanwhile comes again. */
export const readPage = (db: Database, userId: string, after: Place): Promise<Changes> =>
  read<Changes>(db, userId, {
    head: sql`true as page`,
    more: sql``,
    after,
    schema: tablesOf(sql`${userId}`),
    most: PAGE,
  })

type Reading = {
  readonly head: Sql
  readonly more: Sql
  readonly after: Place
  readonly schema: Sql
  readonly most: number
}

const read = async <Head extends Changes>(
  db: Database,
  userId: string,
  { head, more, after, schema, most }: Reading,
): Promise<Head> => {
  const user = sql`${userId}::text`
  const rows = await db.rows<{ readonly last: bigint } & ChangedRow>(sql`
    with head as materialized (
      select ${tablesOf(user)} as schema, ${lastChangeOf(user)} as last, ${head}
    )
    select head.*, c.*${more}
    from head
    left join lateral (
      select *
      from ${indexableOf(user)} as c
      where (revision, id) > (${after.revision}::bigint, ${after.id}::uuid)
        and revision between ${after.revision}::bigint and ${END}
      order by revision, id
      limit ${whole(most)}
    ) as c on head.schema = ${schema}`)
  const [first] = rows
  if (first === undefined) throw new Error('a statement without its head')
  const changes = rows.filter(({ id }) => id !== null)
  // Every row has the columns of the head as well, and in the first one its revision takes the place of the row's own.
  return { ...first, revision: first.last, changes } as unknown as Head
}

/** Which of these users' rows have changed since. */
export const changedUsers = async (db: Database, known: ReadonlyMap<string, bigint>): Promise<readonly string[]> => {
  const users = [...known.keys()]
  const rows = await db.rows<{ user_id: string }>(sql`
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
  db.rows(sql`
    select b.user_id as "userId", ${countOf(sql`b.user_id`)}::float8 as memories
    from (select user_id, max(at) as at from bank group by user_id order by max(at) desc limit ${whole(most)}) as b
    order by b.at desc`)
