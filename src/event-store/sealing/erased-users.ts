import { type EventStore, type Position, type Recorded, type StreamName, twinOf } from '../event-store.js'
import type { DataKeys } from './data-keys.js'
import { decodedKept, destroyedBy } from './erasures.js'
import { keysIn } from './open-events.js'
import { ownerOfNames } from './pseudonyms.js'

/** A part of a stream that is erased with a whole user: from a revision on, and before a position of the log. */
type ErasedPart = {
  readonly stream: StreamName
  readonly from: bigint
  readonly before: Position
  /** The last revision that was known when the user was erased. */
  readonly known: bigint
}

/** All that these events erase with a whole user. */
const partsErasedBy = (events: readonly Recorded[]): readonly ErasedPart[] =>
  events.flatMap((recorded) => {
    const event = recorded.type === 'UserErased' ? decodedKept(recorded) : undefined
    if (event?.type !== 'UserErased') return []
    const { stream, position: before } = recorded
    const part = (name: StreamName, stretch: { readonly from: number; readonly to: number } | null): ErasedPart => ({
      stream: name,
      from: BigInt(stretch?.from ?? 0),
      known: BigInt(stretch?.to ?? 0),
      before,
    })
    const { bank, recalls } = event.data
    const twin = twinOf(stream)
    return [part(stream, bank), ...(twin === undefined ? [] : [part(twin, recalls)])]
  })

type Log = Pick<EventStore, 'read'>
type Keys = Pick<DataKeys, 'destroy'>

/** Events that are looked at for keys at once. */
const AT_ONCE = 256

async function* eventsOf(
  { read }: Log,
  { stream, from, before }: Omit<ErasedPart, 'known'>,
): AsyncGenerator<readonly Recorded[]> {
  let some: Recorded[] = []
  for await (const event of read(stream, from)) {
    if (event.position >= before) break
    if (some.push(event) < AT_ONCE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

/** Destroys the keys of users whom these events erase; yields counts. The log names the keys, so none is missed. */
export async function* destroyErasedUsers(log: Log, keys: Keys, events: readonly Recorded[]): AsyncGenerator<number> {
  for (const part of partsErasedBy(events))
    for await (const some of eventsOf(log, part)) {
      const named = keysIn(some)
      if (named.length > 0) await keys.destroy({ named, ranges: [] })
      yield named.length
    }
}

/**
 * Destroys the keys of what these events erase of a user who stays, and of a whole user the key of their names, which is the
 * last one that was used before: so that nothing more is sealed with it.
 */
export const destroyAtOnce = async (log: Log, keys: Keys, events: readonly Recorded[]): Promise<void> => {
  const gone = destroyedBy(events)
  if (gone !== undefined) await keys.destroy(gone)
  for (const part of partsErasedBy(events)) {
    const owner = ownerOfNames(part.stream)
    for await (const some of eventsOf(log, { ...part, from: part.known })) {
      const parts = keysIn(some).flatMap((ref) => (ref.owner === owner ? [ref.part] : []))
      if (parts.length > 0) await keys.destroy({ named: [], ranges: [{ owner, from: 0, to: Math.max(...parts) }] })
    }
  }
}

/** Destroys the keys of all that these events erase. */
export const destroyErased = async (log: Log, keys: Keys, events: readonly Recorded[]): Promise<void> => {
  await destroyAtOnce(log, keys, events)
  for await (const _ of destroyErasedUsers(log, keys, events));
}
