import { projections } from '../projections/index.js'
import { storeIn } from './commands/store-stream.js'
import type { Config } from './config.js'
import type { EventStore } from './event-store/event-store.js'
import { missingPosition } from './event-store/missing-position.js'
import { type Streams, streamsOf } from './event-store/streams.js'
import { isPrepared } from './look-at-store.js'
import { openLog } from './open-log.js'
import type { Databases } from './postgres/database.js'
import { migrations, openDatabases } from './projected-store.js'
import { hashOf } from './projector/generation-names.js'
import { liveOf, schemaOf } from './projector/generations.js'
import { createHolds } from './projector/hold-generations.js'
import type { Reading } from './projector/serve-generations.js'
import { createReplay, type Replay, type ReplayingStore } from './replay/replay.js'
import { NothingToReplay } from './replay/replayed.js'

type Opened = {
  readonly databases: Databases
  readonly store: EventStore
  readonly streams: Streams
  readonly reading: Reading
}

/** A way to replay a store that is open. */
export const replayOf = ({ databases, store, streams, reading }: Opened): Replay =>
  createReplay({
    store,
    streams,
    reading,
    missingPosition: store.gapless ? (signal) => missingPosition(databases.within('log'), signal) : null,
  })

/** Opens the store that the settings name as it is: nothing is made, migrated or projected. Throws NothingToReplay. */
export const openToReplay = async (config: Config): Promise<ReplayingStore> => {
  const databases = await openDatabases(config)
  try {
    if (!(await isPrepared(config, databases))) throw new NothingToReplay('the database holds no store yet')
    const store = await openLog(config, { databases })
    const streams = streamsOf(config.eventStorePrefix)
    const opened = await storeIn(store, streams)
    if (opened === undefined) throw new NothingToReplay('the database holds no store of this prefix yet')
    const reading = readingOf(databases, opened.logId)
    const close = async () => {
      await store.close()
      await databases.close()
    }
    return { replay: replayOf({ databases, store, streams, reading }), close }
  } catch (error) {
    await databases.close()
    throw error
  }
}

/** Work on the live read models, which are held, so that no rebuild takes them away meanwhile. */
const readingOf = (databases: Databases, logId: string): Reading => {
  const wanted = { databases, definition: migrations('read-model'), projectionsVersion: projections.version, logId }
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
