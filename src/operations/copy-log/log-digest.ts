import { createHash } from 'node:crypto'
import type { Recorded, StreamName } from '../../event-store/event-store.js'

/** What two logs have in common when one is a copy of the other: the events of each stream, in their order. */
export type LogDigest = {
  readonly add: (event: Recorded) => void
  readonly events: () => number
  readonly streams: () => number
  /** SHA-256 in hex, of what each stream holds; in which order streams took turns does not matter. */
  readonly hash: () => string
  /** The first stream, by name, that the other log does not hold alike. */
  readonly differsIn: (other: LogDigest) => StreamName | undefined
  readonly of: (stream: StreamName) => string | undefined
}

/** A hash chain for each stream: id, type, data and metadata of every event, on top of all before it. */
export const createDigest = (): LogDigest => {
  const chains = new Map<StreamName, string>()
  let events = 0
  const names = () => [...chains.keys()].sort()
  const of = (stream: StreamName) => chains.get(stream)
  return {
    add: ({ stream, id, type, data, metadata }) => {
      events++
      chains.set(stream, sha256(`${chains.get(stream) ?? ''}\n${JSON.stringify([id, type, data, metadata])}`))
    },
    events: () => events,
    streams: () => chains.size,
    hash: () =>
      sha256(
        names()
          .map((stream) => `${stream} ${chains.get(stream)}\n`)
          .join(''),
      ),
    differsIn: (other) => names().find((stream) => of(stream) !== other.of(stream)),
    of,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
