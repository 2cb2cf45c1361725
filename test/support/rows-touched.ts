import type { Databases } from '../../src/postgres/database.js'
import { sql } from '../../src/postgres/sql.js'

/** How many rows of the read tables the database has taken in hand so far, by an index or not. */
export const rowsTouched = async (databases: Databases): Promise<number> => {
  const db = databases.within('public')
  await db.rows(sql`select pg_stat_force_next_flush()`)
  const [sum] = await db.rows<{ rows: number }>(sql`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as rows
    from pg_stat_user_tables
    where schemaname like 'read%'`)
  return sum?.rows ?? 0
}
