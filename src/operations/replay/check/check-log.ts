import { createHash } from 'node:crypto'
import type { Watch } from '../../../concurrency/operation.js'
import type { SignedCheckpoint } from '../../../domain/store.js'
import type { Position, StreamName } from '../../../event-store/event-store.js'
import { UnfinishedAppend } from '../../../event-store/log-range.js'
import { EventUnreadable, readEvent, readLog } from '../read-log.js'
import { counting, READING, type Replayed } from '../replayed.js'
import { checkCheckpoints } from './check-checkpoints.js'
import type { CheckedCheckpoints, Mismatch } from './check-report.js'
import { checkStreams, inLog, type Reached } from './check-streams.js'

/** Four hash bits in 32 bits of filter per id: about one id in some thousands is a false positive. */
const BITS_AN_ID = 32
const LEAST_BYTES = 1 << 16
const MOST_BYTES = 64 << 20

/**
 * Finds ids that may have been seen before: every repeated one, and few others. A Bloom filter, so that its
 * size is bounded for any number of ids (B. H. Bloom, Space/time trade-offs in hash coding, 1970).
 */
const seenBefore = (ids: number): ((id: string) => boolean) => {
  const wanted = Math.ceil((ids * BITS_AN_ID) / 8)
  const bytes = new Uint8Array(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, wanted)))
  return (id) => {
    const hash = createHash('md5').update(id).digest()
    let seen = true
    for (let place = 0; place < 16; place += 4) {
      const bit = hash.readUInt32LE(place) % (bytes.length * 8)
      const mask = 1 << (bit & 7)
      const held = bytes[bit >> 3] ?? 0
      seen &&= (held & mask) !== 0
      bytes[bit >> 3] = held | mask
    }
    return seen
  }
}

export type CheckedLog = {
  readonly reached: ReadonlyMap<StreamName, Reached>
  readonly users: ReadonlyMap<StreamName, string>
  readonly events: number
  readonly checkpoints: CheckedCheckpoints | null
  readonly mismatch: Mismatch | undefined
}

type Against = {
  /** The position that the read models show. */
  readonly shownTo: Position
  /** Checkpoints that were kept elsewhere. */
  readonly kept: readonly SignedCheckpoint[]
}

/** The assumed number of events of a log whose positions are byte offsets: it gives the largest filter. */
const MANY = 1e9

/**
 * One pass over the log by its own rules, and one against its signed checkpoints, where there are any; a further one only
 * if an id may occur twice.
 */
export const checkLog = async (replayed: Replayed, { shownTo, kept }: Against, watch: Watch): Promise<CheckedLog> => {
  const { store, streams } = replayed
  const end = await store.end()
  const total = replayed.missingPosition !== null && end !== 'start' ? Number(end) : undefined
  const check = checkStreams(streams, shownTo)
  const seen = seenBefore(total ?? MANY)
  const suspects = new Set<string>()
  const count = counting(watch, { ...READING, total })
  let events = 0
  const found = await settled(async () => {
    for await (const event of readLog(store, { end, signal: watch.signal, silenceMs: replayed.silenceMs })) {
      events = count()
      const wrong = check.take(event)
      if (wrong) return wrong
      readEvent(event)
      if (seen(event.id)) suspects.add(event.id)
    }
    return check.end()
  })
  const against = () => checkCheckpoints(replayed, kept, watch)
  const byItself = found ?? (await twice(replayed, suspects, watch)) ?? (await gap(replayed, watch))
  const { checkpoints, mismatch } = byItself ? { checkpoints: null, mismatch: byItself } : await against()
  return { ...check, events, checkpoints, mismatch }
}

/** An error that ends the reading of the log is a mismatch, too. */
const settled = async (work: () => Promise<Mismatch | undefined>): Promise<Mismatch | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof EventUnreadable)
      return { in: 'log', stream: null, position: `${error.position}`, wrong: `it cannot be read: ${error.why}` }
    if (error instanceof UnfinishedAppend)
      return { in: 'log', stream: null, position: `${error.after}`, wrong: 'what comes after it is no whole append' }
    throw error
  }
}

const twice = async ({ store, silenceMs }: Replayed, suspects: ReadonlySet<string>, watch: Watch) => {
  if (suspects.size === 0) return undefined
  const first = new Map<string, Position>()
  for await (const event of readLog(store, { end: await store.end(), signal: watch.signal, silenceMs })) {
    if (!suspects.has(event.id)) continue
    const before = first.get(event.id)
    if (before !== undefined) return inLog(event, `the event at position ${before} has the same id`)
    first.set(event.id, event.position)
  }
  return undefined
}

const gap = async ({ missingPosition }: Replayed, { signal }: Watch): Promise<Mismatch | undefined> => {
  const missing = await missingPosition?.(signal)
  return missing === undefined
    ? undefined
    : {
        in: 'log',
        stream: null,
        position: `${missing}`,
        wrong: 'no event has this position, though later ones are taken',
      }
}
