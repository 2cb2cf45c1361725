import { readdir, readFile } from 'node:fs/promises'
import type { Database, Databases } from '../../src/postgres/database.js'
import type { TestDatabase } from '../support/database.js'

/** A fresh database with the read tables in a schema of their own. */
export const readTables = async (
  open: TestDatabase['open'],
): Promise<{ db: Database; within: Databases['within']; close(): Promise<void> }> => {
  const databases = await open()
  const folder = new URL('../../migrations/read-model/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
  await databases.script(`create schema search_test; set search_path to search_test, public; ${texts.join('\n')}`)
  return { db: databases.within('search_test'), within: databases.within, close: () => databases.close() }
}
