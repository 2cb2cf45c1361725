import { randomUUID } from 'node:crypto'
import { SYSTEM } from '../../src/domain/event.js'
import type { LogCheckpointSigned, StoreEvent } from '../../src/domain/store.js'
import { decode, encode } from '../../src/event-store/codec.js'
import { type EventStore, storeStreamsOf } from '../../src/event-store/event-store.js'
import { signerOf } from '../../src/integrity/checkpoint.js'
import {
  createSignCheckpoint,
  type Schedule,
  type SignCheckpoint,
} from '../../src/operations/checkpoints/sign-checkpoint.js'
import type { Databases } from '../../src/postgres/database.js'
import { migrate } from '../../src/postgres/migrate.js'
import { migrations } from './log.js'
import { LOG_ID, MODEL } from './read-model.js'

const NEVER = new AbortController().signal
/** The seed of the key pair of the tests. */
const SEED = Buffer.alloc(32, 7)

export type Signing = {
  readonly store: EventStore
  readonly databases: Databases
  readonly prefix?: string
  readonly seed?: Uint8Array
  readonly schedule?: Schedule
  readonly now?: () => string
}

/** What signs checkpoints of a log, whose heads are in this database. */
export const signingOn = async (signing: Signing): Promise<SignCheckpoint> => {
  const { store, databases, prefix = 'test', seed = SEED, schedule = { events: 0, intervalMs: 0 } } = signing
  await migrate(databases, migrations('generations'), 'generations')
  return createSignCheckpoint({
    store,
    streams: storeStreamsOf(prefix),
    heads: { db: databases.within('generations'), logId: LOG_ID },
    sign: signerOf(seed),
    schedule,
    now: signing.now ?? (() => new Date().toISOString()),
    newId: randomUUID,
  })
}

/** Signs one over all that there is; fails where there is nothing new. */
export const signed = async (sign: SignCheckpoint) => {
  const data = await sign('now', NEVER)
  if (data === undefined) throw new Error('there was nothing to sign')
  return data
}

/** The first event of a log. */
export const openedAt = (at: string): StoreEvent => ({
  type: 'StoreOpened',
  metadata: { commandId: randomUUID(), at, actor: SYSTEM, reason: 'opened' },
  data: { logId: LOG_ID, embeddingModel: MODEL.model, dimensions: MODEL.dimensions },
})

/** Appends an event of the store itself. */
export const appendToStore = async (store: EventStore, event: StoreEvent, prefix = 'test'): Promise<void> => {
  await store.append(storeStreamsOf(prefix).store, 'any', encode([event], 'any'))
}

/** The checkpoints that a log holds. */
export const checkpointsIn = async (
  store: Pick<EventStore, 'read'>,
  prefix: string,
): Promise<readonly LogCheckpointSigned['data'][]> => {
  const found: LogCheckpointSigned['data'][] = []
  for await (const recorded of store.read(storeStreamsOf(prefix).checkpoints)) {
    const event = decode(recorded)
    if (event.type === 'LogCheckpointSigned') found.push(event.data)
  }
  return found
}
