import pLimit from 'p-limit'
import { readStore, storeEventsIn } from '../../commands/open-store.js'
import { OperationRefused, type Watch } from '../../concurrency/operation.js'
import type { LogCopied } from '../../domain/store.js'
import {
  appendDeterminate,
  bankOf,
  type EventStore,
  type Recorded,
  type Revision,
  type StoreStreams,
  type StreamName,
} from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { beginCopy, finishCopy, isOfCopy, type Marked, markBegun } from './copy-markers.js'
import { type CopyResult, createDigest, type LogDigest } from './copy-report.js'

type Target = {
  readonly to: EventStore
  readonly streams: StoreStreams
  readonly copyId: string
  readonly signal: AbortSignal
}

/** Users whose events are appended concurrently. */
const AT_ONCE = 32

/** Appends missing events and returns their number. A user's two streams keep their order; users run concurrently. */
const appendAll = async (target: Target, batch: readonly Recorded[]): Promise<number> => {
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
      throw new OperationRefused(
        `${stream} ends at ${end.copied} in the other log, before ${first.revision} of this one.`,
      )
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

const appendsOf = (batch: readonly Recorded[]): readonly (readonly Recorded[])[] => {
  const ends = batch.flatMap(({ metadata: { append } }, i) => (append.index === append.count - 1 ? [i + 1] : []))
  return ends.map((end, i) => batch.slice(ends[i - 1] ?? 0, end))
}

type ReadingBack = Marked & Watch
type CopyDependencies = ReadingBack & { readonly from: EventStore }

/**
 * Writes every event of one log into another as it is kept, each stream in its order; continues where an earlier copy was interrupted; reads everything back and compares counts and hashes; then marks the copy as finished. A service opens
 * it only then. The copy has its own log id, so read models of the source are never used for it.
 * @throws OperationRefused, UnfinishedAppend, EventStoreUnavailable
 */
export const copyLog = async (parts: CopyDependencies): Promise<CopyResult> => {
  const { from, to, streams, signal } = parts
  const began = performance.now()
  const source = await readStore(from, streams)
  const end = await from.end()
  if (source === undefined || end === 'start') throw new OperationRefused('There is no store of this prefix to copy.')
  const of = source.logId
  const copyId = await beginCopy(parts, of)
  const finished = await finishedCopy(parts, copyId)
  if (finished) await refuseWritten(parts, finished)
  const read = createDigest()
  let [written, isBegun] = [0, finished === undefined]
  for await (const batch of batchesOf(from, { end, signal })) {
    for (const event of batch) read.add(event)
    // What a killed run leaves behind is unfinished, also where one before it was finished.
    if (!isBegun && read.events() > (finished?.events ?? 0)) {
      await markBegun(parts, { copyId, of })
      isBegun = true
    }
    written += await appendAll({ to, streams, copyId, signal }, batch)
    parts.report({ phase: 'Copying', done: read.events(), unit: 'events' })
  }
  await verify(parts, copyId, read)
  const result = { events: read.events(), streams: read.streams(), hash: read.hash(), written }
  if (finished?.hash !== result.hash) await finishCopy(parts, { copyId, events: result.events, hash: result.hash })
  return { ...result, grown: (await from.end()) !== end, seconds: (performance.now() - began) / 1000 }
}

/** The report of the last run of this copy, where that was finished. */
const finishedCopy = async ({ to, streams }: ReadingBack, copyId: string): Promise<LogCopied['data'] | undefined> => {
  const happened = await storeEventsIn(to, streams)
  const last = happened.findLast((event) => isOfCopy(event, copyId))
  return last?.type === 'LogCopied' ? last.data : undefined
}

/** A finished copy becomes an independent log at the first write of its own. */
const refuseWritten = async (parts: ReadingBack, { copyId, events, hash }: LogCopied['data']): Promise<void> => {
  const now = await readBack(parts, copyId, events)
  if (now.hash() === hash) return
  throw new OperationRefused('The copy was finished, and has been written to since: it is a log of its own now.')
}

/** Throws OperationRefused unless the other log holds what was read of this one. */
const verify = async (parts: ReadingBack, copyId: string, read: LogDigest): Promise<void> => {
  const copied = await readBack(parts, copyId, read.events())
  if (copied.hash() === read.hash()) return
  const stream = read.differsIn(copied) ?? copied.differsIn(read)
  throw new OperationRefused(
    `The copy holds ${copied.events()} events, the log ${read.events()}; ${stream} is the first stream that differs.`,
  )
}

/** The digest of the target log's part of the copy. */
const readBack = async (parts: ReadingBack, copyId: string, total: number): Promise<LogDigest> => {
  const { to, signal } = parts
  const digest = createDigest()
  for await (const batch of batchesOf(to, { end: await to.end(), signal })) {
    for (const event of batch) if (!isOfCopy(event, copyId)) digest.add(event)
    parts.report({ phase: 'Verifying', done: digest.events(), total, unit: 'events read back' })
  }
  return digest
}
