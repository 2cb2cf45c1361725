import { storeEventsIn } from '../../commands/store-stream.js'
import type { LogCopied } from '../../domain/store.js'
import { batchesOf } from '../../event-store/log-range.js'
import { CopyRefused, isOfCopy, type Marked } from './copy-markers.js'
import { type CopyWatch, createDigest, type LogDigest, pace } from './copy-report.js'

/** What was read back is not what was copied. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers'
}

export type ReadingBack = Marked & CopyWatch

/** What was said when this copy was last finished. */
export const finishedCopy = async (
  { to, streams }: ReadingBack,
  copyId: string,
): Promise<LogCopied['data'] | undefined> => {
  const happened = await storeEventsIn(to, streams)
  const copied = happened.flatMap((event) => (event.type === 'LogCopied' ? [event.data] : []))
  return copied.findLast((data) => data.copyId === copyId)
}

/** A copy that was finished is a log of its own as soon as anybody writes to it. */
export const refuseWritten = async (parts: ReadingBack, { copyId, events, hash }: LogCopied['data']): Promise<void> => {
  const now = await readBack(parts, copyId, events)
  if (now.hash() === hash) return
  throw new CopyRefused('The copy was finished, and has been written to since: it is a log of its own now.')
}

/** Throws CopyDiffers unless the other log holds what was read of this one. */
export const verify = async (parts: ReadingBack, copyId: string, read: LogDigest): Promise<void> => {
  const copied = await readBack(parts, copyId, read.events())
  if (copied.hash() === read.hash()) return
  const stream = read.differsIn(copied) ?? copied.differsIn(read)
  throw new CopyDiffers(
    `The copy holds ${copied.events()} events, the log ${read.events()}; ${stream} is the first stream that differs.`,
  )
}

/** What the other log holds of the log that is copied. */
const readBack = async (parts: ReadingBack, copyId: string, total: number): Promise<LogDigest> => {
  const { to, signal } = parts
  const digest = createDigest()
  const tell = pace(parts.report, 'verifying')
  for await (const batch of batchesOf(to, { end: await to.end(), signal })) {
    for (const event of batch) if (!isOfCopy(event, copyId)) digest.add(event)
    tell(digest.events(), total)
  }
  return digest
}
