import type { Config } from '../config/config.js'
import { type DirectoryLock, lockDirectory } from '../postgres/directory-lock.js'
import { hasCluster } from '../postgres/foreign-cluster.js'

/** Locks the data directory of the embedded database; a server's database needs no lock. Throws DirectoryHeld. */
export const claimDirectory = async (
  { databaseUrl, dataDir }: Config,
  about: string,
): Promise<DirectoryLock | undefined> => (databaseUrl === undefined ? lockDirectory(dataDir, about) : undefined)

type Opening<Store> = {
  /** The command, told to whoever finds the directory held. */
  readonly about: string
  readonly open: () => Promise<Store>
  /** What is thrown where there is no store yet. */
  readonly refused: (why: string) => Error
}

/** Works with a store that exists already and that this process opens, and closes it. Throws DirectoryHeld. */
export const withOwnStore = async <Store extends { readonly close: () => Promise<void> }, Result>(
  config: Config,
  { about, open, refused }: Opening<Store>,
  work: (store: Store) => Promise<Result>,
): Promise<Result> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !hasCluster(dataDir)) throw refused(`${dataDir} holds no store yet.`)
  const lock = await claimDirectory(config, about)
  try {
    const store = await open()
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  } finally {
    await lock?.release()
  }
}
