import { FaultyEvent, renewed } from '../../event-store/codec.js'
import { type EventStore, type Expected, isSealed, type Recorded } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import type { DataKeys } from '../../event-store/sealing/data-keys.js'
import { destroyErased } from '../../event-store/sealing/erased-users.js'
import type { FoundKeys, KeyRef } from '../../event-store/sealing/key-ref.js'
import { erasedEvent, isInTheClear, keysFor, type ToSeal, toSeal } from '../../event-store/sealing/seal-events.js'
import { openAll } from '../../event-store/sealing/sealing-event-store.js'
import { CopyDiffers } from './copy-log.js'
import { CopyRefused } from './copy-markers.js'
import { type CopyWatch, pace } from './copy-report.js'
import type { Passage } from './passage.js'

type Sealing = CopyWatch & {
  /** The log to copy, open. */
  readonly from: EventStore
  /** Those of the other log. */
  readonly keys: DataKeys
  readonly check: string
}

/**
 * Seals events as if they were appended now. The log is read once before that: keys are made for all that is to be sealed, and
 * those of what the log has erased are destroyed before anything is sealed with them, so that none of it arrives.
 */
export const sealingPassage = ({ from, keys, check, report, signal }: Sealing): Passage => ({
  check,
  begin: async (end) => {
    const tell = pace(report, 'making keys')
    let read = 0
    for await (const batch of batchesOf(from, { end, signal })) {
      const wanted = keysToSeal(batch)
      if (wanted.length > 0) refuseUnfit(await keys.issue(wanted))
      await destroyErased({ ...from, keysOf: keysToSeal }, keys, batch)
      read += batch.length
      tell(read, undefined)
    }
  },
  carried: async (batch) => {
    const sealing = batch.map((recorded) => ({ recorded, fresh: renewedToSeal(recorded) }))
    const wanted = keysFor(sealing.map(({ fresh }) => fresh))
    const found: FoundKeys = wanted.length === 0 ? new Map() : await keys.find(wanted)
    return sealing.map(({ recorded, fresh }) => ({ ...recorded, ...erasedEvent(fresh, found) }))
  },
  readBack: async (batch) => {
    const clear = batch.find((event) => isInTheClear(partsOf(event)))
    if (clear !== undefined) throw new CopyDiffers(`${nameOf(clear)} stands in the clear in the other log.`)
    return openAll(batch, keys)
  },
})

export type Unsealed = {
  readonly events: number
  /** Events that have parts which are sealed. */
  readonly sealed: number
  /** Events that hold words in the clear, by type. */
  readonly clear: Readonly<Record<string, number>>
}

/** Counts the events of a log, as it is kept, that hold words in the clear. Throws CopyRefused. */
export const countUnsealed = async (
  raw: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>,
  { report, signal }: CopyWatch,
): Promise<Unsealed> => {
  const clear = new Map<string, number>()
  const tell = pace(report, 'counting')
  let [events, sealed] = [0, 0]
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal })) {
    for (const event of batch) {
      if (isSealed(event)) sealed++
      else if (holdsWords(event)) clear.set(event.type, (clear.get(event.type) ?? 0) + 1)
    }
    events += batch.length
    tell(events, undefined)
  }
  return { events, sealed, clear: Object.fromEntries([...clear].sort(([, a], [, b]) => b - a)) }
}

/** Throws CopyRefused where nothing in the log is in the clear. */
export const refuseSealed = async (raw: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>, signal: AbortSignal) => {
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal }))
    if (batch.some((event) => !isSealed(event) && holdsWords(event))) return
  throw new CopyRefused(
    'Nothing in this log is in the clear: all words in it are sealed. `palimpsest copy-log` copies it.',
  )
}

const holdsWords = (event: Recorded): boolean => renewedToSeal(event).parts.length > 0

const keysToSeal = (events: readonly Recorded[]): readonly KeyRef[] => keysFor(events.map(renewedToSeal))

/** What is to be sealed of an event of any version. Throws CopyRefused. */
const renewedToSeal = (event: Recorded): ToSeal => {
  try {
    return partsOf({ ...event, ...renewed(event) })
  } catch (error) {
    if (!(error instanceof FaultyEvent)) throw error
    throw new CopyRefused(
      `${nameOf(event)} cannot be read, so that nobody knows what is to be sealed of it: ${error.message}. ` +
        '`palimpsest replay check` tells more.',
    )
  }
}

/** An event's parts that may hold words, and the event as it is given to a log. */
const partsOf = ({ id, type, data, metadata, revision }: Recorded): ToSeal => {
  const event = { id, type, data, metadata }
  const first = revision - BigInt(metadata.append.index)
  const expected: Expected = first === 0n ? 'no-stream' : first - 1n
  return toSeal([event], expected)[0] ?? { event, parts: [] }
}

const refuseUnfit = (issued: FoundKeys): void => {
  if ([...issued.values()].includes('unfit'))
    throw new CopyRefused(
      'The table of keys in the other database holds keys of another secret key. Choose a database that is empty.',
    )
}

const nameOf = ({ type, id, stream, revision }: Recorded): string => `${type} ${id}, revision ${revision} of ${stream},`
