import { storeEventsIn } from '../../commands/store-stream.js'
import { SYSTEM } from '../../domain/event.js'
import type { LogCopied, LogCopyBegun, StoreEvent } from '../../domain/store.js'
import { encode } from '../../event-store/codec.js'
import { appendDeterminate, type EventStore, type Recorded, type Streams } from '../../event-store/event-store.js'

/** There is nothing to copy, or the target log cannot take it. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
}

export type Marked = {
  readonly to: EventStore
  readonly streams: Streams
  readonly now: () => string
  readonly newId: () => string
}

/** A log, and the check value of the secret key under which its copy is sealed; null: it is copied as it is. */
type Copying = Pick<LogCopyBegun['data'], 'of' | 'check'>

/** Claims an empty log for the copy, or finds a copy that was begun. Returns its id. Throws CopyRefused. */
export const beginCopy = async (parts: Marked, { of, check }: Copying): Promise<string> => {
  const { to, streams, newId } = parts
  const happened = await storeEventsIn(to, streams)
  const first = happened[0]
  if (first === undefined) {
    if ((await to.end()) !== 'start') throw new CopyRefused('The other log holds events, but no store.')
    const copyId = newId()
    await markBegun(parts, { copyId, of, check })
    return copyId
  }
  if (first.type !== 'LogCopyBegun' || first.data.of !== of)
    throw new CopyRefused('The other log holds another store of this prefix. Copy into a database that is empty.')
  if (first.data.check !== check) throw new CopyRefused(begunOtherwise(first.data.check, check))
  if (check !== null && happened.some(({ type, data }) => type === 'StoreOpened' && data.names === 'clear'))
    throw new CopyRefused(
      'The other log was begun by an earlier version, which left names in it in the clear. Choose an empty one.',
    )
  return first.data.copyId
}

const begunOtherwise = (before: string | null, now: string | null): string => {
  if (before === null)
    return 'The other log is a copy that `palimpsest copy-log` has begun: nothing in it is sealed. Choose an empty one.'
  if (now === null)
    return 'The other log is one that `palimpsest seal` has begun: run that again, or choose an empty one.'
  return 'The other log was begun with another secret key. Set PALIMPSEST_MASTER_KEY to that, or choose an empty one.'
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
