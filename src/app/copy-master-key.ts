import { mkdir } from 'node:fs/promises'
import type { KeyPlace } from '../commands/open-master-key.js'
import type { Config } from '../config/config.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import { sqlState } from '../postgres/faults.js'
import { masterKeyFile } from '../postgres/master-key-file.js'
import { keyPlaceOf, openDatabases, prepareDatabases } from './open-store.js'

/**
 * Gives a copied store the secret key of the one that it was copied from, unless the settings name it. Throws CopyRefused
 * where there is another key already.
 */
export const carryMasterKey = async (from: Config, to: Config): Promise<void> => {
  if (to.masterKey !== undefined) return
  const key = from.masterKey ?? (await atPlace(from, 'read', (place) => place.read()))
  if (key === undefined) return
  const kept = await atPlace(to, 'write', async (place) => {
    await place.keep(key)
    return place.read()
  })
  if (kept === undefined || !Buffer.from(kept).equals(key))
    throw new CopyRefused('The new store has a secret key already, and it is another one.')
}

type Mode = 'read' | 'write'

/** An embedded database is not opened for it: its directory may not hold one yet. */
const atPlace = async <T>(
  config: Config,
  mode: Mode,
  work: (place: KeyPlace) => Promise<T>,
): Promise<T | undefined> => {
  if (config.databaseUrl === undefined) {
    if (mode === 'write') await mkdir(config.dataDir, { recursive: true })
    return work(masterKeyFile(config.dataDir))
  }
  const databases = await openDatabases(config)
  try {
    if (mode === 'write') await prepareDatabases(config, databases)
    return await work(keyPlaceOf(databases))
  } catch (error) {
    // A database of before has no such table.
    if (mode === 'read' && sqlState(error) === '42P01') return undefined
    throw error
  } finally {
    await databases.close()
  }
}
