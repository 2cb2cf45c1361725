import { readStore, type StoreState } from './commands/store-stream.js'
import type { Config } from './config.js'
import { missingPosition } from './event-store/missing-position.js'
import { streamsOf } from './event-store/streams.js'
import { isPrepared, readModelsOf } from './look-at-store.js'
import { openLog, withLog } from './open-log.js'
import type { Databases } from './postgres/database.js'
import { openDatabases } from './projected-store.js'
import { hashOf } from './projector/generation-names.js'
import { liveOf, schemaOf } from './projector/generations.js'
import { createHolds } from './projector/hold-generations.js'
import type { Reading } from './projector/serve-generations.js'
import { createReplay, type Replay, type ReplayingStore } from './replay/replay.js'
import { NothingToReplay } from './replay/replayed.js'

type Opened = {
  readonly config: Config
  readonly databases: Databases
  readonly reading: Reading
}

/**
 * A way to replay the store that these databases hold. Each replay reads the log through an adapter of its own: one that
 * appends as well gives back what it remembers of that, and not what was kept.
 */
export const replayOf = ({ config, databases, reading }: Opened): Replay =>
  async function* (question, watch) {
    const store = await openLog(config, { databases })
    const streams = streamsOf(config.eventStorePrefix)
    const missing = store.gapless ? (signal: AbortSignal) => missingPosition(databases.within('log'), signal) : null
    try {
      yield* createReplay({ store, streams, reading, missingPosition: missing })(question, watch)
    } finally {
      await store.close()
    }
  }

/** Opens the store that the settings name as it is: nothing is made, migrated or projected. Throws NothingToReplay. */
export const openToReplay = async (config: Config): Promise<ReplayingStore> => {
  const databases = await openDatabases(config)
  try {
    if (!(await isPrepared(config, databases))) throw new NothingToReplay('the database holds no store yet')
    const reading = readingOf(databases, await stateOf(config, databases))
    return { replay: replayOf({ config, databases, reading }), close: () => databases.close() }
  } catch (error) {
    await databases.close()
    throw error
  }
}

const stateOf = (config: Config, databases: Databases): Promise<StoreState> =>
  withLog(config, { databases }, async (store) => {
    const opened = await readStore(store, streamsOf(config.eventStorePrefix))
    if (opened === undefined) throw new NothingToReplay('the database holds no store of this prefix yet')
    return opened
  })

/** Work on the live read models, which are held, so that no rebuild takes them away meanwhile. */
const readingOf = (databases: Databases, state: StoreState): Reading => {
  const wanted = readModelsOf(databases, state)
  const holds = createHolds(databases)
  return async (work) => {
    for (;;) {
      const live = await liveOf(databases, hashOf(wanted))
      if (live === undefined)
        throw new NothingToReplay('this version has built no read models here that could be checked')
      const release = await holds.hold(live)
      try {
        const now = await liveOf(databases, hashOf(wanted))
        if (now?.number === live.number) return await work(databases.within(schemaOf(live)))
      } finally {
        await release()
      }
    }
  }
}
