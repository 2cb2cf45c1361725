import { chainOf } from '../indexing/text-hash.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import type { BankState } from './bank-state.js'

/** Limits on the episodes, latest first, and the positions in them that are compared with a request. */
const EPISODES = 32
const PLACES = 8

/** `stream`: whose revision is read with it. */
type Transcript = { readonly stream: string; readonly id: string; readonly keys: readonly string[] }
type Known = { readonly known: number; readonly end: string; readonly episodeId: string | null }
type KnownIn = Pick<BankState, 'revision'> & { readonly turns: Known }
type Stretch = { readonly base: string; readonly keys: readonly string[]; readonly prefixes: readonly string[] }

/**
 * How many of the first turns are already ingested, in this order: a run that starts where the transcript starts, or
 * one of at least two turns that ends where the transcript ends. A single turn is never known: it continues the
 * transcript. The revision is that of the first statement: what later ones find may be newer, never older.
 */
export const knownTurns = async (db: Database, userId: string, transcript: Transcript): Promise<KnownIn> => {
  const { id, keys } = transcript
  const none = { known: 0, end: id, episodeId: null }
  if (keys.length <= 1) {
    const { revision, end = id } = await latestEnd(db, userId, transcript)
    return { revision, turns: { ...none, end } }
  }
  const { revision, fromStart, stretches } = await fromItsStart(db, userId, transcript)
  if (fromStart?.known === keys.length) return { revision, turns: fromStart }
  const window = await inTheMiddle(db, userId, { id, keys, stretches })
  const best = window && window.known > (fromStart?.known ?? 0) ? window : fromStart
  return { revision, turns: best ?? none }
}

type Middle = Pick<Transcript, 'id' | 'keys'> & { readonly stretches: readonly Stretch[] }

/** A run of at least two turns that ends where the transcript ends. */
const inTheMiddle = async (
  db: Database,
  userId: string,
  { id, keys, stretches }: Middle,
): Promise<Known | undefined> => {
  const chains = basesIn(stretches, keys, id).map((base) => chainOf(base, keys))
  const found = await longest(db, userId, chains)
  return found !== undefined && found.known >= 2 && (await isTail(db, userId, found.end)) ? found : undefined
}

/** The chain names before each occurrence of the first turn whose following turns match the request. */
const basesIn = (stretches: readonly Stretch[], keys: readonly string[], root: string): readonly string[] => {
  const bases = stretches.flatMap(({ base, keys: theirs, prefixes }) =>
    theirs.flatMap((_, i) => {
      const differs = theirs.slice(i).some((key, n) => n < keys.length && key !== keys[n])
      return differs ? [] : [i === 0 ? base : (prefixes[i - 1] ?? base)]
    }),
  )
  return [...new Set(bases)].filter((base) => base !== root).slice(0, PLACES)
}

/** The longest prefix that one of these chains shares with an ingested transcript. */
const longest = async (
  db: Database,
  userId: string,
  chains: readonly (readonly string[])[],
): Promise<Known | undefined> => {
  if (chains.length === 0) return undefined
  const [row] = await db.rows<Shared>(longestOf(userId, chains))
  return row
}

type Shared = { readonly known: number; readonly end: string; readonly episodeId: string }

const longestOf = (userId: string, chains: readonly (readonly string[])[]): Sql => {
  const asked = chains.flatMap((chain) => chain.map((prefix, i) => ({ prefix, known: i + 1 })))
  return sql`
    select asked.known, replace(asked.prefix::text, '-', '') as end, t.id as "episodeId"
    from (
      select *
      from episode_transcript
      where user_id = ${userId}
        and prefixes && ${asked.map(({ prefix }) => prefix)}::text[]::uuid[]
        and state = 'ingested'
      offset 0
    ) as t
    cross join lateral unnest(t.prefixes) as told (prefix)
    join unnest(${asked.map(({ prefix }) => prefix)}::text[]::uuid[], ${asked.map(({ known }) => known)}::int[])
      as asked (prefix, known) using (prefix)
    order by asked.known desc, t.recorded_at desc, t.id
    limit 1`
}

type Head = { readonly revision: bigint | null }
const revisionIn = (head: Head | undefined): BankState['revision'] => head?.revision ?? 'no-stream'

const revisionOf = (stream: string): Sql => sql`
      from (select 1) as one
      left join (select revision from bank where stream = ${stream}) as b on true`

/** One snapshot: the revision, what is known from the start and, unless that is all, where else the first turn stands. */
const fromItsStart = async (db: Database, userId: string, { stream, id, keys }: Transcript) => {
  const rows = await db.rows<Head & Partial<Shared> & { readonly stretch: boolean | null } & Stretch>(sql`
      select b.revision, f.known, f.end, f."episodeId", s.*
      ${revisionOf(stream)}
      left join lateral (${longestOf(userId, [chainOf(id, keys)])}) as f on true
      left join lateral (${stretchesWith(userId, { id, keys })}) as s on true`)
  const [first] = rows
  const { known, end, episodeId } = first ?? {}
  return {
    revision: revisionIn(first),
    fromStart: known && end !== undefined && episodeId !== undefined ? { known, end, episodeId } : undefined,
    stretches: rows.filter(({ stretch }) => stretch === true),
  }
}

/** Beside `f`, what is known from the start. */
const stretchesWith = (userId: string, { id, keys }: Pick<Transcript, 'id' | 'keys'>): Sql => sql`
    select true as stretch, replace(base::text, '-', '') as base, ${withoutDashes(sql`keys`)} as keys,
           ${withoutDashes(sql`prefixes`)} as prefixes
    from (select * from episode_transcript where user_id = ${userId} and keys @> array[${keys[0] ?? ''}::uuid] offset 0) as t
    where coalesce(f.known, 0) < ${keys.length}::int
      and transcript = ${id}::uuid
      and state = 'ingested'
    order by recorded_at desc, id
    limit ${EPISODES}`

const withoutDashes = (names: ReturnType<typeof sql>) =>
  sql`array(select replace(name::text, '-', '') from unnest(${names}) with ordinality as n (name, i) order by i)`

/** Whether a transcript ends here. */
const isTail = async (db: Database, userId: string, end: string): Promise<boolean> => {
  const [row] = await db.rows<{ tail: boolean }>(sql`
    select not exists (
             select from episode_transcript
             where user_id = ${userId} and base = ${end}::uuid and state = 'ingested'
           )
           and exists (
             select from episode_transcript
             where user_id = ${userId}
               and prefixes && array[${end}::uuid]
               and state = 'ingested'
               and prefixes[cardinality(prefixes)] = ${end}::uuid
           ) as tail`)
  return row?.tail ?? false
}

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
