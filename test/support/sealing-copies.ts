import { randomUUID } from 'node:crypto'
import { checkOf, secretsOf, streamsNamed } from '../../src/commands/store-secrets.js'
import { type EventStore, type Recorded, type Streams, streamsOf } from '../../src/event-store/event-store.js'
import { batchesOf } from '../../src/event-store/log-range.js'
import { createDataKeys, type DataKeys } from '../../src/event-store/sealing/data-keys.js'
import { isEnvelope } from '../../src/event-store/sealing/envelope.js'
import { openAll } from '../../src/event-store/sealing/opening-event-store.js'
import { renaming } from '../../src/event-store/sealing/pseudonyms.js'
import { sealingEventStore } from '../../src/event-store/sealing/sealing-event-store.js'
import { copyLog } from '../../src/operations/copy-log/copy-log.js'
import type { CopyResult } from '../../src/operations/copy-log/copy-report.js'
import { keyedSince } from '../../src/operations/copy-log/moving-appends.js'
import { sealingPassage } from '../../src/operations/copy-log/seal-passage.js'
import type { Databases } from '../../src/postgres/database.js'
import { isUnavailable } from '../../src/postgres/faults.js'
import { migrate } from '../../src/postgres/migrate.js'
import type { Copied } from './copied.js'
import { migrations } from './log.js'

const KEY = Buffer.alloc(32, 7)

/** The keys in a database, of a store with the secret key of the tests or another one. */
export const keysIn = async (databases: Databases, key: Uint8Array = KEY): Promise<DataKeys> => {
  await migrate(databases, migrations('generations'), 'generations')
  return createDataKeys({
    db: databases.within('generations'),
    ...secretsOf(key),
    prefix: 'palimpsest',
    besideLog: false,
  })
}

/** The names of the streams of a log with sealed names. */
export const sealedStreams = (prefix: string, key: Uint8Array = KEY): Streams =>
  streamsNamed(prefix, 'sealed', secretsOf(key).hashes)

type Sealing = {
  readonly prefix: string
  readonly signal?: AbortSignal
  readonly key?: Uint8Array
  /** What stands in the place of the keys. */
  readonly around?: (keys: DataKeys) => DataKeys
}

/** Copies an open log into another one, and seals it on its way. */
export const sealEvents = async (
  from: EventStore,
  to: Copied,
  { prefix, signal, key = KEY, around = (keys) => keys }: Sealing,
): Promise<CopyResult> => {
  const watch = { report: () => {}, signal: signal ?? new AbortController().signal }
  const keys = around(await keysIn(to.databases, key))
  const { append } = sealingEventStore(to.log, { keys, names: 'sealed', isUnavailable })
  const streams = sealedStreams(prefix, key)
  const move = {
    ...{ from: streamsOf(prefix), to: streams },
    ...{ keyedHash: secretsOf(key).hashes.request, keyedSince: await keyedSince(from, streams) },
  }
  return copyLog({
    ...watch,
    from,
    to: { ...to.log, append },
    streams,
    now: () => new Date().toISOString(),
    newId: randomUUID,
    passage: sealingPassage({ ...watch, from, keys, check: checkOf(key), move }),
  })
}

/** Every event of a log as it is kept, by stream. */
export const keptIn = async (log: EventStore): Promise<readonly Recorded[]> => {
  const found: Recorded[] = []
  const signal = new AbortController().signal
  for await (const batch of batchesOf(log, { end: await log.end(), signal })) found.push(...batch)
  return found.sort((a, b) => (a.stream === b.stream ? Number(a.revision - b.revision) : a.stream < b.stream ? -1 : 1))
}

/** The same, opened. */
export const openedIn = async ({ log, databases }: Copied): Promise<readonly Recorded[]> =>
  openAll(await keptIn(log), await keysIn(databases))

/** What anybody reads of events who has no keys. */
export const clearTextOf = (events: readonly Recorded[]): string =>
  JSON.stringify(
    events.map(({ stream, type, data, metadata }) => [stream, type, data, metadata]),
    (_, value: unknown) => (isEnvelope(value) ? null : value),
  )

/** All names in these events. */
export const namesIn = (events: readonly Recorded[]): readonly string[] => {
  const names = new Set<string>()
  const to = (name: string) => {
    names.add(name)
    return name
  }
  for (const event of events) renaming(event, { to, answers: false })
  return [...names]
}
