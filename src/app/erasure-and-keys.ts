import { createErase, createEraseUser, createPlanErasure, type ErasureWish } from '../commands/erase-memories.js'
import { type KeyedHashes, knownMasterKey } from '../commands/master-key.js'
import { readStore, type StoreState } from '../commands/open-store.js'
import { OperationRefused, type Watch } from '../concurrency/operation.js'
import type { Config } from '../config/config.js'
import { type EventStore, type Streams, storeStreamsOf, streamsOf } from '../event-store/event-store.js'
import type { DataKeys } from '../event-store/sealing/data-keys.js'
import { openingEventStore } from '../event-store/sealing/sealing-event-store.js'
import type { Logger } from '../logger.js'
import { type SignedNow, signNow } from '../operations/checkpoints/signing.js'
import { type RotationResult, rotateKeys } from '../operations/keys/rotate.js'
import { proveErasure } from '../operations/prove/prove-erasure.js'
import { type ReplayedErasures, replayErasures } from '../operations/prove/replay-erasures.js'
import type { ErasedOne, ErasureProof } from '../operations/prove/report.js'
import type { Databases } from '../postgres/database.js'
import { claimSecretKey, holdSecretKey } from '../projector/generations/leases.js'
import { reachedUnlessParked } from '../projector/progress.js'
import { wordsEmbeddedBy } from '../providers/embedding.js'
import { comparisonsBeside } from '../read-models/compare-beside.js'
import { closing, withLog } from './open-log.js'
import {
  dataKeysOf,
  embeddingsOf,
  isPrepared,
  keyPlaceOf,
  migrations,
  openDatabases,
  prepareDatabases,
} from './open-store.js'
import { openAlone, signingOf, source, transactOn } from './operate-store.js'
import { forgettingOf } from './writes.js'

const ERASING = { phase: 'Erasing', unit: 'positions of the log' }

/**
 * Opens the store to erase from it, beside services or without. Both throw UserNotFound or MemoryNotFound; `erase` resolves
 * when keys are destroyed and no read shows it any more.
 */
export const eraseStore = async (config: Config, logger: Logger) => {
  const opened = await openAlone(config, logger)
  const active = opened.activeModel.current()
  const { reading, projector } = active.serving
  const write = {
    ...source,
    streams: opened.streams,
    keyedHashes: opened.keyedHashes,
    reading,
    transact: transactOn(opened, active, { config, logger }),
    timeoutMs: config.writeTimeoutMs,
    // This process has answered no search; the erasure is waited for below, however long it takes.
    settled: async () => {},
    erased: async () => {},
  }
  const planned = createPlanErasure(write)
  const [eraseMemory, eraseUser] = [createErase(write), createEraseUser(write)]
  const { forgetWords } = forgettingOf({ ...opened, ...source, reading, projector, limits: config })
  return {
    plan: (wish: ErasureWish) => active.caughtUp().then(() => planned(wish)),
    erase: async (wish: ErasureWish, { report, signal }: Watch) => {
      const { scope, memoryId } = wish
      await active.caughtUp()
      const extent = await planned(wish)
      const asked = { scope, actor: { key: 'admin', agentId: null } } as const
      const { position } = memoryId === undefined ? await eraseUser(asked) : await eraseMemory({ ...asked, memoryId })
      const total = Number(position)
      const telling = setInterval(() => report({ ...ERASING, done: Number(projector.position()), total }), 1000)
      try {
        await reachedUnlessParked(projector)(opened.streams.bank(scope.userId), position, signal)
        await forgetWords()
      } finally {
        clearInterval(telling)
      }
      return extent
    },
    close: opened.close,
  }
}

/** Works with the databases of a store that is there, brought up to date, and with its log as it is kept. */
const onKeptLog = async <T>(
  config: Config,
  work: (opened: { readonly databases: Databases; readonly raw: EventStore }) => Promise<T>,
): Promise<T> =>
  closing(await openDatabases(config), async (databases) => {
    if (!(await isPrepared(config, databases))) throw new OperationRefused('The database holds no store yet.')
    await prepareDatabases(config, databases)
    return withLog(config, { databases }, (raw) => work({ databases, raw }))
  })

/** Gives the store that the settings name the next secret key. Throws OperationRefused, MasterKeyUnfit. */
export const rotateStoreKeys = (config: Config, watch: Watch): Promise<RotationResult> =>
  onKeptLog(config, ({ databases, raw: log }) => {
    const rotating = {
      ...source,
      log,
      streams: storeStreamsOf(config.eventStorePrefix),
      prefix: config.eventStorePrefix,
      db: databases.within('generations'),
      place: keyPlaceOf(databases),
      given: config.masterKey,
      next: config.nextMasterKey,
      claim: () => claimSecretKey(databases),
    }
    return rotateKeys(rotating, watch)
  })

type Sealed = {
  readonly raw: EventStore
  readonly keys: DataKeys
  readonly keyedHashes: KeyedHashes
  readonly databases: Databases
  readonly streams: Streams
  readonly state: StoreState
}

/** Works with the log as it is kept and with the keys of what is sealed in it, which nobody changes meanwhile. Throws MasterKeyUnfit. */
const onSealedLog = <T>(config: Config, work: (opened: Sealed) => Promise<T>): Promise<T> =>
  onKeptLog(config, async ({ databases, raw }) => {
    const state = await readStore(raw, storeStreamsOf(config.eventStorePrefix))
    if (state === undefined) throw new OperationRefused('There is no store of this prefix yet.')
    const release = await holdSecretKey(databases)
    try {
      const secrets = await knownMasterKey(state.keyMark, { given: config.masterKey, place: keyPlaceOf(databases) })
      if (secrets === undefined) throw new OperationRefused('This store has no secret key yet: start its service once.')
      const { hashes: keyedHashes } = secrets
      const streams = streamsOf(config.eventStorePrefix, keyedHashes.user)
      const keys = dataKeysOf(config, { databases, ...secrets })
      return await work({ raw, keys, keyedHashes, databases, streams, state })
    } finally {
      await release()
    }
  })

type ErasureQuestion = ErasedOne & { readonly words: readonly string[] }

/** Looks for what is left of what was erased. On an embedded store its tables are written anew for it. Throws OperationRefused. */
export const proveStoreErasure = (config: Config, wanted: ErasureQuestion, watch: Watch): Promise<ErasureProof> =>
  onSealedLog(config, async (opened) => {
    const { raw, keys, databases, state } = opened
    const embeds = (await embeddingsOf(config)).map(wordsEmbeddedBy)
    // They only read keys: an erasure that was not carried out is found, not mended.
    const beside = { databases, store: openingEventStore(raw, keys), definition: migrations('read-model') }
    const rebuilds = await comparisonsBeside({ ...beside, logId: state.logId }, state.chosen)
    return proveErasure({ ...opened, rebuilds, embeds }, wanted, watch)
  })

/** Destroys again what the whole log has erased. Throws OperationRefused. */
export const replayStoreErasures = (config: Config, watch: Watch): Promise<ReplayedErasures> =>
  onSealedLog(config, ({ databases, ...opened }) =>
    replayErasures({ ...opened, db: databases.within('generations') }, watch),
  )

/** Signs a checkpoint over all that the log holds. Throws OperationRefused. */
export const signStore = (config: Config, signal: AbortSignal): Promise<SignedNow> =>
  onSealedLog(config, ({ raw: log, state: { logId }, ...opened }) => {
    const sign = signingOf({ log, logId, ...opened }, config)
    return signNow({ sign, store: log, streams: opened.streams }, signal)
  })
