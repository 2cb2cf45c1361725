import { ownText } from '../domain/memory/events.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

/** A wording that the model of these read tables has not seen. */
export type Lacking = {
  readonly userId: string
  readonly memoryId: string
  readonly version: number
  /** What the model is to see. */
  readonly text: string
}

export type Amount = { readonly texts: number; readonly characters: number }

/** A model is shown no more of a text: providers cut it there. */
const SHOWN = 8000

/** Every wording counts, those of the past and of deleted memories too: `as_of` shows them. What is pending is invisible. */
const lacking = sql`
    from memory_wording w
    join memory m using (user_id, id)
    where not w.embedded
      and w.content <> ''
      and m.status <> 'pending'`

/** How much the model has yet to see. */
export const countLacking = async (db: Database): Promise<Amount> => {
  const [amount] = await db.rows<{ texts: bigint; characters: bigint }>(sql`
    select count(*) as texts, coalesce(sum(least(char_length(w.content), ${SHOWN}::int)), 0)::bigint as characters
    ${lacking}`)
  return { texts: Number(amount?.texts ?? 0), characters: Number(amount?.characters ?? 0) }
}

type Row = {
  readonly user_id: string
  readonly id: string
  readonly version: number
  readonly content: string
  readonly speaker: string | null
}

/** The next of them by user, memory and version, `most` at most. */
export const lackingAfter = async (
  db: Database,
  after: Pick<Lacking, 'userId' | 'memoryId' | 'version'> | undefined,
  most: number,
): Promise<readonly Lacking[]> => {
  const behind = after
    ? sql`and (w.user_id, w.id, w.version) > (${after.userId}::text, ${after.memoryId}::uuid, ${after.version}::int)`
    : sql``
  const rows = await db.rows<Row>(sql`
    select w.user_id, w.id, w.version, w.content, w.speaker
    ${lacking}
      ${behind}
    order by w.user_id, w.id, w.version
    limit ${most}`)
  return rows.map(({ user_id, id, version, ...said }) => ({
    userId: user_id,
    memoryId: id,
    version,
    text: ownText(said),
  }))
}
