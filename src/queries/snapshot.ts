import type { Database } from '../postgres/database.js'
import { sql } from '../postgres/sql.js'

/** Reads that must agree with one another, in one read-only snapshot. On PGlite all others wait for as long as it takes. */
export const inSnapshot = <Result>(db: Database, read: (db: Database) => Promise<Result>): Promise<Result> =>
  db.transaction(async (snapshot) => {
    await snapshot.rows(sql`set transaction isolation level repeatable read, read only`)
    return read(snapshot)
  })
