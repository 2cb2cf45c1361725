import { chainOf } from '../indexing/text-hash.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

/** Limits on the episodes, latest first, and the positions in them that are compared with a request. */
const EPISODES = 32
const PLACES = 8

type Transcript = { readonly id: string; readonly keys: readonly string[] }
type Known = { readonly known: number; readonly end: string; readonly episodeId: string | null }
type Stretch = { readonly base: string; readonly keys: readonly string[]; readonly prefixes: readonly string[] }

/**
 * How many of the first turns are already ingested, in this order: a run that starts where the transcript starts, or
 * one of at least two turns that ends where the transcript ends. A single turn is never known: it continues the
 * transcript.
 */
export const knownTurns = async (db: Database, userId: string, { id, keys }: Transcript): Promise<Known> => {
  const none = { known: 0, end: id, episodeId: null }
  const [first] = keys
  if (first === undefined) return none
  if (keys.length === 1) return { ...none, ...(await latestEnd(db, userId, id)) }
  const fromStart = await longest(db, userId, [chainOf(id, keys)])
  if (fromStart?.known === keys.length) return fromStart
  const bases = basesIn(await stretchesWith(db, userId, { id, first }), keys, id)
  const chains = bases.map((base) => chainOf(base, keys))
  const found = await longest(db, userId, chains)
  const window = found !== undefined && found.known >= 2 && (await isTail(db, userId, found.end)) ? found : undefined
  if (window && window.known > (fromStart?.known ?? 0)) return window
  return fromStart ?? none
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
  const asked = chains.flatMap((chain) => chain.map((prefix, i) => ({ prefix, known: i + 1 })))
  if (asked.length === 0) return undefined
  const [row] = await db.rows<{ known: number; end: string; episodeId: string }>(sql`
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
    limit 1`)
  return row
}

const stretchesWith = (db: Database, userId: string, { id, first }: { readonly id: string; readonly first: string }) =>
  db.rows<Stretch>(sql`
    select replace(base::text, '-', '') as base, ${withoutDashes(sql`keys`)} as keys,
           ${withoutDashes(sql`prefixes`)} as prefixes
    from (select * from episode_transcript where user_id = ${userId} and keys @> array[${first}::uuid] offset 0) as t
    where transcript = ${id}::uuid
      and state = 'ingested'
    order by recorded_at desc, id
    limit ${EPISODES}`)

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

const latestEnd = async (db: Database, userId: string, id: string): Promise<{ readonly end?: string }> => {
  const [row] = await db.rows<{ end: string }>(sql`
    select replace(prefixes[cardinality(prefixes)]::text, '-', '') as end
    from episode_transcript
    where user_id = ${userId}
      and transcript = ${id}::uuid
      and state = 'ingested'
      and cardinality(prefixes) > 0
    order by recorded_at desc, id
    limit 1`)
  return row ?? {}
}
