import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

export type BankState = {
  readonly revision: bigint | 'no-stream'
  /** ISO 8601: the time of the stream's last event. */
  readonly lastAt: string | null
}

/** How far the read models are in one stream: to be read before what a decision is based on. */
export const bankState = async (db: Database, stream: string): Promise<BankState> => {
  const [bank] = await db.rows<{ revision: bigint; at: string }>(sql`
    select revision, at
    from bank
    where stream = ${stream}`)
  return { revision: bank?.revision ?? 'no-stream', lastAt: bank?.at ?? null }
}
