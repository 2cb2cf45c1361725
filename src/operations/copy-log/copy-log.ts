import { readStore, storeEventsIn } from '../../commands/store-stream.js'
import type { LogCopied } from '../../domain/store.js'
import type { EventStore } from '../../event-store/event-store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { appendAll } from './append-missing.js'
import { beginCopy, CopyRefused, finishCopy, isOfCopy, type Marked, markBegun } from './copy-markers.js'
import { type CopyResult, type CopyWatch, createDigest, type LogDigest, pace } from './copy-report.js'
import type { Passage } from './passage.js'

/** The events read back differ from those that were copied. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

type ReadingBack = Marked & CopyWatch & { readonly passage: Passage }
export type CopyDependencies = ReadingBack & { readonly from: EventStore }

/**
 * Writes every event of one log into another, as the passage makes it, each stream in its order; continues where an earlier copy
 * was interrupted; reads everything back and compares counts and hashes; then marks the copy as finished. A service opens
 * it only then. The copy has its own log id, so read models of the source are never used for it.
 * @throws CopyRefused, CopyDiffers, CopyUnfinished, UnfinishedAppend, EventStoreUnavailable
 */
export const copyLog = async (parts: CopyDependencies): Promise<CopyResult> => {
  const { from, to, streams, passage, signal } = parts
  const began = performance.now()
  const source = await readStore(from, streams)
  const end = await from.end()
  if (source === undefined || end === 'start') throw new CopyRefused('There is no store of this prefix to copy.')
  const copying = { of: source.logId, check: passage.check }
  const copyId = await beginCopy(parts, copying)
  const finished = await finishedCopy(parts, copyId)
  if (finished) await refuseWritten(parts, finished)
  await passage.begin(end)
  const read = createDigest()
  const tell = pace(parts.report, 'copying')
  let [written, isBegun] = [0, finished === undefined]
  for await (const batch of batchesOf(from, { end, signal })) {
    const carried = await passage.carried(batch)
    for (const event of passage.compared(carried)) read.add(event)
    // What a killed run leaves behind is unfinished, also where one before it was finished.
    if (!isBegun && read.events() > (finished?.events ?? 0)) {
      await markBegun(parts, { copyId, ...copying })
      isBegun = true
    }
    written += await appendAll({ to, streams, copyId, signal }, carried)
    tell(read.events(), undefined)
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
  // Of a sealed copy a killed run may have destroyed keys already of what the log has erased since.
  if (now.hash() === hash || (parts.passage.check !== null && now.events() === events)) return
  throw new CopyRefused('The copy was finished, and has been written to since: it is a log of its own now.')
}

/** Throws CopyDiffers unless the other log holds what was read of this one. */
const verify = async (parts: ReadingBack, copyId: string, read: LogDigest): Promise<void> => {
  const copied = await readBack(parts, copyId, read.events())
  if (copied.hash() === read.hash()) return
  const stream = read.differsIn(copied) ?? copied.differsIn(read)
  throw new CopyDiffers(
    `The copy holds ${copied.events()} events, the log ${read.events()}; ${stream} is the first stream that differs.`,
  )
}

/** The digest of the target log's part of the copy. */
const readBack = async (parts: ReadingBack, copyId: string, total: number): Promise<LogDigest> => {
  const { to, passage, signal } = parts
  const digest = createDigest()
  const tell = pace(parts.report, 'verifying')
  for await (const batch of batchesOf(to, { end: await to.end(), signal })) {
    const opened = await passage.readBack(batch)
    for (const event of passage.compared(opened)) if (!isOfCopy(event, copyId)) digest.add(event)
    tell(digest.events(), total)
  }
  return digest
}
