import type { EventStore, Position, Recorded } from './event-store.js'

/** The last event that a follower has ingested. A position is not enough: a restored log may hold others there. */
export type LogPlace = Pick<Recorded, 'position' | 'stream' | 'revision' | 'id'>

type Log = Pick<EventStore, 'read' | 'end'>

/** Why read models that came to this place are not of the log as it is, and what to do; undefined where they are. */
export const lostPlace = async (store: Log, place: LogPlace | undefined): Promise<string | undefined> => {
  if (place === undefined || (await holds(store, place))) return undefined
  const { position } = place
  const end = await store.end()
  return `${end === 'start' || end < position ? endsBefore(position, end) : holdsAnother(position)} ${ADVICE}`
}

/** The event's stream leads to it on every kind of log. Ids are never given twice, so whatever came before is the same. */
const holds = async (store: Log, place: LogPlace): Promise<boolean> => {
  for await (const { id, position } of store.read(place.stream, place.revision))
    return id === place.id && position === place.position
  return false
}

const endsBefore = (position: Position, end: Position | 'start') =>
  `The log ends at position ${end === 'start' ? 0n : end}, but the read models were built up to ${position}: the log was restored from an older copy, or is another.`

const holdsAnother = (position: Position) =>
  `The log does not hold the event at position ${position} that the read models were built up to: it was restored from an older copy and has grown since, or is another.`

const ADVICE =
  'Restore the right log, or run `palimpsest rebuild`, which builds the read models from the log as it is now.'

/** After this event the log holds something that is no whole append, and a follower would wait for its rest for ever. */
export class UnfinishedAppend extends Error {
  override readonly name = 'UnfinishedAppend'
  readonly after: Position | 'start'
  constructor(after: Position | 'start', end: Position) {
    super(
      `The log ends at position ${end} in the middle of an append: whole appends end at ${after}. \`palimpsest replay check\` tells more.`,
    )
    this.after = after
  }
}

export type Stretch = {
  readonly after?: Position
  /** The last event that is wanted, or the last of all. */
  readonly end: Position | 'start'
  readonly signal: AbortSignal
  /** After how many milliseconds without an event the log is taken to hold no more; ten seconds where nothing is named. */
  readonly silenceMs?: number | undefined
}

/** 0 stands before the first event. */
export const numberOf = (position: Position | 'start'): Position => (position === 'start' ? 0n : position)

/** A whole append that is there arrives far sooner. */
const SILENCE_MS = 10_000

/**
 * Every event of a stretch of the log, in log order, in batches that end where an append ends. Throws what `signal` aborts
 * with; when nothing has come for so long, what the log says of itself (EventStoreUnavailable), or else UnfinishedAppend.
 */
export async function* batchesOf(
  store: Pick<EventStore, 'follow' | 'end' | 'checkpoints'>,
  { after, end, signal, silenceMs = SILENCE_MS }: Stretch,
): AsyncGenerator<readonly Recorded[]> {
  if (end === 'start') return
  let reached = after ?? ('start' as const)
  const over = new AbortController()
  const batches = store.follow(reached, AbortSignal.any([signal, over.signal]))[Symbol.asyncIterator]()
  try {
    while (reached === 'start' || reached < end) {
      const silence = setTimeout(() => over.abort(), silenceMs)
      const { value: batch, done } = await batches.next().finally(() => clearTimeout(silence))
      signal.throwIfAborted()
      if (done || batch === undefined) {
        await store.end()
        throw new UnfinishedAppend(reached, end)
      }
      reached = batch.at(-1)?.position ?? reached
      if (batch.length === 0 && store.checkpoints.after(numberOf(reached)) >= end)
        throw new UnfinishedAppend(reached, end)
      const wanted = batch.filter(({ position }) => position <= end)
      if (wanted.length > 0) yield wanted
    }
  } finally {
    over.abort()
    await batches.return?.()
  }
}
