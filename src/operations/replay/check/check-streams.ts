import {
  bankOf,
  type Position,
  pseudonymOf,
  type Recorded,
  type StreamName,
  type Streams,
} from '../../../event-store/event-store.js'
import type { Mismatch } from './check-report.js'

/** The progress of a stream. */
export type Reached = {
  readonly revision: bigint
  /** Its last revision that the read models must include. */
  readonly shown: bigint
  /** How many events of its last append are still to come. */
  readonly missing: number
  readonly position: Position
}

/** Checks positions, revisions, whole appends and owners. `shownTo`: of the read models. A few words per stream. */
export const checkStreams = (streams: Streams, shownTo: Position) => {
  const reached = new Map<StreamName, Reached>()
  /** By the stream of their memories; a pseudonym where the log does not name them any more. */
  const users = new Map<StreamName, string>()
  let last: Recorded | undefined
  return {
    reached,
    users,
    /** Checks the next event of the log and returns its mismatch, if any. */
    take: (event: Recorded): Mismatch | undefined => {
      const before = reached.get(event.stream)
      const wrong = orderFault(event, last) ?? appendFault(event, before) ?? ownerFault(streams, event)
      if (wrong !== undefined) return inLog(event, wrong)
      const { position, revision, metadata } = event
      const shown = position <= shownTo ? revision : (before?.shown ?? -1n)
      const missing = metadata.append.count - metadata.append.index - 1
      reached.set(event.stream, { revision, shown, missing, position })
      const bank = bankOf(event.stream)
      if (typeof metadata.userId === 'string' && !(isNameless(event) && users.has(bank)))
        users.set(bank, metadata.userId)
      last = event
      return undefined
    },
    /** The mismatch at the end of the log, if any. */
    end: (): Mismatch | undefined => {
      for (const [stream, { missing, position }] of reached)
        if (missing > 0)
          return { in: 'log', stream, position: `${position}`, wrong: 'the append that it begins is not whole' }
      return undefined
    },
  }
}

const orderFault = (event: Recorded, last: Recorded | undefined): string | undefined =>
  last && event.position <= last.position ? `it comes after position ${last.position}` : undefined

const appendFault = ({ revision, metadata }: Recorded, before: Reached | undefined): string | undefined => {
  const { index, count } = metadata.append
  if (revision !== (before?.revision ?? -1n) + 1n)
    return `its revision is ${revision}, after ${before?.revision ?? 'none'}`
  if (index >= count) return `it is event ${index + 1} of an append of ${count}`
  const missing = before?.missing ?? 0
  if (missing > 0 && count - index !== missing)
    return `the append before it lacks its last ${missing === 1 ? 'event' : `${missing} events`}`
  if (missing === 0 && index !== 0)
    return `it is event ${index + 1} of ${count} of an append whose beginning is missing`
  return undefined
}

const isNameless = ({ stream, metadata: { userId } }: Recorded): boolean => userId === pseudonymOf(stream)

const ownerFault = (streams: Streams, event: Recorded): string | undefined => {
  const { stream, metadata } = event
  const { userId } = metadata
  if (isNameless(event)) return undefined
  const own =
    typeof userId === 'string' ? [streams.bank(userId), streams.recall(userId)] : [streams.store, streams.checkpoints]
  return own.includes(stream) ? undefined : 'its stream is not one of its user'
}

export const inLog = ({ stream, position }: Pick<Recorded, 'stream' | 'position'>, wrong: string): Mismatch => ({
  in: 'log',
  stream,
  position: `${position}`,
  wrong,
})
