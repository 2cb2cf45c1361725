import type { Config } from '../config/config.js'
import { type DirectoryLock, lockDirectory } from '../postgres/directory-lock.js'

/** Locks the data directory of the embedded database; a server's database needs no lock. Throws DirectoryHeld. */
export const claimDirectory = async (
  { databaseUrl, dataDir }: Config,
  about: string,
): Promise<DirectoryLock | undefined> => (databaseUrl === undefined ? lockDirectory(dataDir, about) : undefined)
