import { v7 } from 'uuid'
import { createRecalls } from '../commands/record-recalls.js'
import { repeatedFault } from '../concurrency/repeated-fault.js'
import type { Config } from '../config/config.js'
import { createSettings } from '../config/runtime-settings.js'
import type { SignedCheckpoint } from '../domain/store.js'
import type { EventStore, Streams } from '../event-store/event-store.js'
import type { Logger } from '../logger.js'
import { signRegularly } from '../operations/checkpoints/signing.js'
import { ProjectorStopped } from '../projector/progress.js'
import { createApiPerModel } from './api-per-model.js'
import { openDeriver, workInBackground } from './background-work.js'
import { doorsOf, edgeSettings } from './doors.js'
import { logChanges, lookAtLogEnd, watchHealth } from './health.js'
import { replayOf } from './open-for-replay.js'
import { limitsOf } from './open-log.js'
import { type OpenDatabases, openDatabases, openProjectedStore, type Reporting } from './open-store.js'
import { reembedOf, signingOf, source } from './operate-store.js'
import { openWhenReached, type StartWait } from './reach-stores.js'
import { openSearchProviders } from './search-providers.js'

export { copyStore } from './copy-store.js'
export { mcpOfService, mcpWhenOpen } from './doors.js'
export {
  eraseStore,
  proveStoreErasure as proveErasure,
  replayStoreErasures as replayErasures,
  rotateStoreKeys as rotateKeys,
  signStore as signCheckpoint,
} from './erasure-and-keys.js'
export { openToReplay } from './open-for-replay.js'
export { planStore, prepareStore, rebuildStore, reembedStore, reingestStore } from './operate-store.js'
export { reachStores, type StartWait, type Waiting } from './reach-stores.js'

type Starting = {
  readonly announce: Reporting['announce']
  readonly wait?: StartWait
}

/** Opens the store that the settings name and joins all parts; with `wait`, when its servers answer. */
export const openApp = (config: Config, logger: Logger, { announce, wait }: Starting) => {
  const open = () => openAppOn(() => openDatabases(config))(config, logger, announce)
  return wait === undefined ? open() : openWhenReached(config, wait, open)
}

/** The same over databases that somebody else opens; the application closes them. */
export const openAppOn =
  (open: OpenDatabases) => async (config: Config, logger: Logger, announce: Reporting['announce']) => {
    const opened = await openProjectedStore(config, open, { ...source, logger, announce, serves: true })
    const { activeModel, readModelSets, databases } = opened
    const recalls = openRecalls(opened, config, logger)
    const settings = createSettings(config)
    const deriver = await openDeriver(config, settings)
    const searchProviders = await openSearchProviders(config, { logger, now: source.now })
    const watched = { logEnd: lookAtLogEnd(opened.store), noted: notedIn(logger) }
    const more = { ...watched, recalls, limits: limitsOf(config), deriver, searchProviders }
    const perModel = createApiPerModel(readModelSets, { ...opened, ...source, ...more }, { activeModel, logger })
    const { api } = perModel
    const unwatch = watchHealth(() => api().health())
    const answeredBy = () => activeModel.current().provider
    const edge = edgeSettings(config, settings, { database: databases.kind, answeredBy })
    const doors = doorsOf(config, { api, logger, ...edge })
    const wanted = { derives: deriver.model !== undefined, resolvesConflicts: config.conflicts.byItself === 'on' }
    const background = workInBackground({ lock: databases.lock, api, logger, ...wanted })
    const checkpoints = signRegularly({
      sign: signingOf(opened, config),
      schedule: config.signedCheckpoints,
      leads: () => activeModel.current().serving.projector.leads(),
      ...signingNoted(logger),
    })
    const close = async () => {
      unwatch()
      deriver.end()
      await background.stop()
      await api().derivingIdle()
      await recalls.close()
      await checkpoints.stop()
      await perModel.close()
      await opened.close()
    }
    const caughtUp = activeModel.current().caughtUp()
    caughtUp.then(perModel.warmUp, () => {}) // why not, is said below
    const ready = caughtUp.then(background.begin, failureOf)
    ready.then(checkpoints.begin, () => {})
    const replay = replayOf({ ...opened, config, reading: (work) => activeModel.current().serving.reading(work) })
    return { ...doors, ready, rebuild: opened.rebuild, reembed: reembedOf(opened, config), replay, close }
  }

/** Where changes of the health of the service, and of whether reads are served, are noted. */
const notedIn = (logger: Logger) => ({
  health: logChanges(logger, { well: 'the service is well', not: 'the service is degraded' }),
  readiness: logChanges(logger, { well: 'reads are served', not: 'reads are not served' }),
})

const signingNoted = (logger: Logger) => ({
  signed: (checkpoint: SignedCheckpoint) => logger.info({ checkpoint }, 'signed a checkpoint of the log'),
  failed: repeatedFault(logger, 'no checkpoint of the log could be signed yet'),
})

const UNSERVED = 'The read models cannot be served: the messages on stderr say why.'
const failureOf = (error: unknown) => (error instanceof ProjectorStopped ? error.message : UNSERVED)

const openRecalls = ({ store, streams }: { store: EventStore; streams: Streams }, config: Config, logger: Logger) =>
  createRecalls({
    store,
    streams,
    ...source,
    newRecallId: () => v7(),
    receipts: config.recalls.receipts,
    flushMs: config.recalls.flushMs,
    failed: repeatedFault(logger, 'recalls could not be flushed yet'),
  })
