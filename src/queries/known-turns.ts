import type { Database } from '../postgres/database.js'
import { type Sql, sql, whole } from '../postgres/sql.js'
import type { BankState } from './bank-state.js'
import { madeOfTurn } from './visible-links.js'

/** So many transcripts, the latest ones, are compared by their ends. */
const ENDS = 8

type TurnsRequest = {
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

/** A memory that was made of a turn. */
export type MadeOfTurn = { readonly memoryId: string; readonly version: number; readonly isWaiting: boolean }

type Message = {
  readonly id: string
  readonly isEdited: boolean
  readonly episodeId: string
  /** What is in force of the turn, where it was edited. */
  readonly made: readonly MadeOfTurn[]
}
/** What is stored of the transcripts that a request may send again. */
export type StoredTurns = {
  /** Where the transcript that was ingested last ends; null where there is none. */
  readonly end: string | null
  /** The longest beginning that the request shares with one. */
  readonly begun: Beginning | null
  /** Transcripts whose last turn stands in the request, the latest first; for a document also the latest. */
  readonly tails: readonly Tail[]
  /** Messages with ids of the request that were said before, compared with how they were said last. */
  readonly messages: readonly Message[]
}

/**
 * What is stored of the transcripts that a request may send again, as of a revision or later: the longest beginning of
 * one (two turns or more), the ends of those whose last turn stands in the request, unless the beginning is nearly all, and
 * its messages by their ids. Of a transcript that was never stored nothing more is asked: all of it goes by its name.
 */
export const storedTurns = async (
  db: Database,
  userId: string,
  asked: TurnsRequest,
): Promise<BankState & { readonly stored: StoredTurns }> => {
  const { latest, ...state } = await readLatest(db, userId, asked)
  if (latest === undefined) return { ...state, stored: NOTHING_STORED }
  const [begun, messages, sharing] = await Promise.all([
    readBeginning(db, userId, asked),
    readMessages(db, userId, asked),
    asked.keys.length <= SHORT ? readSharing(db, userId, asked) : undefined,
  ])
  const tails = await readTails(db, userId, { ...asked, latest, begun, sharing })
  return { ...state, stored: { end: latest.end, begun: begun ?? null, tails, messages } }
}

const NOTHING_STORED: StoredTurns = { end: null, begun: null, tails: [], messages: [] }

/** Of so few turns the ends are looked up at once; of more only once it is known which the beginning leaves. */
const SHORT = 32

/** As names are written everywhere but in the tables. */
const hex = (name: string): string => name.replaceAll('-', '')

/** The name of all turns up to the end of an episode, from where the one before it ends; null where it has no turn of its own. */
const endOf = (t: Sql): Sql => sql`${t}.prefixes[cardinality(${t}.keys)]`

/** A transcript up to the end of an episode: its turns since `base`, where the one before it ends; of no turn both are one. */
type End = {
  readonly id: string
  readonly base: string
  readonly keys: readonly string[]
  readonly end: string
  readonly recordedAt: string
  readonly isRecent: boolean
}

const endColumns = (
  since: string | null,
): Sql => sql`t.id, t.base, t.keys::text[] as keys, coalesce(${endOf(sql`t`)}, t.base) as "end", t.recorded_at as "recordedAt",
           ${since}::timestamptz is null or t.recorded_at >= ${since}::timestamptz as "isRecent"`

const named = ({ base, keys, end, ...rest }: End): End => ({
  ...rest,
  base: hex(base),
  keys: keys.map(hex),
  end: hex(end),
})

type LatestTurn = AppliedBank & (End | Readonly<Record<keyof End, null>>)
type AppliedBank = { readonly revision: bigint | null; readonly at: string | null }

/** Where the transcript ends that was ingested last, and as of which revision. */
const readLatest = async (
  db: Database,
  userId: string,
  { stream, id, since }: TurnsRequest,
): Promise<BankState & { readonly latest: End | undefined }> => {
  const [row] = await db.rows<LatestTurn>(sql`/* turns: the latest of a transcript, and how far its stream is applied */
    select b.revision, b.at, t.*
    from (select) as one
    left join bank b on b.stream = ${stream}
    left join (
      select ${endColumns(since)}
      from episode_transcript t
      where t.user_id = ${userId}
        and t.transcript = ${id}::uuid
        and t.state = 'ingested'
      order by t.recorded_at desc, t.id
      limit 1
    ) as t on true`)
  const latest = row === undefined || row.id === null ? undefined : named(row)
  return { revision: row?.revision ?? 'no-stream', lastAt: row?.at ?? null, latest }
}

/** The latest episode in which a transcript has this beginning. */
const latestWith = (userId: string, prefix: Sql, more: Sql = sql`true`): Sql => sql`
      select *
      from episode_transcript
      where user_id = ${userId} and prefixes @> array[${prefix}] and state = 'ingested' and ${more}
      order by recorded_at desc, id
      limit 1`

type Beginning = { readonly turns: number; readonly episodeId: string }

/** Looked up from the end of the request on, where it nearly always is; nothing is known without its first two turns. */
const readBeginning = async (
  db: Database,
  userId: string,
  { chain, since, few }: TurnsRequest,
): Promise<Beginning | undefined> => {
  const [begun] = await db.rows<Beginning>(sql`/* turns: the longest beginning that is stored */
    select ${chain.length + 1}::int - asked.back::int as turns, t.id as "episodeId"
    from unnest(${chain.toReversed()}::text[]::uuid[]) with ordinality as asked (prefix, back)
    cross join lateral (${latestWith(
      userId,
      sql`asked.prefix`,
      sql`(${since}::timestamptz is null or asked.back < ${chain.length + 1 - few}::int or recorded_at >= ${since}::timestamptz)`,
    )}) as t
    where exists (select from (${latestWith(userId, sql`${chain[1] ?? null}::uuid`)}) as first_two)
      and asked.back < ${chain.length}::int
    order by asked.back
    limit 1`)
  return begun
}

type Tail = {
  readonly episodeId: string
  readonly end: string
  /** The last turns, as many as the request may hold. */
  readonly keys: readonly string[]
  /** Whether it counts also where no more than a few turns are shared. */
  readonly isRecent: boolean
  readonly isLatest: boolean
}

/** What is known once its beginning is. */
type Begun = {
  readonly latest: End
  readonly begun: Beginning | undefined
  /** The ends in all of the request, where they were looked up. */
  readonly sharing: readonly End[] | undefined
}

/** The last turns of transcripts that end in the request, the latest first. */
const readTails = async (db: Database, userId: string, asked: TurnsRequest & Begun): Promise<readonly Tail[]> => {
  const { latest, begun, keys, isDocument } = asked
  // Those that end within what is known from the beginning tell nothing more.
  const known = begun?.turns ?? 0
  if (known >= keys.length - 1) return []
  const early = begun === undefined ? asked.sharing : undefined
  const sharing = early ?? (await readSharing(db, userId, { ...asked, keys: keys.slice(known) }))
  const isElse = isDocument && sharing.every(({ id }) => id !== latest.id)
  const ends = isElse ? [...sharing, latest].toSorted(newestFirst) : sharing
  const before = await readBefore(db, userId, { ...asked, ends })
  return ends.map(({ id, end, keys, isRecent }) => ({
    episodeId: id,
    end,
    keys: [...(before.get(id) ?? []), ...keys],
    isRecent,
    isLatest: id === latest.id,
  }))
}

const newestFirst = (a: End, b: End): number =>
  a.recordedAt === b.recordedAt ? Number(a.id > b.id) - Number(a.id < b.id) : a.recordedAt < b.recordedAt ? 1 : -1

/** The latest that end with one of these turns and do not go on. */
const readSharing = async (
  db: Database,
  userId: string,
  { id, keys, since }: TurnsRequest,
): Promise<readonly End[]> => {
  const ends = await db.rows<End>(sql`/* turns: transcripts that end in a request */
    select ${endColumns(since)}
    from unnest(${[...new Set(keys)]}::text[]::uuid[]) as asked (key)
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
    order by t.recorded_at desc, t.id
    limit ${whole(ENDS)}`)
  return ends.map(named)
}

/** The turns before each of these, as many as are compared, from one episode to the one before it. */
const readBefore = async (
  db: Database,
  userId: string,
  { id, most, ends }: Pick<TurnsRequest, 'id' | 'most'> & { readonly ends: readonly End[] },
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const before = new Map<string, readonly string[]>()
  const goingOn = ends.filter(({ base, keys }) => base !== id && keys.length < most)
  if (goingOn.length === 0) return before
  const steps = await db.rows<{
    readonly id: string
    readonly keys: readonly string[]
  }>(sql`/* turns: those before these */
    with recursive walked as (
      select id, 0 as step, base, '{}'::uuid[] as keys, turns
      from unnest(${goingOn.map((each) => each.id)}::text[]::uuid[], ${goingOn.map(({ base }) => base)}::text[]::uuid[],
                  ${goingOn.map(({ keys }) => keys.length)}::int[]) as ends (id, base, turns)
      union all
      select w.id, w.step + 1, p.base, p.keys, w.turns + cardinality(p.keys)
      from walked w
      cross join lateral (
        select base, keys[:1 + (array_position(prefixes, w.base) - 1) % cardinality(keys)] as keys
        from (${latestWith(userId, sql`w.base`)}) as t
      ) as p
      where w.turns < ${most}::int
    )
    select id, keys::text[] as keys
    from walked
    where step > 0
    order by step`)
  for (const step of steps) before.set(step.id, [...step.keys.map(hex), ...(before.get(step.id) ?? [])])
  return before
}

type SaidMessage = Omit<Message, 'made'> & { readonly turn: number }

/** What was made of them only where they say something else now. */
const readMessages = async (db: Database, userId: string, { messages }: TurnsRequest): Promise<readonly Message[]> => {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const said = await db.rows<SaidMessage>(sql`/* turns: messages that were said before */
    select distinct on (m.id) m.id, m.turn, t.id as "episodeId", m.words <> asked.words as "isEdited"
    from episode_transcript t
    cross join lateral unnest(t.message_ids, t.message_words, t.message_turns) as m (id, words, turn)
    join unnest(${ids}::text[]::uuid[], ${messages.map(({ words }) => words)}::text[]::uuid[]) as asked (id, words) on asked.id = m.id
    where t.user_id = ${userId}
      and t.message_ids && ${ids}::text[]::uuid[]
      and t.state = 'ingested'
    order by m.id, t.recorded_at desc, m.turn desc`)
  const made = await readMade(db, userId, [
    ...new Map(said.flatMap((each) => (each.isEdited ? [[`${each.episodeId} ${each.turn}`, each]] : []))).values(),
  ])
  return said.map(({ turn, id, ...message }) => ({
    ...message,
    id: hex(id),
    made: message.isEdited
      ? made.filter((each) => each.episodeId === message.episodeId && each.turn === turn).map(ofTurn)
      : [],
  }))
}

type Made = Message['made'][number] & { readonly episodeId: string; readonly turn: number }

const ofTurn = ({ memoryId, version, isWaiting }: Made) => ({ memoryId, version, isWaiting })

const readMade = async (db: Database, userId: string, edited: readonly SaidMessage[]): Promise<readonly Made[]> =>
  edited.length === 0
    ? []
    : db.rows<Made>(sql`/* turns: what was made of edited messages */
    select said.episode as "episodeId", said.turn, m.id as "memoryId", m.version, m.is_waiting as "isWaiting"
    from unnest(${edited.map(({ episodeId }) => episodeId)}::text[]::uuid[], ${edited.map(({ turn }) => turn)}::int[])
      as said (episode, turn)
    cross join lateral ${madeOfTurn(userId, sql`said.episode`, sql`said.turn`)} as m
    order by m.id`)
