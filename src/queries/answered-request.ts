import type { Answered } from '../domain/idempotency.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

/** A stream names the user; `since` is ISO 8601: answers from before are forgotten. */
export type Wanted = { readonly stream: string; readonly key: string; readonly since: string }

/** What a request with this key was answered, if it was since then. */
export const answeredRequest = async (db: Database, { stream, key, since }: Wanted): Promise<Answered | undefined> => {
  const [row] = await db.rows<{ request: string; answer: string }>(sql`
    select a.request, a.answer
    from bank b
    join answered_request a using (user_id)
    where b.stream = ${stream}
      and a.key = ${key}
      and a.at >= ${since}::timestamptz`)
  return row && { request: row.request, answer: JSON.parse(row.answer) }
}
