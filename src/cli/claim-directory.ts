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

type Claiming = {
  /** The command, told to whoever finds the directory held. */
  readonly about: string
  /** What is thrown where there is no store yet. */
  readonly refused: (why: string) => Error
}

/** Works while no other process may open the directory of a store that exists already. Throws DirectoryHeld. */
export const withOwnDirectory = async <Result>(
  config: Config,
  { about, refused }: Claiming,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === undefined && !hasCluster(dataDir)) throw refused(`${dataDir} holds no store yet.`)
  const lock = await claimDirectory(config, about)
  try {
    return await work()
  } finally {
    await lock?.release()
  }
}

/** Works with a store that exists already and that this process opens, and closes it. Throws DirectoryHeld. */
export const withOwnStore = <Store extends { readonly close: () => Promise<void> }, Result>(
  config: Config,
  { open, ...claiming }: Claiming & { readonly open: () => Promise<Store> },
  work: (store: Store) => Promise<Result>,
): Promise<Result> =>
  withOwnDirectory(config, claiming, async () => {
    const store = await open()
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  })
