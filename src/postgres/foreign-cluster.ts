import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The Postgres inside PGlite, and so the only one whose files it can read. */
export const POSTGRES_MAJOR = '18'

/** What lies in the data directory is not a database that this version can open; nothing in it has been touched. */
export class ForeignCluster extends Error {
  override readonly name = 'ForeignCluster'
}

/** Whether an embedded database has been made in the directory. */
export const hasCluster = (directory: string): boolean => existsSync(join(directory, 'cluster'))

/** @throws ForeignCluster for the files of another Postgres, in `cluster` or where it would be made. */
export const refuseForeign = async (directory: string, cluster: string): Promise<void> => {
  if (existsSync(join(directory, 'PG_VERSION'))) {
    throw new ForeignCluster(
      `${directory} is the data directory of a Postgres server. Choose another data directory, or connect to that server by DATABASE_URL.`,
    )
  }
  if (!existsSync(cluster)) return
  const major = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (major === undefined) {
    throw new ForeignCluster(
      `${cluster} is there, but it is no database. Choose another data directory, or move it away if it is not needed.`,
    )
  }
  if (major.trim() !== POSTGRES_MAJOR) throw new ForeignCluster(otherVersion(cluster, major.trim()))
}

const otherVersion = (cluster: string, major: string): string => {
  const is = Number(major) > Number(POSTGRES_MAJOR) ? 'a newer' : 'another'
  return `${cluster} was written by ${is} version of palimpsest (its database is Postgres ${major.slice(0, 20)}, this version has ${POSTGRES_MAJOR}). Start the version that wrote it, or choose another data directory.`
}
