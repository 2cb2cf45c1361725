import type { Answered } from '../domain/idempotency.js'
import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'
import { pseudonymIn } from './readable-by.js'

/** The recorded response to an earlier request with this key, if it has not expired: `since` is ISO 8601. The stream identifies the user. */
export const answeredRequest = async (
  db: Database,
  { stream, key, since }: { readonly stream: string; readonly key: string; readonly since: string },
): Promise<Answered | undefined> => {
  const [row] = await db.rows<{ request: string; answer: string }>(sql`/* requests: what was answered */
    select a.request, a.answer
    from bank b
    join answered_request a on a.user_id in (b.user_id, ${pseudonymIn(sql`b.stream`)})
    where b.stream = ${stream}
      and a.key = ${key}
      and a.at >= ${since}::timestamptz`)
  return row && { request: row.request, answer: JSON.parse(row.answer) }
}

export type BankState = {
  readonly revision: bigint | 'no-stream'
  /** ISO 8601: the time of the stream's last event. */
  readonly lastAt: string | null
}

/** The revision of the read models for one stream. Read it before the rows that a decision is based on. */
export const bankState = async (db: Database, stream: string): Promise<BankState> => {
  const [bank] = await db.rows<{ revision: bigint; at: string }>(sql`/* index: how far a stream is applied */
    select revision, at
    from bank
    where stream = ${stream}`)
  return { revision: bank?.revision ?? 'no-stream', lastAt: bank?.at ?? null }
}
