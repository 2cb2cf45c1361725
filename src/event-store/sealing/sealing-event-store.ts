import {
  type Append,
  type EventStore,
  EventStoreUnavailable,
  type Expected,
  isAnonymous,
  type Recorded,
  type StoredEvent,
  twinOf,
} from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { destroyAtOnce, destroyErasedUsers } from './erased-users.js'
import { type FoundKeys, isUsable, nameOf } from './key-ref.js'
import { keysIn, keysOfLooked, lookInto, openLooked } from './open-events.js'
import { ownerOfNames } from './pseudonyms.js'
import { keysFor, sealEvent, type ToSeal, toSeal, withSealedNames } from './seal-events.js'

/** The same log, which is only read: open, as far as there are keys. */
export const openingEventStore = (store: EventStore, keys: Pick<DataKeys, 'find'>): EventStore => ({
  ...store,
  read: (stream, from) => inChunks(store.read(stream, from), (chunk) => openAll(chunk, keys)),
  async *follow(after, signal) {
    for await (const batch of store.follow(after, signal)) yield await openAll(batch, keys)
  },
})

/** The events as they were before they were sealed; their keys are fetched at once. */
const openAll = async (events: readonly Recorded[], keys: Pick<DataKeys, 'find'>): Promise<readonly Recorded[]> => {
  const looked = events.map(lookInto)
  const found = await keys.find(keysOfLooked(looked))
  return looked.map((one) => openLooked(one, found))
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

type Sealing = {
  readonly keys: DataKeys
  readonly isUnavailable: (error: unknown) => boolean
}

/** Whoever follows it has to destroy the keys of whole users. */
type SealingEventStore = EventStore & {
  /** Destroys the keys of all that an event erases with a whole user, some at a time. */
  readonly destroyErasedUser: (event: Recorded) => AsyncIterable<unknown>
}

/** The same log, with content and names encrypted: appended sealed, read open. Writers and readers never notice. */
export const sealingEventStore = (store: EventStore, { keys, isUnavailable }: Sealing): SealingEventStore => {
  /** An event is sealed once, so that an append that is sent again is the same, byte for byte. */
  const sealed = new WeakMap<StoredEvent, StoredEvent>()
  const unreachable = (error: unknown): never => {
    if (!isUnavailable(error)) throw error
    throw new EventStoreUnavailable('the keys of the log cannot be reached', { cause: error })
  }
  const preparing = preparation(keys)
  const append: EventStore['append'] = async (stream, expected, events) => {
    const unsealed = events.filter((event) => !sealed.has(event))
    const { fresh, issued } = await preparing({ stream, expected, events: unsealed }).catch(unreachable)
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
    follow: (after, signal) => erasing({ store, keys }, store.follow(after, signal)),
    destroyErasedUser: (event) => destroyErasedUsers(store, keys, [event]),
  }
}

/**
 * What was erased of a user who stays is destroyed by whoever follows the log, before they are handed the event that says so: so a
 * projector has destroyed it before its checkpoint passes that event, and one that was killed in between does so when it goes
 * on. Of a whole user it is the key of the names; the others are many, and destroyed with `destroyErasedUser`.
 */
async function* erasing(
  { store, keys }: { readonly store: Pick<EventStore, 'read'>; readonly keys: Pick<DataKeys, 'find' | 'destroy'> },
  batches: AsyncIterable<readonly Recorded[]>,
): AsyncGenerator<readonly Recorded[]> {
  for await (const batch of batches) {
    await destroyAtOnce(store, keys, batch)
    const looked = batch.map(lookInto)
    const found = await keys.find(keysOfLooked(looked))
    const opened = looked.map((one) => openLooked(one, found))
    await destroyAnonymous(
      batch.filter((_, i) => opened[i] !== undefined && isAnonymous(opened[i])),
      { keys, found },
    )
    yield opened
  }
}

/** Destroys what was sealed before the erasure of its user and logged after it: no later erasure reaches back to it. */
const destroyAnonymous = async (
  events: readonly Recorded[],
  { keys, found }: { readonly keys: Pick<DataKeys, 'destroy'>; readonly found: FoundKeys },
): Promise<void> => {
  const left = keysIn(events).filter((ref) => isUsable(found.get(nameOf(ref))))
  if (left.length > 0) await keys.destroy({ named: left, ranges: [] })
}

/** Events with pseudonyms and the parts of them that are to be sealed, and the keys for these. */
type Prepared = { readonly fresh: readonly ToSeal[]; readonly issued: FoundKeys }

const preparation = (keys: DataKeys) => {
  const withoutNames = async (events: readonly StoredEvent[], expected: Expected): Promise<Prepared> => {
    const fresh = toSeal(events, expected)
    return { fresh, issued: await keys.issue(keysFor(fresh)) }
  }
  return async ({ stream, expected, events }: Append): Promise<Prepared> => {
    if (twinOf(stream) === undefined || events.length === 0) return withoutNames(events, expected)
    let fresh: readonly ToSeal[] = []
    const { issued } = await keys.issueWith(ownerOfNames(stream), (named) => {
      fresh = toSeal(withSealedNames(stream, events, named), expected)
      return keysFor(fresh)
    })
    return { fresh, issued }
  }
}
