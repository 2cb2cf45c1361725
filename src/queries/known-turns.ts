import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import type { BankState } from './bank-state.js'
import { madeOfTurn } from './visible-links.js'

/** So many transcripts, the latest ones, are compared by their ends. */
const ENDS = 8

type Asked = {
  /** Whose revision is read with it. */
  readonly stream: string
  readonly id: string
  readonly keys: readonly string[]
  /** The names of the beginnings of the request. */
  readonly chain: readonly string[]
  /** Whether the latest transcript is wanted, however it ends. */
  readonly isDocument: boolean
  /** Up to `few` turns count where the transcript was recorded since then (ISO 8601); null: at any time. */
  readonly since: string | null
  readonly few: number
  /** So many of the last turns of a transcript are read, and the rest of an episode. */
  readonly most: number
  /** The names of its messages' ids, and of what they say. */
  readonly messages: readonly { readonly id: string; readonly words: string }[]
}

type Tail = {
  readonly episodeId: string
  readonly end: string
  readonly keys: readonly string[]
  readonly isRecent: boolean
  readonly isLatest: boolean
}
type Message = {
  readonly id: string
  readonly isEdited: boolean
  readonly episodeId: string
  readonly made: readonly { readonly memoryId: string; readonly version: number; readonly isWaiting: boolean }[]
}
type StoredTurns = {
  readonly end: string | null
  readonly begun: { readonly turns: number; readonly episodeId: string } | null
  readonly tails: readonly Tail[]
  readonly messages: readonly Message[]
}

/**
 * What is stored of the transcripts that a request may send again, in one snapshot with the revision: the longest beginning of
 * one (two turns or more), the ends of those whose last turn stands in the request, unless the beginning is nearly all, and
 * its messages by their ids.
 */
export const storedTurns = async (
  db: Database,
  userId: string,
  asked: Asked,
): Promise<BankState & { readonly stored: StoredTurns }> => {
  const [row] = await db.rows<StoredTurns & { readonly revision: bigint | null; readonly at: string | null }>(sql`
    with recursive latest as materialized (
      select id, ${endOf(sql`t`)} as "end"
      from episode_transcript t
      where user_id = ${userId} and transcript = ${asked.id}::uuid and state = 'ingested'
      order by recorded_at desc, id
      limit 1
    ),
    begun as materialized (${longestBeginning(userId, asked)}),
    ends as materialized (${endsIn(userId, asked)}),
    walked as (
      select id, 1 as step, base, keys, cardinality(keys) as turns
      from ends
      union all
      select w.id, w.step + 1, p.base, p.keys, w.turns + cardinality(p.keys)
      from walked w
      cross join lateral (
        select base, keys[:1 + (array_position(prefixes, w.base) - 1) % cardinality(keys)] as keys
        from (${latestWith(userId, sql`w.base`)}) as t
      ) as p
      where w.turns < ${asked.most}::int
    )
    select b.revision, b.at, (select ${hex(sql`l."end"`)} from latest l) as "end",
           (select jsonb_build_object('turns', turns, 'episodeId', id) from begun) as begun,
           ${TAILS} as tails,
           ${messagesIn(userId, asked)} as messages
    from (select 1) as one
    left join (select revision, at from bank where stream = ${asked.stream}) as b on true`)
  const { revision, at, ...stored } = row ?? NOTHING_STORED
  return { revision: revision ?? 'no-stream', lastAt: at, stored }
}

const NOTHING_STORED = { revision: null, at: null, end: null, begun: null, tails: [], messages: [] }

const TAILS: Sql = sql`(
      select coalesce(jsonb_agg(jsonb_build_object('episodeId', e.id, 'end', replace(e."end"::text, '-', ''),
          'keys', (select jsonb_agg(replace(k.key::text, '-', '') order by w.step desc, k.n)
                   from walked w
                   cross join lateral unnest(w.keys) with ordinality as k (key, n)
                   where w.id = e.id),
          'isRecent', e.is_recent, 'isLatest', e.id = (select id from latest))
        order by e.recorded_at desc, e.id), '[]')
      from ends e)`

const hex = (name: Sql): Sql => sql`replace(${name}::text, '-', '')`

/** The name of all turns up to the end of an episode, from where the one before it ends. */
const endOf = (t: Sql): Sql => sql`${t}.prefixes[cardinality(${t}.keys)]`

/** The latest episode in which a transcript has this beginning. */
const latestWith = (userId: string, prefix: Sql, more: Sql = sql`true`): Sql => sql`
      select *
      from episode_transcript
      where user_id = ${userId} and prefixes @> array[${prefix}] and state = 'ingested' and ${more}
      order by recorded_at desc, id
      limit 1`

/** Looked up from the end of the request on, where it nearly always is; nothing is known without its first two turns. */
const longestBeginning = (userId: string, { chain, since, few }: Asked): Sql => sql`
      select ${chain.length + 1}::int - asked.back::int as turns, t.id
      from unnest(${chain.toReversed()}::text[]::uuid[]) with ordinality as asked (prefix, back)
      cross join lateral (${latestWith(
        userId,
        sql`asked.prefix`,
        sql`(${since}::timestamptz is null or asked.back < ${chain.length + 1 - few}::int or recorded_at >= ${since}::timestamptz)`,
      )}) as t
      where exists (select from (${latestWith(userId, sql`${chain[1] ?? null}::uuid`)}) as first_two)
        and asked.back < ${chain.length}::int
      order by asked.back
      limit 1`

/** Those that end within what is known from the beginning tell nothing more. */
const endsIn = (userId: string, { id, keys, since, isDocument }: Asked): Sql => {
  const columns = sql`t.id, t.base, t.keys, ${endOf(sql`t`)} as "end", t.recorded_at,
             ${since}::timestamptz is null or t.recorded_at >= ${since}::timestamptz as is_recent`
  const isWanted = sql`coalesce((select turns from begun), 0) < ${keys.length - 1}::int`
  const sharing = sql`
      (select ${columns}
      from (
        select distinct key
        from unnest((${keys}::text[]::uuid[])[coalesce((select turns from begun), 0) + 1:]) as asked (key)
      ) as asked
      cross join lateral (
        select *
        from episode_transcript t
        where t.user_id = ${userId}
          and t.transcript = ${id}::uuid
          and t.keys[cardinality(t.keys)] = asked.key
          and t.state = 'ingested'
          and not exists (
            select
            from episode_transcript n
            where n.user_id = t.user_id
              and n.base in (${endOf(sql`t`)}, t.prefixes[cardinality(t.prefixes)])
              and n.state = 'ingested'
          )
        order by t.recorded_at desc, t.id
        limit ${whole(ENDS)}
      ) as t
      where ${isWanted}
      order by t.recorded_at desc, t.id
      limit ${whole(ENDS)})`
  if (!isDocument) return sharing
  return sql`${sharing}
      union
      select ${columns}
      from episode_transcript t
      where t.user_id = ${userId} and t.id = (select id from latest) and ${isWanted}`
}

/** What was made of them only where they say something else now. */
const messagesIn = (userId: string, { messages }: Asked): Sql => {
  if (messages.length === 0) return sql`'[]'::jsonb`
  const ids = messages.map(({ id }) => id)
  return sql`(
      select coalesce(jsonb_agg(jsonb_build_object('id', ${hex(sql`s.id`)}, 'episodeId', s.episode, 'isEdited', s.is_edited,
          'made', case when s.is_edited then (
            select coalesce(jsonb_agg(jsonb_build_object('memoryId', m.id, 'version', m.version, 'isWaiting', m.is_waiting)
                                      order by m.id), '[]')
            from ${madeOfTurn(userId, sql`s.episode`, sql`s.turn`)} as m) else '[]' end)), '[]')
      from (
        select distinct on (m.id) m.id, m.turn, t.id as episode, m.words <> asked.words as is_edited
        from episode_transcript t
        cross join lateral unnest(t.message_ids, t.message_words, t.message_turns) as m (id, words, turn)
        join unnest(${ids}::text[]::uuid[], ${messages.map(({ words }) => words)}::text[]::uuid[]) as asked (id, words) on asked.id = m.id
        where t.user_id = ${userId}
          and t.message_ids && ${ids}::text[]::uuid[]
          and t.state = 'ingested'
        order by m.id, t.recorded_at desc, m.turn desc
      ) as s)`
}
