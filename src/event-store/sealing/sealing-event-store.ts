import type { Names } from '../../domain/store.js'
import {
  type EventStore,
  EventStoreUnavailable,
  isAnonymous,
  type Recorded,
  type StoredEvent,
  type StreamName,
  twinOf,
} from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { destroyAtOnce, destroyErasedUsers } from './erased-users.js'
import { type FoundKeys, nameOf } from './key-ref.js'
import { keysIn, openEvent } from './open-events.js'
import { ownerOfNames } from './pseudonyms.js'
import { keysFor, sealEvent, toSeal, withErasedNames, withSealedNames } from './seal-events.js'

type Sealing = {
  readonly keys: DataKeys
  /** Whether the log names people, or seals their names. */
  readonly names: Names
  readonly isUnavailable: (error: unknown) => boolean
}

/** Whoever follows it has to destroy the keys of whole users. */
type SealingEventStore = EventStore & {
  /** Destroys the keys of all that an event erases with a whole user, some at a time. */
  readonly destroyErasedUser: (event: Recorded) => AsyncIterable<unknown>
}

/**
 * The same log, in which whatever may hold a person's words is sealed: appended sealed, and read open. Who appends and who
 * reads never notice.
 */
export const sealingEventStore = (store: EventStore, { keys, names, isUnavailable }: Sealing): SealingEventStore => {
  /** An event is sealed once, so that an append that is sent again is the same, byte for byte. */
  const sealed = new WeakMap<StoredEvent, StoredEvent>()
  const unreachable = (error: unknown): never => {
    if (!isUnavailable(error)) throw error
    throw new EventStoreUnavailable('the keys of the log cannot be reached', { cause: error })
  }
  const unnamed = async (stream: StreamName, events: readonly StoredEvent[]): Promise<readonly StoredEvent[]> => {
    if (names === 'clear' || twinOf(stream) === undefined || events.length === 0) return events
    if (events.every(isAnonymous)) return withErasedNames(events)
    return withSealedNames(stream, events, await keys.current(ownerOfNames(stream)).catch(unreachable))
  }
  const append: EventStore['append'] = async (stream, expected, events) => {
    const unsealed = events.filter((event) => !sealed.has(event))
    const fresh = toSeal(await unnamed(stream, unsealed), expected)
    const wanted = keysFor(fresh)
    const issued: FoundKeys = wanted.length === 0 ? new Map() : await keys.issue(wanted).catch(unreachable)
    for (const [i, event] of unsealed.entries()) {
      const one = fresh[i]
      if (one) sealed.set(event, sealEvent(stream, one, issued))
    }
    return store.append(
      stream,
      expected,
      events.map((event) => sealed.get(event) ?? event),
    )
  }
  const opening = openingEventStore(store, keys)
  return {
    ...opening,
    append,
    follow: (after, signal) => erasing(store, keys, store.follow(after, signal)),
    destroyErasedUser: (event) => destroyErasedUsers(store, keys, [event]),
  }
}

/**
 * What was erased of a user who stays is destroyed by whoever follows the log, before they are handed the event that says so: so a
 * projector has destroyed it before its checkpoint passes that event, and one that was killed in between does so when it goes
 * on. Of a whole user it is the key of the names; the others are many, and destroyed with `destroyErasedUser`.
 */
async function* erasing(
  store: Pick<EventStore, 'read'>,
  keys: Pick<DataKeys, 'find' | 'destroy'>,
  batches: AsyncIterable<readonly Recorded[]>,
): AsyncGenerator<readonly Recorded[]> {
  for await (const batch of batches) {
    await destroyAtOnce(store, keys, batch)
    const found = await keysFound(batch, keys)
    const opened = batch.map((event) => openEvent(event, found))
    await destroyAnonymous(
      batch.filter((_, i) => opened[i] !== undefined && isAnonymous(opened[i])),
      { keys, found },
    )
    yield opened
  }
}

/**
 * What was sealed when its user was there, and reached the log when they were erased, is nobody's: nothing follows from it, and no
 * later erasure reaches back to it. So nobody is to open it again.
 */
const destroyAnonymous = async (
  events: readonly Recorded[],
  { keys, found }: { readonly keys: Pick<DataKeys, 'destroy'>; readonly found: FoundKeys },
): Promise<void> => {
  const left = keysIn(events).filter((ref) => found.get(nameOf(ref)) instanceof Uint8Array)
  if (left.length > 0) await keys.destroy({ named: left, ranges: [] })
}

/** The same log, which is only read: open, as far as there are keys. */
export const openingEventStore = (store: EventStore, keys: Pick<DataKeys, 'find'>): EventStore => ({
  ...store,
  read: (stream, from) => inChunks(store.read(stream, from), (chunk) => openAll(chunk, keys)),
  async *follow(after, signal) {
    for await (const batch of store.follow(after, signal)) yield await openAll(batch, keys)
  },
})

/** The events as they were before they were sealed; their keys are fetched at once. */
export const openAll = async (
  events: readonly Recorded[],
  keys: Pick<DataKeys, 'find'>,
): Promise<readonly Recorded[]> => {
  const found = await keysFound(events, keys)
  return events.map((event) => openEvent(event, found))
}

/** The keys of what is sealed in these events. */
const keysFound = async (events: readonly Recorded[], keys: Pick<DataKeys, 'find'>): Promise<FoundKeys> => {
  const wanted = keysIn(events)
  return wanted.length === 0 ? new Map() : keys.find(wanted)
}

/** Most events that are opened at once. */
const CHUNK = 256

/** Few at first, as many readers want the next event alone; then more, so that keys are asked for seldom. */
async function* inChunks(
  events: AsyncIterable<Recorded>,
  open: (events: readonly Recorded[]) => Promise<readonly Recorded[]>,
): AsyncGenerator<Recorded> {
  let size = 1
  let chunk: Recorded[] = []
  for await (const event of events) {
    chunk.push(event)
    if (chunk.length < size) continue
    yield* await open(chunk)
    chunk = []
    size = Math.min(size * 2, CHUNK)
  }
  yield* await open(chunk)
}
