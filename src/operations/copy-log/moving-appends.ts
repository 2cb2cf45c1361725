import { storeEventsIn } from '../../commands/store-stream.js'
import { FaultyEvent, renewed } from '../../event-store/codec.js'
import {
  bankOf,
  type EventStore,
  pseudonymOf,
  type Recorded,
  type StoredEvent,
  type StreamName,
  type Streams,
} from '../../event-store/event-store.js'
import type { KeyRef } from '../../event-store/sealing/key-ref.js'
import { ownerOfNames, renaming } from '../../event-store/sealing/pseudonyms.js'
import { isFarewell } from '../../event-store/sealing/seal-events.js'
import { appendsOf } from './append-missing.js'
import { CopyRefused } from './copy-markers.js'

/** The names of the streams of the old log, and of those of the new one; and its hashes of requests. */
export type Move = {
  readonly from: Streams
  readonly to: Streams
  /** The hash of a request, made of the one that the old log has from before it had a secret key. */
  readonly keyedHash: (hash: string) => string
  /** When the old log had a secret key first (ISO 8601); undefined: it had none. */
  readonly keyedSince: string | undefined
}

/** When a log had a secret key first. */
export const keyedSince = async (log: Pick<EventStore, 'read'>, streams: Streams): Promise<string | undefined> => {
  const begun = (await storeEventsIn(log, streams)).filter(
    ({ type, data }) => type === 'MasterKeyChosen' || (type === 'LogCopyBegun' && data.check !== null),
  )
  return begun.map(({ metadata: { at } }) => at).sort()[0]
}

/** An append on its way into the new log. */
export type Moving = {
  /** Events of the newest versions, in the streams of the new log, which name people as they are. */
  readonly events: readonly Recorded[]
  /** The key under which its names are sealed; undefined: it is of no user. */
  readonly names: KeyRef | undefined
  /** The event, as the old log has it, that erases the user. */
  readonly farewell: Recorded | undefined
}

/**
 * The appends of an old log that names people in the clear, which are to be given in its order: the names of a user are sealed under
 * one key up to an erasure of the user, and under the next one after it. Throws CopyRefused.
 */
export const movingAppends = (move: Move): ((batch: readonly Recorded[]) => readonly Moving[]) => {
  const erasures = new Map<StreamName, number>()
  return (batch) =>
    appendsOf(batch).map((append): Moving => {
      const events = append.map((event) => moved(event, move))
      const farewell = append.find((event) => isFarewell([event]))
      const [first] = events
      if (first === undefined || typeof first.metadata.userId !== 'string')
        return { events, names: undefined, farewell: undefined }
      const bank = bankOf(first.stream)
      const part = erasures.get(bank) ?? 0
      if (farewell !== undefined) erasures.set(bank, part + 1)
      return { events, names: { owner: ownerOfNames(bank), part }, farewell }
    })
}

/** The event as the new log is to have it, with its names as they are. Throws CopyRefused. */
export const moved = (event: Recorded, move: Move): Recorded => {
  const fresh = inNewest(event)
  const stream = streamOf(event, move)
  if (stream === undefined)
    throw new CopyRefused(
      `${nameOf(event)} is in a stream that is not one of its user, so that nobody knows whose it is. ${CHECK}`,
    )
  return { ...fresh, stream, data: withKeyedHash(fresh, move) }
}

/** By type of event: the field with a hash of a request, of which a plain one could be guessed. */
const HASHES: Readonly<Record<string, string>> = { RequestAnswered: 'request', EpisodeRecorded: 'requestHash' }

const withKeyedHash = ({ type, data, metadata: { at } }: Recorded, { keyedHash, keyedSince }: Move): unknown => {
  const field = HASHES[type]
  if (field === undefined || (keyedSince !== undefined && String(at) >= keyedSince)) return data
  return { ...Object(data), [field]: keyedHash(String(Reflect.get(Object(data), field))) }
}

/** An event of any version as it would be appended now. Throws CopyRefused. */
export const inNewest = (event: Recorded): Recorded => {
  try {
    return { ...event, ...inSealedLog(renewed(event)) }
  } catch (error) {
    if (!(error instanceof FaultyEvent)) throw error
    throw new CopyRefused(
      `${nameOf(event)} cannot be read, so that nobody knows what is to be sealed of it: ${error.message}. ${CHECK}`,
    )
  }
}

const CHECK = '`palimpsest replay check` tells more.'

const streamOf = ({ stream, metadata: { userId } }: Recorded, { from, to }: Move): StreamName | undefined => {
  if (typeof userId !== 'string') return [to.store, to.checkpoints].find((one) => one === stream)
  if (stream === from.bank(userId)) return to.bank(userId)
  return stream === from.recall(userId) ? to.recall(userId) : undefined
}

/** The new log says from its beginning that names in it are sealed. */
const inSealedLog = (event: StoredEvent): StoredEvent =>
  event.type === 'StoreOpened' ? { ...event, data: { ...Object(event.data), names: 'sealed' } } : event

/** An event without any of its names: nobody knows any more what those of an erased user were. */
export const withoutNames = (event: Recorded, answers: boolean): Recorded => {
  const to = (_: string, field: string) => (field === 'userId' ? pseudonymOf(event.stream) : 'anon')
  const { metadata, ...nameless } = renaming(event, { to, answers })
  return { ...nameless, metadata: { ...metadata, anonymous: true } }
}

export const nameOf = ({ type, id, stream, revision }: Recorded): string =>
  `${type} ${id}, revision ${revision} of ${stream},`
