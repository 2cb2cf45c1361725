import type { Config } from '../config/config.js'
import { streamsOf } from '../event-store/event-store.js'
import { RotationRefused, type RotationResult, type RotationWatch } from '../operations/keys/report.js'
import { rotateKeys } from '../operations/keys/rotate.js'
import { claimSecretKey } from '../projector/generations/leases.js'
import { isPrepared } from './inspect-store.js'
import { withLog } from './open-log.js'
import { keyPlaceOf, openDatabases, prepareDatabases } from './open-store.js'
import { source } from './operate-store.js'

/** Gives the store that the settings name the next secret key. Throws RotationRefused, MasterKeyUnfit. */
export const rotateStoreKeys = async (config: Config, watch: RotationWatch): Promise<RotationResult> => {
  const databases = await openDatabases(config)
  try {
    if (!(await isPrepared(config, databases))) throw new RotationRefused('The database holds no store yet.')
    await prepareDatabases(config, databases)
    const rotating = {
      ...source,
      streams: streamsOf(config.eventStorePrefix),
      db: databases.within('generations'),
      place: keyPlaceOf(databases),
      ...{ given: config.masterKey, next: config.nextMasterKey },
      claim: () => claimSecretKey(databases),
    }
    return await withLog(config, { databases }, (log) => rotateKeys({ ...rotating, log }, watch))
  } finally {
    await databases.close()
  }
}
