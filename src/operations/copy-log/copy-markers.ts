import { storeEventsIn } from '../../commands/open-store.js'
import { OperationRefused } from '../../concurrency/operation.js'
import { SYSTEM } from '../../domain/event.js'
import type { LogCopied, LogCopyBegun, StoreEvent } from '../../domain/store.js'
import { encode } from '../../event-store/codec.js'
import { appendDeterminate, type EventStore, type Recorded, type StoreStreams } from '../../event-store/event-store.js'

export type Marked = {
  readonly to: EventStore
  readonly streams: StoreStreams
  readonly now: () => string
  readonly newId: () => string
}

/** Claims an empty log for the copy of another one, or finds a copy that was begun. Returns its id. Throws OperationRefused. */
export const beginCopy = async (parts: Marked, of: string): Promise<string> => {
  const { to, streams, newId } = parts
  const [first] = await storeEventsIn(to, streams)
  if (first === undefined) {
    if ((await to.end()) !== 'start') throw new OperationRefused('The other log holds events, but no store.')
    const copyId = newId()
    await markBegun(parts, { copyId, of })
    return copyId
  }
  if (first.type !== 'LogCopyBegun' || first.data.of !== of)
    throw new OperationRefused('The other log holds another store of this prefix. Copy into a database that is empty.')
  return first.data.copyId
}

/** Marks the copy as one that is not finished, so that no service opens it. */
export const markBegun = (parts: Marked, data: LogCopyBegun['data']): Promise<void> =>
  append(parts, { type: 'LogCopyBegun', metadata: told(parts), data })

/** Marks the copy as finished, so that a service may open it. */
export const finishCopy = (parts: Marked, data: LogCopied['data']): Promise<void> =>
  append(parts, { type: 'LogCopied', metadata: told(parts), data })

/** Whether an event belongs to the copy itself, and so is not in the source log. */
export const isOfCopy = ({ type, data }: Pick<Recorded, 'type' | 'data'>, copyId: string): boolean =>
  (type === 'LogCopyBegun' || type === 'LogCopied') && Reflect.get(Object(data), 'copyId') === copyId

const told = ({ now, newId }: Marked): LogCopyBegun['metadata'] => ({
  commandId: newId(),
  at: now(),
  actor: SYSTEM,
  reason: 'copied',
})

const append = async ({ to, streams: { store: stream } }: Marked, event: StoreEvent): Promise<void> => {
  const { revision } = await to.head(stream)
  await appendDeterminate(to, { stream, expected: revision, events: encode([event], revision) })
}
