import { attributeOf } from '../indexing/claims/attributes.js'
import type { Database } from '../postgres/database.js'
import { type Sql, sql } from '../postgres/sql.js'
import { readingsOf } from './visible-memories.js'

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

type Row = { readonly id: string; readonly hash: string; readonly by: string; readonly attribute: string | null }

/**
 * Which of the memories that have the text of a sample were overtaken before it is said: by a reading, which is the same words
 * with other numbers, said on another occasion, or by another value of the same single-valued attribute. What the conversation of
 * the sample says again behind it has overtaken nothing, nor what was said before the memory's text was told a last time in one
 * conversation: so a transcript that is sent again is no return.
 */
export const overtaken = async (db: Database, memories: Sql, { same, samples }: Asked): Promise<Overtaken> => {
  const told = new Map(samples.map((sample) => [sample.textHash, sample.told]))
  const asked = [...same].flatMap(([hash, all]) => {
    const telling = told.get(hash)
    return telling === undefined ? [] : all.map(({ id }) => ({ id, hash, from: telling.from, by: telling.by }))
  })
  if (asked.length === 0) return new Set()
  const rows = await db.rows<Row>(sql`
    with asked as materialized (
      select m.*, t.content, asked.hash, asked.since, asked.until
      from unnest(
        ${asked.map(({ id }) => id)}::text[]::uuid[],
        ${asked.map(({ hash }) => hash)}::text[],
        ${asked.map(({ from }) => from)}::text[]::timestamptz[],
        ${asked.map(({ by }) => by)}::text[]::timestamptz[]
      ) as asked (memory_id, hash, since, until)
      cross join lateral (select * from ${memories} as m where m.id = asked.memory_id offset 0) as m
      join memory_text t using (user_id, id)
      where m.status = 'active' and m.observed_at < asked.until
    )
    ${readings(memories)}
    union all
    ${claims(memories)}`)
  const isBehind = ({ hash, by }: Row): boolean => {
    const places = told.get(hash)?.places
    return (places?.get(by) ?? -1) > (places?.get(hash) ?? -1)
  }
  const isReplaced = ({ attribute }: Row): boolean =>
    attribute === null || (attributeOf(attribute)?.replaced ?? 'on_correction') !== 'on_correction'
  return new Set(rows.filter((row) => isReplaced(row) && !isBehind(row)).map(({ id }) => id))
}

const readings = (memories: Sql): Sql => sql`
    select a.id::text, a.hash, l.text_hash::text as by, null as attribute
    from asked a
    cross join lateral ${readingsOf(memories, { userId: sql`a.user_id`, content: sql`a.content` })} as l
    where a.observed_at < a.since
      and l.status = 'active'
      and ${comesBetween}`

const claims = (memories: Sql): Sql => sql`
    select a.id::text, a.hash, l.text_hash::text as by, c.attribute
    from asked a
    join memory_claim c on c.user_id = a.user_id and c.id = a.id and c.sole
    cross join lateral (
      select l.*
      from ${memories} as l
      join memory_claim d using (user_id, id)
      where l.status = 'active'
        and d.subject = c.subject
        and d.attribute = c.attribute
        and d.value <> c.value
        and d.sole
    ) as l
    where ${comesBetween}`

/** `l` was said behind the memory `a`, and not behind what now says the same. */
const comesBetween: Sql = sql`l.text_hash <> a.text_hash
                         and l.ordinal > a.ordinal
                         and l.observed_at between a.observed_at and a.until
                         and l.agent_id is not distinct from a.agent_id
                         and not exists (
                           select from episode_duplicate e
                           where e.user_id = a.user_id
                             and e.memory_id = a.id
                             and e.episode_id = l.episode_id
                             and e.turn > l.turn
                         )`
