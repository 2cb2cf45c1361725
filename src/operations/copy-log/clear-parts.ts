import {
  type EventStore,
  type Expected,
  isSealed,
  pseudonymOf,
  type Recorded,
  twinOf,
} from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { renaming } from '../../event-store/sealing/pseudonyms.js'
import { isFarewell, isInTheClear, type ToSeal, toSeal } from '../../event-store/sealing/seal-events.js'
import { appendsOf } from './append-missing.js'
import { CopyDiffers } from './copy-log.js'
import { type CopyWatch, pace } from './copy-report.js'
import { inNewest, nameOf } from './moving-appends.js'

export type Unsealed = {
  readonly events: number
  /** Events that have parts which are sealed. */
  readonly sealed: number
  /** Events that name people in the clear. */
  readonly named: number
  /** Events that hold words in the clear, by type. */
  readonly clear: Readonly<Record<string, number>>
}

/** Counts the events of a log, as it is kept, that hold words or names in the clear. Throws CopyRefused. */
export const countUnsealed = async (
  raw: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>,
  { report, signal }: CopyWatch,
): Promise<Unsealed> => {
  const clear = new Map<string, number>()
  const tell = pace(report, 'counting')
  let [events, sealed, named] = [0, 0, 0]
  for await (const batch of batchesOf(raw, { end: await raw.end(), signal })) {
    for (const event of batch) {
      if (isNamed(event)) named++
      if (isSealed(event)) sealed++
      else if (partsOf(inNewest(event)).parts.length > 0) clear.set(event.type, (clear.get(event.type) ?? 0) + 1)
    }
    events += batch.length
    tell(events, undefined)
  }
  return { events, sealed, named, clear: Object.fromEntries([...clear].sort(([, a], [, b]) => b - a)) }
}

/** Whether the event, as a log keeps it, says in the clear whose it is. */
const isNamed = ({ stream, metadata }: Recorded): boolean =>
  twinOf(stream) !== undefined && metadata.userId !== pseudonymOf(stream)

/** An event's parts that may hold words, and the event as it is given to a log. */
export const partsOf = ({ id, type, data, metadata, revision }: Recorded): ToSeal => {
  const event = { id, type, data, metadata }
  const first = revision - BigInt(metadata.append.index)
  const expected: Expected = first === 0n ? 'no-stream' : first - 1n
  return toSeal([event], expected)[0] ?? { event, parts: [] }
}

/** Throws CopyDiffers where events, as a sealed log keeps them, hold words or names in the clear. */
export const refuseClear = (batch: readonly Recorded[]): void => {
  for (const append of appendsOf(batch))
    for (const event of append) {
      const clear = isInTheClear(partsOf(event)) ? 'has words' : hasNames(event, !isFarewell(append)) ? 'has names' : ''
      if (clear !== '') throw new CopyDiffers(`${nameOf(event)} ${clear} in the clear in the other log.`)
    }
}

const PSEUDONYM = /^anon-[0-9a-f]{16}$/

const hasNames = (event: Recorded, answers: boolean): boolean => {
  const names: string[] = []
  const to = (name: string) => {
    names.push(name)
    return name
  }
  renaming(event, { to, answers })
  return twinOf(event.stream) !== undefined && (isNamed(event) || !names.every((name) => PSEUDONYM.test(name)))
}
