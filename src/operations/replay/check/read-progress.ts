import type { StreamName } from '../../../event-store/event-store.js'
import type { LogPlace } from '../../../event-store/log-range.js'
import type { Database } from '../../../postgres/database.js'
import { identifier, list, sql } from '../../../postgres/sql.js'
import { KEYS, TABLES, type Table } from '../fold/rows.js'

/** The position of the read models in the log; undefined before the first event. */
export const readCheckpoint = async (db: Database): Promise<LogPlace | undefined> => {
  const [found] = await db.rows<LogPlace>(sql`
    select position, stream, revision, event_id as id
    from checkpoint
    where position > 0`)
  return found
}

export type BankRow = { readonly user_id: string; readonly stream: StreamName; readonly revision: bigint }

const PAGE = 1000

/** The last applied revision of each stream. */
export async function* readBanks(db: Database): AsyncGenerator<BankRow> {
  for (let after = ['', '']; ; ) {
    const page: readonly BankRow[] = await db.rows<BankRow>(sql`
      select user_id, stream, revision
      from bank
      where (user_id, stream) > (${after[0] ?? ''}, ${after[1] ?? ''})
      order by user_id, stream
      limit ${PAGE}`)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = [last.user_id, last.stream]
  }
}

/** Parked streams: an event of theirs cannot be applied. */
export const readParked = async (db: Database): Promise<ReadonlySet<StreamName>> => {
  const rows = await db.rows<{ stream: StreamName }>(sql`select stream from parked`)
  return new Set(rows.map(({ stream }) => stream))
}

/** A row of a user of whom no event has been applied. */
export const readStranger = async (
  db: Database,
): Promise<{ readonly table: Table; readonly key: Record<string, string> } | undefined> => {
  const each = TABLES.map(
    (table) => sql`(
      select ${table}::text as table, t.user_id as user, t.${identifier(KEYS[table][0])}::text as id
      from ${identifier(table)} t
      where not exists (select from bank b where b.user_id = t.user_id)
      limit 1)`,
  )
  const [found] = await db.rows<{ user: string; table: Table; id: string }>(sql`${list(each, ' union all ')} limit 1`)
  return found && { table: found.table, key: { user_id: found.user, [KEYS[found.table][0]]: found.id } }
}
