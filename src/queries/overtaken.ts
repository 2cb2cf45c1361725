import pgvector from 'pgvector'
import { ownText } from '../domain/memory/events.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { onePlace, tokensOf } from '../text/one-place.js'
import { readingsOf } from './visible-memories.js'
import { toldAfter } from './visible-tellings.js'

/** When and where a text is said. */
export type Telling = {
  /** ISO instants: the earliest and the latest at which it can have been said. */
  readonly from: string
  readonly by: string
  /** The last place of each text of its conversation, by its hash. */
  readonly places: ReadonlyMap<string, number>
}

/** Ids of memories. */
export type Overtaken = ReadonlySet<string>

type Asked = {
  /** The memories that have a text, by its hash. */
  readonly same: ReadonlyMap<string, readonly { readonly id: string }[]>
  readonly samples: readonly { readonly textHash: string; readonly told?: Telling | undefined }[]
}

/** Finds what is near to vectors, by their places. */
type FindNearest = (search: {
  readonly vectors: readonly (Float32Array | null)[]
  readonly least: number
}) => Promise<readonly { readonly sample: number; readonly id: string }[]>

type Row = { readonly id: string; readonly hash: string; readonly by: string }
type SaidRow = { readonly id: string; readonly vector: string | null }
type PairRow = Row & Said & { readonly laterContent: string; readonly laterSpeaker: string | null }
type Said = { readonly content: string; readonly speaker: string | null }

/** What takes the place of a statement is near to it, in cosine: "I live in Berlin", "I moved to Paris" are at 0.35. */
const NEAR = 0.3

/**
 * Which of the memories that have the text of a sample were overtaken before it is said: by a reading, which is the same words
 * with other numbers, said on another occasion, or by a statement that differs in one place. What the conversation of the sample
 * says again behind it has overtaken nothing, nor what was said before the memory's text was told a last time in one
 * conversation: so a transcript that is sent again is no return. An error keeps one memory more.
 */
export const overtaken = async (
  db: Database,
  memories: Sql,
  { same, samples, nearest }: Asked & { readonly nearest: FindNearest },
): Promise<Overtaken> => {
  const told = new Map(samples.map((sample) => [sample.textHash, sample.told]))
  const asked = [...same].flatMap(([hash, all]) => {
    const telling = told.get(hash)
    return telling === undefined ? [] : all.map(({ id }) => ({ id, hash, from: telling.from, by: telling.by }))
  })
  if (asked.length === 0) return new Set()
  const isBehind = ({ hash, by }: Row): boolean => isSaidAfter(told.get(hash)?.places, { hash, by })
  const byReadings = await db.rows<Row>(sql`
    with asked as materialized (${askedOf(memories, asked)})
    select a.id::text, a.hash, l.text_hash::text as by
    from asked a
    cross join lateral ${readingsOf(memories, { userId: sql`a.user_id`, content: sql`a.content` })} as l
    where a.observed_at < a.since
      and l.status = 'active'
      and ${comesBetween}`)
  const found = new Set(byReadings.filter((row) => !isBehind(row)).map(({ id }) => id))
  const left = asked.filter(({ id }) => !found.has(id))
  const pairs = left.length === 0 ? [] : await nearPairs(db, memories, { left, nearest })
  if (pairs.length === 0) return found
  const replaced = (await laterOf(db, memories, { left, pairs })).filter(
    (row) => !isBehind(row) && differInOnePlace(row),
  )
  return new Set([...found, ...replaced.map(({ id }) => id)])
}

const isSaidAfter = (places: Telling['places'] | undefined, { hash, by }: Pick<Row, 'hash' | 'by'>): boolean =>
  (places?.get(by) ?? -1) > (places?.get(hash) ?? -1)

type Near = { readonly left: readonly AskedMemory[]; readonly pairs: readonly (readonly [string, string])[] }

/** Of pairs of a memory and one that is near to it, those in which that one comes between. */
const laterOf = (db: Database, memories: Sql, { left, pairs }: Near): Promise<readonly PairRow[]> =>
  db.rows<PairRow>(sql`
    with asked as materialized (${askedOf(memories, left)})
    select a.id::text, a.hash, l.text_hash::text as by, a.content, a.speaker, t.content as "laterContent",
           t.speaker as "laterSpeaker"
    from unnest(${pairs.map(([id]) => id)}::text[]::uuid[], ${pairs.map(([, later]) => later)}::text[]::uuid[])
      as pair (id, later)
    join asked a on a.id = pair.id
    cross join lateral (select * from ${memories} as m where m.id = pair.later offset 0) as l
    join memory_text t on t.user_id = l.user_id and t.id = l.id
    where l.status = 'active'
      and ${comesBetween}`)

/** By the same speaker, in words and not in numbers alone: they begin alike, or end with two words or more that are the same. */
const differInOnePlace = ({ content, speaker, laterContent, laterSpeaker }: PairRow): boolean => {
  const later = { content: laterContent, speaker: laterSpeaker }
  const place = onePlace(tokensOf(ownText({ content, speaker })), tokensOf(ownText(later)))
  if (place === null || speaker !== laterSpeaker || !place.values.flat().some(({ key }) => /\p{L}/u.test(key)))
    return false
  return place.before.length > 0 || place.after.length > 1
}

type AskedMemory = { readonly id: string; readonly hash: string; readonly from: string; readonly by: string }

/** Each with the nearest memories to it. */
const nearPairs = async (
  db: Database,
  memories: Sql,
  { left, nearest }: { readonly left: readonly AskedMemory[]; readonly nearest: FindNearest },
): Promise<readonly (readonly [string, string])[]> => {
  const said = await db.rows<SaidRow>(sql`
    select m.id::text, t.embedding::text as vector
    from (${askedOf(memories, left)}) as m
    join memory_text t using (user_id, id)
    where t.embedding is not null`)
  const vectors = said.map(({ vector }) => (vector === null ? null : Float32Array.from(pgvector.fromSql(vector))))
  const found = vectors.length === 0 ? [] : await nearest({ vectors, least: NEAR })
  return found.flatMap(({ sample, id }) => {
    const of = said[sample]?.id
    return of === undefined || of === id ? [] : [[of, id] as const]
  })
}

const askedOf = (memories: Sql, asked: readonly AskedMemory[]): Sql => sql`
      select m.*, t.content, t.speaker, asked.hash, asked.since, asked.until
      from unnest(
        ${asked.map(({ id }) => id)}::text[]::uuid[],
        ${asked.map(({ hash }) => hash)}::text[],
        ${asked.map(({ from }) => from)}::text[]::timestamptz[],
        ${asked.map(({ by }) => by)}::text[]::timestamptz[]
      ) as asked (memory_id, hash, since, until)
      cross join lateral (select * from ${memories} as m where m.id = asked.memory_id offset 0) as m
      join memory_text t using (user_id, id)
      where m.status = 'active' and m.observed_at < asked.until`

/** `l` was said behind the memory `a`, and not behind what now says the same. */
const comesBetween: Sql = sql`l.text_hash <> a.text_hash
                         and l.ordinal > a.ordinal
                         and l.observed_at between a.observed_at and a.until
                         and l.agent_id is not distinct from a.agent_id
                         and not ${toldAfter(sql`a`, { episode: sql`l.episode_id`, turn: sql`l.turn` })}`
