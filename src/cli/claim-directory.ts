import { OperationRefused } from '../concurrency/operation.js'
import type { Config } from '../config/config.js'
import { type DirectoryLock, lockDirectory } from '../postgres/directory-lock.js'
import { hasCluster } from '../postgres/foreign-cluster.js'

/** Locks the data directory of the embedded database; a server's database needs no lock. Throws DirectoryHeld. */
export const claimDirectory = async (
  { databaseUrl, dataDir }: Config,
  about: string,
): Promise<DirectoryLock | undefined> => (databaseUrl === undefined ? lockDirectory(dataDir, about) : undefined)

/** Works while no other process may open these directories. Throws DirectoryHeld. */
export const withDirectories = async <Result>(
  directories: readonly string[],
  about: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const locks: DirectoryLock[] = []
  try {
    for (const directory of new Set(directories)) locks.push(await lockDirectory(directory, about))
    return await work()
  } finally {
    for (const lock of locks) await lock.release()
  }
}

/** The directory of the embedded database, where the settings name no other. */
export const ownDirectory = ({ databaseUrl, dataDir }: Config): readonly string[] =>
  databaseUrl === undefined ? [dataDir] : []

/** Works while no other process may open the directory of a store that exists already. Throws DirectoryHeld, OperationRefused. */
export const withOwnDirectory = async <Result>(
  config: Config,
  about: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const directories = ownDirectory(config)
  if (!directories.every(hasCluster)) throw new OperationRefused(`${config.dataDir} holds no store yet.`)
  return withDirectories(directories, about, work)
}

/** Works with what is opened for it, and closes that. */
export const withOpen = async <Opened extends { readonly close: () => Promise<void> }, Result>(
  open: () => Promise<Opened>,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> => {
  const opened = await open()
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}
