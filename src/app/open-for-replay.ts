import { knownMasterKey } from '../commands/master-key.js'
import { readStore, type StoreState } from '../commands/open-store.js'
import { OperationRefused } from '../concurrency/operation.js'
import type { Config } from '../config/config.js'
import { type EventStore, type Recorded, type Streams, storeStreamsOf, streamsOf } from '../event-store/event-store.js'
import { missingPosition } from '../event-store/postgres-event-store.js'
import { type DataKeys, noKeys } from '../event-store/sealing/data-keys.js'
import { keysWithoutErased } from '../event-store/sealing/erased-keys.js'
import { openingEventStore } from '../event-store/sealing/sealing-event-store.js'
import { createReplay, type Replay, type ReplayingStore } from '../operations/replay/replay.js'
import type { Replayed } from '../operations/replay/replayed.js'
import type { Databases } from '../postgres/database.js'
import { hasCluster } from '../postgres/foreign-cluster.js'
import { hashOf, liveOf, schemaOf } from '../projector/generations/generations.js'
import { createLeases } from '../projector/generations/leases.js'
import { closing, openEventStoreDb, openLog } from './open-log.js'
import { dataKeysOf, keyPlaceOf, openDatabases, readModelsOf, schemasIn } from './open-store.js'

type Opened = {
  readonly config: Config
  /** Undefined where nothing but an EventStoreDB holds anything yet. */
  readonly databases: Databases | undefined
  readonly keys: Pick<DataKeys, 'find'>
  readonly streams: Streams
  readonly reading: Replayed['reading']
}

/** Replays by a log adapter of its own each time: one that appends returns what it remembers, not what was kept. */
export const replayOf = ({ config, databases, keys, streams, reading }: Opened): Replay =>
  async function* (question, watch) {
    const raw = await logOf(config, databases)
    const store = openingEventStore(raw, keys)
    const missing =
      store.gapless && databases ? (signal: AbortSignal) => missingPosition(databases.within('log'), signal) : null
    try {
      const withoutErased = async (events: AsyncIterable<Recorded>) =>
        openingEventStore(raw, await keysWithoutErased(raw, keys, events))
      const replayed = { store, raw, withoutErased, streams, reading, missingPosition: missing }
      yield* createReplay(replayed)(question, watch)
    } finally {
      await store.close()
    }
  }

/** Opens the store that the settings name as it is: nothing is made, migrated or projected. Throws OperationRefused. */
export const openToReplay = async (config: Config): Promise<ReplayingStore> => {
  const databases = isMade(config) ? await openDatabases(config) : undefined
  const close = async () => databases?.close()
  try {
    const schemas = databases && (await schemasIn(config, databases))
    if (schemas?.log === false) throw nothingToReplay('the database holds no store yet')
    const state = await stateOf(config, databases)
    const made = schemas?.generations ? databases : undefined
    const reading = made ? readingOf(made, state) : async () => undefined
    const secrets = made && (await secretsIn(config, made, state))
    const keys = made && secrets ? dataKeysOf(config, { databases: made, ...secrets }) : noKeys
    const streams = streamsOf(config.eventStorePrefix, secrets?.hashes.user ?? unknownUser)
    return { replay: replayOf({ config, databases, keys, streams, reading }), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Throws MasterKeyUnfit. */
const secretsIn = (config: Config, databases: Databases, { keyMark }: StoreState) =>
  knownMasterKey(keyMark, { given: config.masterKey, place: keyPlaceOf(databases) })

/** Streams are named with the secret key. */
const unknownUser = (): never => {
  throw nothingToReplay("without the store's secret key the events of a user cannot be found in this log")
}

const nothingToReplay = (why: string): OperationRefused =>
  new OperationRefused(
    `There is nothing to replay: ${why}. \`palimpsest serve\` makes a store; --data-dir or --database-url names another.`,
  )

/** An embedded directory is made by being opened. */
const isMade = ({ databaseUrl, dataDir }: Config): boolean => databaseUrl !== undefined || hasCluster(dataDir)

const PAGE = 1000

const logOf = async (config: Config, databases: Databases | undefined): Promise<EventStore> => {
  if (databases) return openLog(config, { databases })
  const { eventStore } = config
  if (eventStore === undefined) throw nothingToReplay(`${config.dataDir} holds no store yet`)
  return openEventStoreDb({ ...config, eventStore }, { page: PAGE })
}

const stateOf = async (config: Config, databases: Databases | undefined): Promise<StoreState> =>
  closing(await logOf(config, databases), async (store) => {
    const opened = await readStore(store, storeStreamsOf(config.eventStorePrefix))
    if (opened === undefined) throw nothingToReplay('the log holds no store of this prefix yet')
    return opened
  })

/** Work on the live read models, which are held, so that no rebuild takes them away meanwhile; undefined where none are. */
const readingOf = (databases: Databases, state: StoreState): Replayed['reading'] => {
  const wanted = readModelsOf(databases, state)
  const leases = createLeases(databases)
  return async (work) => {
    for (;;) {
      const live = await liveOf(databases, hashOf(wanted))
      if (live === undefined) return undefined
      const release = await leases.hold(live)
      try {
        const now = await liveOf(databases, hashOf(wanted))
        if (now?.number === live.number) return await work(databases.within(schemaOf(live)))
      } finally {
        await release()
      }
    }
  }
}
