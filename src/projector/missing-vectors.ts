import { ownText } from '../domain/own-text.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

/** A wording of a memory, or the pattern of a lesson. */
type Place = {
  readonly userId: string
  /** Of the memory or the lesson. */
  readonly id: string
  /** Null for the pattern of a lesson. */
  readonly version: number | null
}

/** One that the model of these read tables has not seen, and what it is to see. */
type Lacking = Place & { readonly text: string }

export type Amount = { readonly texts: number; readonly characters: number }

/** A model is shown no more of a text: providers cut it there. */
const SHOWN = 8000

/** Past wordings and deleted memories count: `as_of` shows them. Pending ones and composites are never found. */
const lacking = sql`
    from memory_wording w
    join memory m using (user_id, id)
    where not w.embedded
      and w.content <> ''
      and w.memory_type <> 'composite'
      and m.status <> 'pending'`

/** Lessons that warn: what arose by itself is found by its sources alone. */
const lackingLessons = sql`
    from lesson l
    where not l.embedded
      and l.reported
      and l.status = 'active'
      and l.pattern <> ''`

/** How much the model has yet to see. */
export const countLacking = async (db: Database): Promise<Amount> => {
  const [amount] = await db.rows<{ texts: bigint; characters: bigint }>(sql`
    select count(*) as texts, coalesce(sum(least(characters, ${SHOWN}::int)), 0)::bigint as characters
    from (
      select char_length(w.content) as characters
      ${lacking}
      union all
      select char_length(l.pattern)
      ${lackingLessons}
    ) as t`)
  return { texts: Number(amount?.texts ?? 0), characters: Number(amount?.characters ?? 0) }
}

/** The next of them, `most` at most: memories by user, id and version, then lessons by user and id. */
export const lackingAfter = async (
  db: Database,
  after: Place | undefined,
  most: number,
): Promise<readonly Lacking[]> => {
  const isLesson = after !== undefined && after.version === null
  const memories = isLesson ? [] : await lackingMemories(db, after, most)
  const left = most - memories.length
  return left === 0 ? memories : [...memories, ...(await lessonsLacking(db, isLesson ? after : undefined, left))]
}

const lackingMemories = async (db: Database, after: Place | undefined, most: number): Promise<readonly Lacking[]> => {
  const behind = after
    ? sql`and (w.user_id, w.id, w.version) > (${after.userId}::text, ${after.id}::uuid, ${after.version}::int)`
    : sql``
  const rows = await db.rows<Place & { readonly content: string; readonly speaker: string | null }>(sql`
    select w.user_id as "userId", w.id, w.version, w.content, w.speaker
    ${lacking}
      ${behind}
    order by w.user_id, w.id, w.version
    limit ${most}`)
  return rows.map(({ content, speaker, ...place }) => ({ ...place, text: ownText({ content, speaker }) }))
}

const lessonsLacking = (db: Database, after: Place | undefined, most: number): Promise<readonly Lacking[]> => {
  const behind = after ? sql`and (l.user_id, l.id) > (${after.userId}::text, ${after.id}::uuid)` : sql``
  return db.rows<Lacking>(sql`
    select l.user_id as "userId", l.id, null as version, l.pattern as text
    ${lackingLessons}
      ${behind}
    order by l.user_id, l.id
    limit ${most}`)
}

type Left = { readonly version: number | null; readonly past: boolean }

type StillLacking = {
  readonly revision: bigint | 'no-stream'
  readonly lastAt: string | null
  readonly wordings: readonly (Left & { readonly id: string })[]
}

/** Which of a user's wordings the model still has not seen, and how far these tables are in the stream, as of one moment. */
export const stillLacking = async (db: Database, stream: string, wordings: readonly Place[]): Promise<StillLacking> => {
  const rows = await db.rows<{ revision: bigint | null; at: string | null; id: string | null } & Left>(sql`
    with key as materialized (
      select *
      from unnest(
        ${wordings.map(({ userId }) => userId)}::text[],
        ${wordings.map(({ id }) => id)}::text[]::uuid[],
        ${wordings.map(({ version }) => version)}::int[]
      ) as key (user_id, id, version)
    ),
    wanted as (
      select user_id, id, version
      from key
      join memory_wording w using (user_id, id, version)
      where not w.embedded
      union all
      select l.user_id, l.id, null
      ${lackingLessons}
        and (l.user_id, l.id) in (select user_id, id from key where version is null)
    )
    select b.revision, b.at, f.id, f.version,
           exists (
             select from memory_wording later
             where later.user_id = f.user_id
               and later.id = f.id
               and later.version > f.version
           ) as past
    from (select 1) as one left join (select revision, at from bank where stream = ${stream}) as b on true
    left join wanted f on true
    order by f.id, f.version`)
  return {
    revision: rows[0]?.revision ?? 'no-stream',
    lastAt: rows[0]?.at ?? null,
    wordings: rows.flatMap(({ id, version, past }) => (id === null ? [] : [{ id, version, past }])),
  }
}
