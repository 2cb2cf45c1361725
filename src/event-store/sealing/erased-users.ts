import type { DomainEvent } from '../../domain/all-events.js'
import { decode, FaultyEvent } from '../codec.js'
import { type EventStore, type Recorded, type StreamName, twinOf } from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { destroyedBy } from './erasures.js'
import type { KeyRef } from './key-ref.js'
import { keysIn } from './open-events.js'

/** A part of a stream: from a revision on, and before a position of the log. */
type Part = { readonly stream: StreamName; readonly from: bigint; readonly before: bigint }

/** Events that are looked at for keys at once. */
const AT_ONCE = 256

/** All that these events erase with a whole user. */
const partsErasedBy = (events: readonly Recorded[]): readonly Part[] =>
  events.flatMap((recorded) => {
    const event = recorded.type === 'UserErased' ? decoded(recorded) : undefined
    if (event?.type !== 'UserErased') return []
    const { stream, position: before } = recorded
    const { bank, recalls } = event.data
    const twin = twinOf(stream)
    return [
      { stream, from: BigInt(bank?.from ?? 0), before },
      ...(twin === undefined ? [] : [{ stream: twin, from: BigInt(recalls?.from ?? 0), before }]),
    ]
  })

const decoded = (recorded: Recorded): DomainEvent | undefined => {
  try {
    return decode(recorded)
  } catch (error) {
    if (error instanceof FaultyEvent) return undefined // its user is parked
    throw error
  }
}

/**
 * The keys of all that these events erase with a whole user, some at a time. They are named by what the log keeps of the user,
 * so none is missed, however it came to be there, and none of what came after.
 */
async function* keysOfErasedUsers(
  store: Pick<EventStore, 'read'>,
  events: readonly Recorded[],
  keysOf: KeysOf,
): AsyncGenerator<readonly KeyRef[]> {
  for (const { stream, from, before } of partsErasedBy(events)) {
    let some: Recorded[] = []
    for await (const event of store.read(stream, from)) {
      if (event.position >= before) break
      if (some.push(event) < AT_ONCE) continue
      yield keysOf(some)
      some = []
    }
    yield keysOf(some)
  }
}

/** The keys of the words in these events. */
type KeysOf = (events: readonly Recorded[]) => readonly KeyRef[]

/**
 * Destroys the keys of all that these events erase: of parts of what there is of a user, and of whole users. The latter are those
 * that the sealed events name, or that `keysOf` knows of events that are not sealed yet.
 */
export const destroyErased = async (
  store: Pick<EventStore, 'read'>,
  keys: Pick<DataKeys, 'destroy'>,
  events: readonly Recorded[],
  keysOf: KeysOf = keysIn,
): Promise<void> => {
  const gone = destroyedBy(events)
  if (gone !== undefined) await keys.destroy(gone)
  for await (const named of keysOfErasedUsers(store, events, keysOf))
    if (named.length > 0) await keys.destroy({ named, ranges: [] })
}
