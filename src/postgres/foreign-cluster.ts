import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The version of Postgres inside PGlite: it can read no other version's files. */
export const POSTGRES_MAJOR = '18'

/** The data directory holds no database that this version can open. Nothing in it was changed. */
export class ForeignCluster extends Error {
  override readonly name = 'ForeignCluster'
}

/** Whether the directory holds an embedded database. */
export const hasCluster = (directory: string): boolean => existsSync(join(directory, 'cluster'))

/** @throws ForeignCluster for the files of another Postgres, in `cluster` or in the directory itself */
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
