import { fittingKey, keptOrMade, MasterKeyUnfit } from '../commands/master-key.js'
import { checkOf, type StoreSecrets, secretsOf, streamsNamed } from '../commands/store-secrets.js'
import { readStore, type StoreState } from '../commands/store-stream.js'
import type { Config } from '../config/config.js'
import { AppendTooLarge, type EventStore, streamsOf } from '../event-store/event-store.js'
import type { DataKeys } from '../event-store/sealing/data-keys.js'
import { openingEventStore } from '../event-store/sealing/opening-event-store.js'
import { sealingEventStore } from '../event-store/sealing/sealing-event-store.js'
import { takeWrappingKey } from '../event-store/sealing/wrapping-key.js'
import { countUnsealed, type Unsealed } from '../operations/copy-log/clear-parts.js'
import { copyLog } from '../operations/copy-log/copy-log.js'
import { CopyRefused } from '../operations/copy-log/copy-markers.js'
import type { CopyResult, CopyWatch } from '../operations/copy-log/copy-report.js'
import { keyedSince } from '../operations/copy-log/moving-appends.js'
import { sealingPassage } from '../operations/copy-log/seal-passage.js'
import type { Databases } from '../postgres/database.js'
import { isUnavailable } from '../postgres/faults.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { holdSecretKey } from '../projector/generations/leases.js'
import { atPlace, haveKeys, isSameDatabase, keepMasterKey } from './copy-store.js'
import { isPrepared } from './inspect-store.js'
import { closing, openEventStoreDb, openLog } from './open-log.js'
import { dataKeysOf, openDatabases, prepareDatabases } from './open-store.js'
import { source as clock } from './operate-store.js'

/** A log to seal, as it is kept. */
type Source = {
  readonly raw: EventStore
  /** Where its keys are; undefined where nothing but an EventStoreDB holds anything yet. */
  readonly databases: Databases | undefined
}

/** Counts what stands in the clear in the log that the settings name. Throws CopyRefused. */
export const countUnsealedIn = (config: Config, watch: CopyWatch): Promise<Unsealed> =>
  onSource(config, hasDatabase(config), async ({ raw }) => {
    await stateOf(config, raw)
    return countUnsealed(raw, watch)
  })

/**
 * Copies the log that the one settings name into the one that the others name, which is made where there is none, and seals every
 * event on its way. The other store has the same secret key or, where there was none, a new one.
 * @throws CopyRefused, CopyDiffers, CopyUnfinished, MasterKeyUnfit
 */
export const sealStore = async (from: Config, to: Config, watch: CopyWatch): Promise<CopyResult> => {
  const shared = isSameDatabase(from, to)
  return onSource(from, shared || hasDatabase(from), async (source) => {
    const state = await stateOf(from, source.raw)
    if (state.names === 'sealed')
      throw new CopyRefused(
        'Nothing in this log is in the clear: it seals words and names. `palimpsest copy-log` copies it.',
      )
    const known = await secretKeyOf(from, state)
    const open = openingEventStore(source.raw, await keysOf(from, source, known))
    if (known) await keepMasterKey(to, known)
    const key = known ?? (await newKeyOf(to))
    const databases = shared && source.databases ? source.databases : await openDatabases(to)
    try {
      const secrets = secretsOf(key, state.keyMark?.carried)
      return await sealInto({ config: to, databases, secrets, check: checkOf(key) }, open, watch)
    } finally {
      if (databases !== source.databases) await databases.close()
    }
  })
}

type Target = {
  readonly config: Config
  readonly databases: Databases
  readonly secrets: StoreSecrets
  readonly check: string
}

const sealInto = async ({ config, databases, secrets, check }: Target, from: EventStore, watch: CopyWatch) => {
  await prepareDatabases(config, databases)
  const release = await holdSecretKey(databases)
  try {
    const { eventStorePrefix: prefix } = config
    await takeWrappingKey(databases.within('generations'), { ...secrets, prefix })
    const keys = dataKeysOf(config, { databases, ...secrets })
    const old = streamsOf(prefix)
    const streams = streamsNamed(prefix, 'sealed', secrets.hashes)
    const hashes = { keyedHash: secrets.hashes.request, keyedSince: await keyedSince(from, old) }
    const passage = sealingPassage({ ...watch, from, keys, check, move: { from: old, to: streams, ...hashes } })
    return await closing(await openLog(withRoom(config), { databases }), (raw) => {
      const { append } = sealingEventStore(raw, { keys, names: 'sealed', isUnavailable })
      return copyLog({ ...watch, ...clock, from, to: { ...raw, append }, streams, passage })
    })
  } catch (error) {
    if (!(error instanceof AppendTooLarge)) throw error
    throw new CopyRefused(
      `An append of the log is larger than the other one takes at once when it is sealed (${error.message}). ` +
        'Let that take more (MAX_APPEND_BYTES, and MaxAppendSize of an EventStoreDB), and run this again.',
    )
  } finally {
    await release()
  }
}

/** What was appended before anything was sealed may be as large as the settings say in the clear. A server has a limit of its own. */
const withRoom = (config: Config): Config =>
  config.eventStore === undefined ? { ...config, maxAppendBytes: Number.POSITIVE_INFINITY } : config

const onSource = async <T>(config: Config, withDatabase: boolean, work: (source: Source) => Promise<T>): Promise<T> => {
  const databases = withDatabase ? await openDatabases(config) : undefined
  try {
    return await closing(await openSource(config, databases), (raw) => work({ raw, databases }))
  } finally {
    await databases?.close()
  }
}

const openSource = async (config: Config, databases: Databases | undefined): Promise<EventStore> => {
  const { eventStore } = config
  if (eventStore !== undefined) return openEventStoreDb({ ...config, eventStore }, { page: PAGE })
  if (databases !== undefined && (await isPrepared(config, databases))) return openLog(config, { databases })
  throw new CopyRefused('There is no store to seal in that database.')
}

/** Events in one batch of a log that is read from beginning to end. */
const PAGE = 1000

/** Whether there is a database without one being made: an embedded directory is made by being opened. */
const hasDatabase = ({ databaseUrl, dataDir }: Config): boolean => databaseUrl !== undefined || hasCluster(dataDir)

const stateOf = async (config: Config, raw: EventStore): Promise<StoreState> => {
  const state = await readStore(raw, streamsOf(config.eventStorePrefix))
  if (state === undefined) throw new CopyRefused('There is no store of this prefix to seal.')
  return state
}

/** Undefined where the store has none. Throws MasterKeyUnfit. */
const secretKeyOf = async (config: Config, { keyMark }: StoreState): Promise<Uint8Array | undefined> => {
  if (keyMark === undefined) return undefined
  const key = await atPlace(config, 'read', (place) => fittingKey(keyMark, { given: config.masterKey, place }))
  if (key === undefined)
    throw new MasterKeyUnfit('The secret key of the store is missing. Set PALIMPSEST_MASTER_KEY to it.')
  return key
}

/** Of a store that had none. */
const newKeyOf = async (config: Config): Promise<Uint8Array> => {
  const key = config.masterKey ?? (await atPlace(config, 'write', keptOrMade))
  if (key === undefined) throw new Error('a key that was made is not there')
  return key
}

/** Those that open what is sealed in the log already. What they do not open cannot be read: it is never taken for erased. */
const keysOf = async (config: Config, { databases }: Source, key: Uint8Array | undefined) => {
  if (key === undefined || databases === undefined || !(await haveKeys(databases))) return NO_KEY_FOUND
  return dataKeysOf(config, { databases, ...secretsOf(key) })
}

const NO_KEY_FOUND: Pick<DataKeys, 'find'> = { find: async () => new Map() }
