import type { Databases } from './database.js'
import { sql } from './sql.js'

const NAME = 'the table generations.master_key of the database'

/** A place for one secret key, in a table that neither the log nor any set of read tables has a part in. */
export const masterKeyTable = (databases: Pick<Databases, 'within'>) => {
  const db = databases.within('generations')
  return {
    name: NAME,
    read: async (): Promise<Uint8Array | undefined> => {
      const [row] = await db.rows<{ key: Uint8Array }>(sql`select key from master_key`)
      return row?.key
    },
    /** Keeps the key unless there is one already. */
    keep: async (key: Uint8Array): Promise<void> => {
      await db.rows(sql`insert into master_key (key) values (${key}) on conflict do nothing`)
    },
  }
}
