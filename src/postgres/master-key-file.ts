import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fsyncTree } from './fsync-tree.js'

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
    /** Keeps the key unless there is one already; whole or not at all, and on the disk when this resolves. */
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
