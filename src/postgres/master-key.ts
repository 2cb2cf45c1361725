import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Databases } from './database.js'
import { fsyncTree } from './fsync-tree.js'
import { sql } from './sql.js'

/** A place for a secret key, and for the next one: files that only their owner may read, beside an embedded database. */
export const masterKeyFile = (directory: string) => {
  const file = join(directory, 'master.key')
  const next = `${file}.next`
  return {
    name: file,
    read: () => keyIn(file),
    readNext: () => keyIn(next),
    /** Stores the key unless there is one already; atomic, and on the disk when this resolves. */
    keep: (key: Uint8Array) => keepIn(directory, file, key),
    keepNext: (key: Uint8Array) => keepIn(directory, next, key),
    promote: async (): Promise<void> => {
      if ((await keyIn(next)) === undefined) return
      await rename(next, file)
      await fsyncTree(directory, { deep: false })
    },
    forget: async (): Promise<void> => {
      await rm(next, { force: true })
      await rm(file, { force: true })
      await fsyncTree(directory, { deep: false })
    },
  }
}

const keyIn = async (file: string): Promise<Uint8Array | undefined> => {
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  }
}

const keepIn = async (directory: string, file: string, key: Uint8Array): Promise<void> => {
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
}

/** A place for one secret key, in a table that belongs neither to the log nor to read models. */
export const masterKeyTable = (databases: Pick<Databases, 'within'>) => {
  const db = databases.within('generations')
  const kept = async () => {
    const [row] = await db.rows<{ key: Uint8Array; next: Uint8Array | null }>(sql`select key, next from master_key`)
    return row
  }
  return {
    name: 'the table generations.master_key of the database',
    read: async () => (await kept())?.key,
    readNext: async () => (await kept())?.next ?? undefined,
    /** Stores the key unless there is one already. */
    keep: async (key: Uint8Array): Promise<void> => {
      await db.rows(sql`insert into master_key (key) values (${key}) on conflict do nothing`)
    },
    keepNext: async (key: Uint8Array): Promise<void> => {
      await db.rows(sql`update master_key set next = ${key} where next is null`)
    },
    promote: async (): Promise<void> => {
      await db.rows(sql`update master_key set key = next, next = null where next is not null`)
      await db.rows(sql`vacuum master_key`)
    },
    forget: async (): Promise<void> => {
      await db.rows(sql`delete from master_key`)
      await db.rows(sql`vacuum master_key`)
    },
  }
}
