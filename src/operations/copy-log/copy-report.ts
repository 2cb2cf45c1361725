import { createHash } from 'node:crypto'
import type { Recorded, StreamName } from '../../event-store/event-store.js'

export type CopyResult = {
  readonly events: number
  readonly streams: number
  /** SHA-256 over the events of every stream; equal in both logs. */
  readonly hash: string
  /** The events written by this run; the others were there before. */
  readonly written: number
  /** Whether the source log has grown meanwhile; another run copies the rest. */
  readonly grown: boolean
  readonly seconds: number
}

/** A digest of a log that is equal for a copy of it: a hash chain for each stream over id, type, data and metadata of its events. */
export const createDigest = () => {
  const chains = new Map<StreamName, string>()
  let events = 0
  const names = () => [...chains.keys()].sort()
  const of = (stream: StreamName): string | undefined => chains.get(stream)
  return {
    add: ({ stream, id, type, data, metadata }: Recorded): void => {
      events++
      chains.set(stream, sha256(`${of(stream) ?? ''}\n${JSON.stringify([id, type, data, metadata])}`))
    },
    events: () => events,
    streams: () => chains.size,
    /** SHA-256 in hex over each stream's events; how the streams are interleaved does not matter. */
    hash: () =>
      sha256(
        names()
          .map((stream) => `${stream} ${of(stream)}\n`)
          .join(''),
      ),
    of,
    /** The first stream, by name, that differs in the other log. */
    differsIn: (other: { readonly of: typeof of }): StreamName | undefined =>
      names().find((stream) => of(stream) !== other.of(stream)),
  }
}
export type LogDigest = ReturnType<typeof createDigest>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
