import type { DomainEvent } from '../../domain/all-events.js'
import { decode, FaultyEvent } from '../codec.js'
import { type EventStore, type Recorded, type StreamName, twinOf } from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { destroyedBy } from './erasures.js'
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

type Log = Pick<EventStore, 'read'>

/** All that these events erase with a whole user, some at a time: what the log keeps of the user, and none of what came after. */
export async function* erasedWithUsers(
  { read }: Log,
  events: readonly Recorded[],
): AsyncGenerator<readonly Recorded[]> {
  for (const { stream, from, before } of partsErasedBy(events)) {
    let some: Recorded[] = []
    for await (const event of read(stream, from)) {
      if (event.position >= before) break
      if (some.push(event) < AT_ONCE) continue
      yield some
      some = []
    }
    if (some.length > 0) yield some
  }
}

/**
 * Destroys the keys of all that these events erase: of parts of what there is of a user, and of whole users. Those are named by
 * what the log keeps of the user, so none is missed, however it came to be there.
 */
export const destroyErased = async (
  log: Log,
  keys: Pick<DataKeys, 'destroy'>,
  events: readonly Recorded[],
): Promise<void> => {
  const gone = destroyedBy(events)
  if (gone !== undefined) await keys.destroy(gone)
  for await (const some of erasedWithUsers(log, events)) {
    const named = keysIn(some)
    if (named.length > 0) await keys.destroy({ named, ranges: [] })
  }
}
