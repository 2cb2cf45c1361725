import pLimit from 'p-limit'
import {
  appendDeterminate,
  bankOf,
  type EventStore,
  type Recorded,
  type Revision,
  type StoreStreams,
  type StreamName,
} from '../../event-store/event-store.js'
import { CopyRefused, isOfCopy } from './copy-markers.js'

type Target = {
  readonly to: EventStore
  readonly streams: StoreStreams
  readonly copyId: string
  readonly signal: AbortSignal
}

/** Users whose events are appended concurrently. */
const AT_ONCE = 32

/**
 * Appends the events that are missing, and returns their number. Appends of one user, of both of its streams,
 * keep their order; those of different users run concurrently.
 */
export const appendAll = async (target: Target, batch: readonly Recorded[]): Promise<number> => {
  const limit = pLimit(AT_ONCE)
  const written = await Promise.all(byUser(appendsOf(batch)).map((appends) => limit(appendInOrder, target, appends)))
  return written.reduce((sum, count) => sum + count, 0)
}

type Append = readonly Recorded[]

const byUser = (appends: readonly Append[]): readonly (readonly Append[])[] => {
  const users = new Map<StreamName, Append[]>()
  for (const append of appends) {
    const stream = append[0]?.stream
    if (stream === undefined) continue
    const user = bankOf(stream)
    users.set(user, [...(users.get(user) ?? []), append])
  }
  return [...users.values()]
}

const appendInOrder = async (target: Target, appends: readonly Append[]): Promise<number> => {
  let written = 0
  const ends = new Map<StreamName, End>()
  for (const append of appends) {
    target.signal.throwIfAborted()
    const [first] = append
    if (first === undefined) continue
    const { stream } = first
    const end = ends.get(stream) ?? (await endIn(target, stream))
    const isThere = end.copied >= first.revision + BigInt(append.length) - 1n
    if (!isThere && end.copied !== first.revision - 1n)
      throw new CopyRefused(`${stream} ends at ${end.copied} in the other log, before ${first.revision} of this one.`)
    if (!isThere) written += append.length
    ends.set(stream, isThere ? end : await appended(target, end, append))
  }
  return written
}

/** The end of a stream in the target log, and the last revision of the source that it contains; -1 for none. */
type End = { readonly head: Revision; readonly copied: bigint }

const endIn = async ({ to, streams, copyId }: Target, stream: StreamName): Promise<End> => {
  const { revision: head } = await to.head(stream)
  if (stream !== streams.store) return { head, copied: head === 'no-stream' ? -1n : head }
  let copied = -1n
  for await (const event of to.read(stream)) if (!isOfCopy(event, copyId)) copied++
  return { head, copied }
}

const appended = async ({ to }: Target, { head, copied }: End, append: Append): Promise<End> => {
  const stream = append[0]?.stream
  if (stream === undefined) return { head, copied }
  const events = append.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
  const { revision } = await appendDeterminate(to, { stream, expected: head, events })
  return { head: revision, copied: copied + BigInt(append.length) }
}

/** The batch's appends, each with its events. */
const appendsOf = (batch: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.map((end, i) => batch.slice(ends[i - 1] ?? 0, end))
}
