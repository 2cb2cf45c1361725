import { projections } from '../projections/index.js'
import { openLog } from '../src/app/open-log.js'
import { dataKeysOf, keyPlaceOf, migrations, openDatabases } from '../src/app/open-store.js'
import { knownMasterKey } from '../src/commands/master-key.js'
import { readStore } from '../src/commands/store-stream.js'
import type { Config } from '../src/config/config.js'
import { storeStreamsOf } from '../src/event-store/event-store.js'
import { noKeys } from '../src/event-store/sealing/data-keys.js'
import { openingEventStore } from '../src/event-store/sealing/sealing-event-store.js'
import { openGeneration, schemaOf } from '../src/projector/generations/generations.js'
import { startProjector } from '../src/projector/projector.js'

/** Builds a second generation of read models from the first event on, refresh included, and says how long it took. */
export const projectAgain = async (
  config: Config,
  round = 0,
): Promise<{ readonly events: number; readonly seconds: number }> => {
  const databases = await openDatabases(config)
  const log = await openLog(config, { databases })
  const opened = await readStore(log, storeStreamsOf(config.eventStorePrefix))
  if (opened === undefined) throw new Error('the log has not been opened')
  const { logId, chosen, keyMark } = opened
  const secrets = await knownMasterKey(keyMark, { given: config.masterKey, place: keyPlaceOf(databases) })
  const store = openingEventStore(log, secrets ? dataKeysOf(config, { databases, ...secrets }) : noKeys)
  const generation = await openGeneration({
    databases,
    definition: migrations('read-model'),
    projectionsVersion: `again ${round}`,
    logId,
    model: chosen,
  })
  const fail = (error: unknown) => {
    throw error
  }
  const began = performance.now()
  const projector = startProjector({
    store,
    model: { db: databases.within(schemaOf(generation)), logId, projections: projections.of(chosen) },
    // As a service and a rebuild do it.
    ahead: databases.kind === 'postgres',
    locks: databases,
    log: { progress: () => {}, retrying: fail, stopped: fail, parked: fail, resumed: () => {}, leads: () => {} },
  })
  const end = await store.end()
  await projector.reached(end, new AbortController().signal)
  const seconds = (performance.now() - began) / 1000
  await projector.close()
  await store.close()
  await databases.close()
  return { events: Number(end), seconds }
}
