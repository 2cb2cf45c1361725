import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Databases } from './database.js'
import { fsyncTree } from './fsync-tree.js'
import { sql } from './sql.js'

/** A place for one secret key: a file that only its owner may read, beside an embedded database. */
export const masterKeyFile = (directory: string) => {
  const file = join(directory, 'master.key')
  return {
    name: file,
    read: async (): Promise<Uint8Array | undefined> => {
      try {
        return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
      } catch (error) {
        if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
        throw error
      }
    },
    /** Stores the key unless there is one already; atomic, and on the disk when this resolves. */
    keep: async (key: Uint8Array): Promise<void> => {
      const unfinished = `${file}.${process.pid}`
      await rm(unfinished, { force: true })
      const written = await open(unfinished, 'wx', 0o600)
      try {
        await written.writeFile(`${Buffer.from(key).toString('base64')}\n`)
        await written.sync()
      } finally {
        await written.close()
      }
      try {
        await link(unfinished, file)
      } catch (error) {
        if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error
      } finally {
        await rm(unfinished, { force: true })
      }
      await fsyncTree(directory, { deep: false })
    },
  }
}

const NAME = 'the table generations.master_key of the database'

/** A place for one secret key, in a table that belongs neither to the log nor to read models. */
export const masterKeyTable = (databases: Pick<Databases, 'within'>) => {
  const db = databases.within('generations')
  return {
    name: NAME,
    read: async (): Promise<Uint8Array | undefined> => {
      const [row] = await db.rows<{ key: Uint8Array }>(sql`select key from master_key`)
      return row?.key
    },
    /** Stores the key unless there is one already. */
    keep: async (key: Uint8Array): Promise<void> => {
      await db.rows(sql`insert into master_key (key) values (${key}) on conflict do nothing`)
    },
  }
}
