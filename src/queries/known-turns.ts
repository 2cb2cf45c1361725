import { chainOf } from '../indexing/text-hash.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import type { BankState } from './bank-state.js'
import { keptLines } from './edited-text.js'
import { type Episode, type LastKnown, lastKnownTurn, type Turns } from './last-known-turn.js'
import { type SaidAt, toldAnewBehind } from './told-anew.js'

/** So many episodes, latest first, are looked at for the last known turn of a request. */
const EPISODES = 32
/** The last so many turns of each. */
const TURNS = 512

type Transcript = Turns & {
  /** Whose revision is read with it. */
  readonly stream: string
  readonly id: string
  /** ISO 8601 */
  readonly now: string
  /** When the turns were said, if the request tells that. */
  readonly saidAt: SaidAt | undefined
}
type Known = {
  readonly known: number
  readonly end: string
  readonly episodeId: string | null
  readonly later: readonly number[]
}
type KnownIn = Pick<BankState, 'revision'> & { readonly turns: Known }

/**
 * How many of the first turns are already ingested, in this order, from where the transcript starts. If one behind these
 * is the last known one (see `lastKnownTurn`), all up to it that are ingested in this transcript are known, too. A single
 * turn is never known: it continues the transcript. The revision is that of the first statement: what a later one finds
 * may be newer, never older.
 */
export const knownTurns = async (db: Database, userId: string, transcript: Transcript): Promise<KnownIn> => {
  const { id, keys } = transcript
  const none = { known: 0, end: id, episodeId: null, later: [] }
  if (keys.length <= 1) {
    const { revision, end = id } = await latestEnd(db, userId, transcript)
    return { revision, turns: { ...none, end } }
  }
  const { revision, fromStart, episodes } = await fromItsStart(db, userId, transcript)
  const behind = fromStart && (await toldAnewBehind(db, userId, transcript))
  if (behind !== undefined) return { revision, turns: { ...none, end: behind } }
  const turns = fromStart ? { ...fromStart, later: [] } : none
  const known = chainOf(id, keys.slice(0, turns.known))
  const last = lastKnownTurn(episodes, { ...transcript, known, knownIn: fromStart?.episodeId })
  const found = last === undefined ? turns : await upTo(db, userId, { transcript, turns, last })
  return { revision, turns: found === turns ? withKeptLines(turns, episodes, transcript) : found }
}

/** In a session, the lines of an edited text that are as they were. */
const withKeptLines = (turns: Known, episodes: readonly Episode[], { keys, whole, inSession }: Transcript): Known => {
  const later = whole || !inSession ? [] : keptLines(episodes, keys).filter((place) => place >= turns.known)
  return later.length === 0 ? turns : { ...turns, episodeId: turns.episodeId ?? episodes[0]?.id ?? null, later }
}

type UpTo = { readonly transcript: Transcript; readonly turns: Known; readonly last: LastKnown }

/** With all known turns up to the last one. */
const upTo = async (db: Database, userId: string, { transcript, turns, last }: UpTo): Promise<Known> => {
  const { id, keys } = transcript
  const { end, episodeId, isRun } = last
  // A part of the conversation is continued where it ends.
  if (isRun) return { known: last.place + 1, end, episodeId, later: [] }
  const ingested = await ingestedAmong(db, userId, { id, keys: keys.slice(turns.known, last.place + 1) })
  const places = keys.map((_, place) => place).slice(turns.known, last.place + 1)
  const later = places.filter((place) => ingested.has(keys[place] ?? ''))
  if (turns.known === 0 && later.length === places.length) return { known: later.length, end, episodeId, later: [] }
  if (!transcript.whole) return turns
  return { ...turns, episodeId, later }
}

/** Which of these turns are ingested in this transcript. */
const ingestedAmong = async (
  db: Database,
  userId: string,
  { id, keys }: Pick<Transcript, 'id' | 'keys'>,
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ readonly key: string }>(sql`
    select distinct replace(told.key::text, '-', '') as key
    from (
      select *
      from episode_transcript
      where user_id = ${userId} and keys && (select ${keys}::text[]::uuid[])
      offset 0
    ) as t
    cross join lateral unnest(t.keys) as told (key)
    where t.transcript = ${id}::uuid
      and t.state = 'ingested'
      and told.key = any(${keys}::text[]::uuid[])`)
  return new Set(rows.map(({ key }) => key))
}

type Shared = { readonly known: number; readonly end: string; readonly episodeId: string }

/**
 * The longest beginning that this chain shares with an ingested transcript. Looked up from its end on, where it nearly always
 * is; a chain of which not even the first turn is known is new.
 */
const longestOf = (userId: string, chain: readonly string[]): Sql => sql`
    select ${chain.length + 1}::int - asked.back::int as known, replace(asked.prefix::text, '-', '') as end,
           t.id as "episodeId", t.recorded_at
    from unnest(${chain.toReversed()}::text[]::uuid[]) with ordinality as asked (prefix, back)
    cross join lateral (${latestWith(userId, sql`asked.prefix`)}) as t
    where exists (select from (${latestWith(userId, sql`${chain[0] ?? ''}::uuid`)}) as begun)
    order by asked.back
    limit 1`

const latestWith = (userId: string, prefix: Sql): Sql => sql`
      select id, recorded_at
      from episode_transcript
      where user_id = ${userId} and prefixes @> array[${prefix}] and state = 'ingested'
      order by recorded_at desc, id
      limit 1`

type Head = { readonly revision: bigint | null }
const revisionIn = (head: Head | undefined): BankState['revision'] => head?.revision ?? 'no-stream'

const revisionOf = (stream: string): Sql => sql`
      from (select 1) as one
      left join (select revision from bank where stream = ${stream}) as b on true`

type Row = Head & Partial<Shared> & Omit<Episode, 'id'> & { readonly id: string | null }

/** One snapshot: the revision, what is known from the start and, unless that is nearly all, the episodes with other turns. */
const fromItsStart = async (db: Database, userId: string, transcript: Transcript) => {
  const { stream, id, keys } = transcript
  const rows = await db.rows<Row>(sql`
      select b.revision, f.known, f.end, f."episodeId", s.*
      ${revisionOf(stream)}
      left join lateral (${longestOf(userId, chainOf(id, keys))}) as f on true
      left join lateral (${episodesWith(userId, transcript)}) as s on true`)
  const [first] = rows
  const { known, end, episodeId } = first ?? {}
  return {
    revision: revisionIn(first),
    fromStart: known && end !== undefined && episodeId !== undefined ? { known, end, episodeId } : undefined,
    episodes: rows.flatMap(({ id: episode, ...row }) => (episode === null ? [] : [{ ...row, id: episode }])),
  }
}

/** Beside `f`, what is known from the start: episodes of later turns. */
const episodesWith = (userId: string, { id, keys }: Transcript): Sql => sql`
    select t.id, replace(coalesce(t.prefixes[cardinality(t.keys) - ${TURNS}::int], t.base)::text, '-', '') as base,
           ${lastOf(sql`t.keys`)} as keys, ${lastOf(sql`t.prefixes`)} as prefixes, not exists (
             select
             from episode_transcript n
             where n.user_id = t.user_id and n.base = t.prefixes[cardinality(t.prefixes)] and n.state = 'ingested'
           ) as "isEnd", not exists (
             select
             from episode_transcript n
             where n.user_id = t.user_id
               and n.transcript = t.transcript
               and n.recorded_at > t.recorded_at
               and n.state = 'ingested'
           ) as "isLast", f.recorded_at is null or t.recorded_at >= f.recorded_at as "isLater"
    from (
      select *
      from episode_transcript
      where user_id = ${userId} and keys && (${keys}::text[]::uuid[])[coalesce(f.known, 0) + 1:]
      offset 0
    ) as t
    where coalesce(f.known, 0) < ${keys.length - 1}::int
      and t.transcript = ${id}::uuid
      and t.state = 'ingested'
    order by t.recorded_at desc, t.id
    limit ${EPISODES}`

const lastOf = (names: Sql): Sql => sql`array(
             select replace(name::text, '-', '')
             from unnest((${names})[greatest(cardinality(${names}) - ${TURNS - 1}::int, 1):]) with ordinality as n (name, i)
             order by i)`

const latestEnd = async (db: Database, userId: string, { stream, id }: Transcript) => {
  const [row] = await db.rows<Head & { readonly end: string | null }>(sql`
      select b.revision, e.end
      ${revisionOf(stream)}
      left join (
        select replace(prefixes[cardinality(prefixes)]::text, '-', '') as end
        from episode_transcript
        where user_id = ${userId}
          and transcript = ${id}::uuid
          and state = 'ingested'
          and cardinality(prefixes) > 0
        order by recorded_at desc, id
        limit 1
      ) as e on true`)
  return { revision: revisionIn(row), end: row?.end ?? undefined }
}
