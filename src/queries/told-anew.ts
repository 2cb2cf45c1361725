import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import { fateOf } from './visible-trail.js'

/** Until so long after turns were ingested the same request is sent a second time: in milliseconds. */
const RETRIED_WITHIN = 3_600_000

/** So many turns are an exchange, of which a client sends each by itself: a question and its answer, with calls of tools. */
const EXCHANGE = 4

/** When a request says that it was said itself. */
export type SaidAt = {
  /** ISO 8601 */
  readonly at: string
  /** Whether each message has a time of its own: the request as a whole may as well tell when it is sent. */
  readonly byMessages: boolean
}

/** The moment of a request, and when what it holds was said, if it tells that. All are ISO 8601. */
type Now = { readonly now: string; readonly saidAt: SaidAt | undefined }

/** An exchange that was ingested by itself, the last that begins as a request does. */
type Exchange = {
  readonly recordedAt: string
  readonly observedAt: string
  /** When a memory of it was last deleted or reworded by hand; null where none is gone. */
  readonly goneAt: string | null
  /** Whether another exchange that does not begin so was ingested behind it. */
  readonly isPast: boolean
}

/**
 * Whether an exchange whose first turn is known by an earlier one is told a second time, and not sent a second time. By its
 * own time that is known; without one by the exchanges between, of one session. What somebody has deleted or reworded
 * comes back by a time behind that alone.
 */
export const isToldAnew = (
  { recordedAt, observedAt, goneAt, isPast }: Exchange,
  { now, saidAt, inSession }: Now & { readonly inSession: boolean },
): boolean => {
  const past = (later: string, earlier: string) => Date.parse(later) - Date.parse(earlier) > RETRIED_WITHIN
  if (saidAt === undefined) return inSession && isPast && goneAt === null && past(now, recordedAt)
  if (!past(saidAt.at, observedAt)) return false
  return goneAt === null ? isPast : Date.parse(saidAt.at) > Date.parse(goneAt) && (isPast || saidAt.byMessages)
}

type Asked = Now & {
  readonly id: string
  readonly keys: readonly string[]
  readonly whole: boolean
  readonly inSession: boolean
}

/** The chain name that a request is told anew behind: that of the exchange before it that begins as it does. */
export const toldAnewBehind = async (db: Database, userId: string, asked: Asked): Promise<string | undefined> => {
  const { id, keys, whole: turns } = asked
  if (!turns || keys.length > EXCHANGE) return undefined
  const [row] = await db.rows<Exchange & { readonly end: string }>(sql`
    select replace(t.prefixes[cardinality(t.prefixes)]::text, '-', '') as end, t.recorded_at as "recordedAt",
           coalesce(m.observed_at, e.observed_at) as "observedAt", m.gone_at as "goneAt", exists (
             select
             from episode_transcript n
             join episode f on f.user_id = n.user_id and f.id = n.id
             where n.user_id = ${userId}
               and n.transcript = t.transcript
               and n.recorded_at > t.recorded_at
               and ${isExchange(sql`n`, sql`f`)}
               and n.keys[1] <> t.keys[1]
           ) as "isPast"
    from (
      select *
      from episode_transcript
      where user_id = ${userId} and keys @> array[${keys[0] ?? ''}::uuid]
      offset 0
    ) as t
    join episode e on e.user_id = t.user_id and e.id = t.id
    cross join lateral ${fateOf(userId, sql`t.id`)} as m
    where t.transcript = ${id}::uuid
      and t.keys[1] = ${keys[0] ?? ''}::uuid
      and cardinality(t.keys) >= ${whole(keys.length)}
      and ${isExchange(sql`t`, sql`e`)}
      and not exists (
        select
        from episode_transcript n
        join episode f on f.user_id = n.user_id and f.id = n.id
        where n.user_id = t.user_id and n.base = t.prefixes[cardinality(t.prefixes)] and f.continues is not null
      )
    order by t.recorded_at desc, t.id
    limit 1`)
  return row !== undefined && isToldAnew(row, asked) ? row.end : undefined
}

/** Whether an episode is an exchange that came by itself, without what was said before. */
const isExchange = (transcript: Sql, episode: Sql): Sql =>
  sql`(${transcript}.state = 'ingested' and cardinality(${transcript}.keys) <= ${whole(EXCHANGE)} and ${episode}.continues is null)`
